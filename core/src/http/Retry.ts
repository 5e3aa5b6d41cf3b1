import { Duration, Effect, Random, type Redacted } from "effect"
import type { Tokens } from "./Authentication.js"
import type { Outgoing, VendorResponse } from "./Request.js"
import * as VendorError from "./VendorError.js"

/** How many times one request is attempted, including the first. */
export const MAX_ATTEMPTS = 5
/** The longest pause a run waits for. If the vendor asks for more, the job ends as rate limited and the next run resumes it. */
export const MAX_RETRY_AFTER = Duration.minutes(5)
const FIRST_BACKOFF_MILLIS = 1_000

const isRefusedToken = (error: VendorError.VendorError): boolean =>
  error._tag === "Unauthorized" && error.status === 401

const backoff = (attempt: number, error: VendorError.VendorError) =>
  Effect.gen(function* () {
    if (error._tag === "RateLimited" && error.retryAfter !== null) return error.retryAfter
    const jitter = yield* Random.nextRange(0.75, 1.25)
    return Duration.millis(Math.round(FIRST_BACKOFF_MILLIS * 2 ** (attempt - 1) * jitter))
  })

/** Sends a request once; `header` is the `Authorization` header, null if the connector uses no tokens. */
export type SendOnce = (
  request: Outgoing,
  url: URL,
  header: Redacted.Redacted | null
) => Effect.Effect<VendorResponse, VendorError.VendorError>

/** Retries a request until it succeeds or another attempt cannot help; renews a refused token once. */
export const make = (sendOnce: SendOnce, tokens: Tokens | null) => {
  const attempt = (
    request: Outgoing,
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
          const pause = yield* backoff(count, error)
          if (Duration.greaterThan(pause, MAX_RETRY_AFTER)) return yield* Effect.fail(error)
          yield* Effect.logDebug("retrying vendor request").pipe(
            Effect.annotateLogs({ endpoint: request.endpoint, error: error._tag, attempt: count })
          )
          yield* Effect.sleep(pause)
          return yield* attempt(request, url, count + 1, isRenewed)
        })
      return yield* Effect.catchAll(sendOnce(request, url, header), retryAfter)
    })
  return (request: Outgoing, url: URL) => attempt(request, url, 1)
}
