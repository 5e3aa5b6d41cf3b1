import { Duration, Effect, Random, type Redacted } from "effect"
import type { Tokens } from "../Authentication.js"
import type { Attempt, Outgoing, VendorResponse } from "../Request.js"
import * as VendorError from "../VendorError.js"
import * as WaitLimit from "./WaitLimit.js"

/** How many times one request is attempted, including the first. */
export const MAX_ATTEMPTS = 5
const FIRST_BACKOFF_MILLIS = 1_000

const isRefusedToken = (error: VendorError.VendorError): boolean =>
  error._tag === "Unauthorized" && error.status === 401

/** In how many milliseconds the request may be sent again: when the vendor says, or after a pause that doubles with each attempt. */
const pauseBefore = (attempt: number, error: VendorError.VendorError) =>
  Effect.gen(function* () {
    const { retryAfter } = VendorError.pauseOf(error)
    const announced = retryAfter === null ? 0 : Duration.toMillis(retryAfter)
    if (announced > 0) return announced
    const jitter = yield* Random.nextRange(0.75, 1.25)
    return Math.round(FIRST_BACKOFF_MILLIS * 2 ** (attempt - 1) * jitter)
  })

/** Sends a request once; `header` is the `Authorization` header, null if the connector uses no tokens. */
export type SendOnce = (
  request: Attempt,
  url: URL,
  header: Redacted.Redacted | null
) => Effect.Effect<VendorResponse, VendorError.VendorError>

/** Retries a request until it succeeds or another attempt cannot help; renews a refused token once. */
export const make = (sendOnce: SendOnce, tokens: Tokens | null) => {
  const attempt = (
    request: Attempt,
    url: URL,
    count: number,
    isRenewed = false
  ): Effect.Effect<VendorResponse, VendorError.VendorError> =>
    Effect.gen(function* () {
      // No retry if fetching the token fails: the token request has its own retries.
      const header = tokens === null ? null : yield* tokens.header
      const repeatable = request.isRepeatable ?? (request.method ?? "GET") === "GET"
      const retryAfter = (error: VendorError.VendorError) =>
        Effect.gen(function* () {
          if (tokens !== null && header !== null && !isRenewed && isRefusedToken(error)) {
            yield* tokens.forget(header)
            return yield* attempt(request, url, count, true)
          }
          if (!repeatable || !VendorError.meaning[error._tag].isRetryable || count >= MAX_ATTEMPTS) {
            return yield* Effect.fail(error)
          }
          request.waitLimit.failed(error)
          const millis = yield* pauseBefore(count, error)
          const reason = VendorError.reasonOf(error)
          const hasWaited = yield* request.waitLimit.wait(millis, { reason, retries: count })
          if (!hasWaited) return yield* Effect.fail(error)
          yield* Effect.logDebug("retrying vendor request").pipe(
            Effect.annotateLogs({ endpoint: request.endpoint, error: error._tag, attempt: count })
          )
          return yield* attempt(request, url, count + 1, isRenewed)
        })
      return yield* Effect.catchAll(sendOnce(request, url, header), retryAfter)
    })
  return (request: Outgoing, url: URL) =>
    Effect.flatMap(WaitLimit.make(request.endpoint), (waitLimit) =>
      attempt({ ...request, waitLimit }, url, 1).pipe(
        Effect.tapBoth({ onFailure: () => waitLimit.end("failed"), onSuccess: () => waitLimit.end("answered") }),
        Effect.onInterrupt(() => waitLimit.end("interrupted"))
      )
    )
}
