import type { Operation } from "./Operation.js"
import type { Request } from "./Request.js"
import { RETRIES, type Settings } from "./Settings.js"

/** Seconds to wait after each time that no answer came. They are few, because an address that is wrong stays wrong. */
const PAUSES_SECS: ReadonlyArray<number> = [1, 2, 4]

/** No answer came, or half of one: the address is wrong, the service is away, or the network is broken. `cause` is the platform's error. */
export class NetworkError extends Error {
  /** Lets Effect tell it from other errors. */
  readonly _tag = "NetworkError"
  override readonly name = "NetworkError"
  /** The HTTP method. The service may have done what a request that writes asked for: repeat it with the same `idempotencyKey`. */
  readonly method: string
  /** The address of the request, without its query, which may name persons. */
  readonly address: string

  constructor({ method, url }: Pick<Request, "method" | "url">, cause: unknown) {
    const [address = url] = url.split("?")
    super(
      `${method} ${address} got no answer: ${reasonOf(cause)}. Check the address, the network and whether the service runs.`,
      { cause }
    )
    this.method = method
    this.address = address
  }
}

/** Node's `fetch` says only in `cause` why it failed; if it tried several addresses, only the code there says it. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as { readonly cause?: { message?: unknown; code?: unknown }; message?: unknown }
  const texts = [cause?.message, cause?.code, message, String(error)]
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? ""
}

/** Why a request got no answer in time. */
export const late = (seconds: number): Error => new Error(`none came within ${seconds} seconds`)

/** How many seconds to wait before a request without an answer is sent again; null if it must not be, or was sent often enough. */
export const pauseOf = ({ method }: Operation, failures: number, sent: number, settings: Settings): number | null =>
  // One that writes may have been done.
  method !== "GET" || sent > (settings.retries ?? RETRIES) ? null : (PAUSES_SECS[failures - 1] ?? null)
