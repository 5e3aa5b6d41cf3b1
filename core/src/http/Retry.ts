import { Duration, Effect, Random, type Redacted } from "effect"
import type { Tokens } from "./Authentication.js"
import type { Outgoing, VendorResponse } from "./Request.js"
import * as VendorError from "./VendorError.js"

/** Attempts of one request, the first included. */
export const MAX_ATTEMPTS = 5
/** Where a vendor asks for a longer pause, the job ends as rate limited and a later run goes on. */
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

/** One attempt at a request, with the token's header where there is one. */
export type Once = (
  request: Outgoing,
  url: URL,
  header: Redacted.Redacted | null
) => Effect.Effect<VendorResponse, VendorError.VendorError>

/** Attempts a request until it succeeds, or until no further attempt can help; with a token where there are tokens. */
export const make = (once: Once, tokens: Tokens | null) => {
  const attempt = (
    request: Outgoing,
    url: URL,
    count: number,
    isRenewed = false
  ): Effect.Effect<VendorResponse, VendorError.VendorError> =>
    Effect.gen(function* () {
      // A token that cannot be had ends the request: its own request was repeated already.
      const header = tokens === null ? null : yield* tokens.header
      const repeatable = request.isRepeatable ?? (request.method ?? "GET") === "GET"
      const again = (error: VendorError.VendorError) =>
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
          yield* Effect.logDebug("vendor request is tried again").pipe(
            Effect.annotateLogs({ endpoint: request.endpoint, error: error._tag, attempt: count })
          )
          yield* Effect.sleep(pause)
          return yield* attempt(request, url, count + 1, isRenewed)
        })
      return yield* Effect.catchAll(once(request, url, header), again)
    })
  return (request: Outgoing, url: URL) => attempt(request, url, 1)
}
