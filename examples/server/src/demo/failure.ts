import { Cause, Option } from "effect"

/** The first error in a chain of causes that has a code of the operating system; null if there is none. */
const systemError = (
  error: unknown
): { readonly code: string; readonly message: string; readonly port: unknown } | null => {
  for (let cause = error; typeof cause === "object" && cause !== null; cause = Reflect.get(cause, "cause")) {
    const { code, message, port } = cause as Readonly<Record<string, unknown>>
    if (typeof code === "string") return { code, message: typeof message === "string" ? message : "", port }
  }
  return null
}

const sentenceOf = (error: Error | { readonly message: string }): string => {
  const system = systemError(error)
  if (system?.code === "EADDRINUSE") {
    return `Port ${system.port} is in use. Stop the program that listens there, or choose another port: PORT=8081 npm start`
  }
  const why = system === null ? "" : system.message || system.code
  // A sentence says all of it.
  if (error.message.endsWith(".")) return error.message
  return why === "" || error.message.includes(why) ? error.message : `${error.message}: ${why}`
}

/** Why the server did not start, in one sentence for a terminal. A defect is shown with its stack. */
export const failure = (cause: Cause.Cause<Error | { readonly message: string }>): string =>
  Option.match(Cause.failureOption(cause), { onNone: () => Cause.pretty(cause), onSome: sentenceOf })
