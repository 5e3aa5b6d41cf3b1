/** An error that ends a command. */
export interface Failure {
  readonly _tag: string
  readonly message: string
  /** With which code the process exits; 1 by default. */
  readonly exitCode?: number
}

/** The first error in a chain of causes that has a code of the operating system; null if there is none. */
const systemError = (
  failure: Failure
): { readonly code: string; readonly message: string; readonly port: unknown } | null => {
  for (let cause: unknown = failure; typeof cause === "object" && cause !== null; cause = Reflect.get(cause, "cause")) {
    const { code, message, port } = cause as Readonly<Record<string, unknown>>
    if (typeof code === "string") return { code, message: String(message), port }
  }
  return null
}

/** Why the process cannot listen, and the setting to change. */
const notListening =
  (host: string, port: string) =>
  (failure: Failure): string => {
    const system = systemError(failure)
    return system?.code === "EADDRINUSE"
      ? `Port ${system.port} is in use: stop the program that listens there, or choose another port with ${port}.`
      : `Cannot listen on the address and port of the settings: change ${host} or ${port} (${system?.message ?? failure.message}).`
  }

/** What to say about errors whose own message does not tell an operator what to do. */
const sentences: Readonly<Record<string, (failure: Failure) => string>> = {
  MetricsServeError: notListening("TRIBUTARY_METRICS_HOST", "TRIBUTARY_METRICS_PORT"),
  ServeError: notListening("HOST", "PORT")
}

/** Why a command failed, and what to do. */
export const of = (failure: Failure): string => sentences[failure._tag]?.(failure) ?? failure.message
