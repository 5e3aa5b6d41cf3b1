import { Cause, Option } from "effect"

/** What Node says of a failed call, wherever it stands in a chain of causes. */
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
    return `Port ${system.port} is in use. Stop what listens there, or take another one: PORT=8081 npm start`
  }
  const why = system === null ? "" : system.message || system.code
  return why === "" || error.message.includes(why) ? error.message : `${error.message}: ${why}`
}

/** Why the server did not start, as a sentence for a terminal; what nobody foresaw is shown whole. */
export const failure = (cause: Cause.Cause<Error | { readonly message: string }>): string =>
  Option.match(Cause.failureOption(cause), { onNone: () => Cause.pretty(cause), onSome: sentenceOf })
