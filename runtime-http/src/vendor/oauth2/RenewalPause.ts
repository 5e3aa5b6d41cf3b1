import { VendorError } from "@tributary/core"
import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Duration } from "effect"

/*
 * After a token endpoint has given no tokens, this process does not ask it again for the same consent until the vendor allows it, or, if it has not
 * said when, until a pause is over that doubles with each failure.
 */

/** A pause in the requests for new tokens of one consent. */
export interface RenewalPause {
  /** The reading of the monotonic clock at which it ends. */
  readonly endsAt: number
  /** How often in a row there were no tokens. */
  readonly failures: number
  /** What went wrong, for whoever asks meanwhile. */
  readonly error: VendorError.VendorError
}

const FIRST_MILLIS = 1_000

const LONGEST_MILLIS = 60_000

/** A vendor that asks for more than that is asked earlier. */
const LONGEST_ANNOUNCED_MILLIS = 3_600_000

const TOO_MANY_REQUESTS = 429

/** What went wrong, as an error of the request that needs the tokens. `now` is in milliseconds since 1970. */
const errorOf = (
  endpoint: string,
  { detail, isOfServer, retryAfter, status }: OAuth2Protocol.TokensUnavailable,
  now: number
): VendorError.VendorError => {
  const pause = {
    retryAfter,
    retryAt:
      retryAfter === null ? null : Math.ceil(now + Math.min(Duration.toMillis(retryAfter), LONGEST_ANNOUNCED_MILLIS))
  }
  return VendorError.unsent(
    status === TOO_MANY_REQUESTS
      ? new VendorError.RateLimited({ endpoint, status, detail, ...pause })
      : new VendorError.ServerError({ endpoint, status, detail, isOfServer, ...pause })
  )
}

/** The pause after another failure; `before` is the one before it, null after a success. */
export const after = (
  before: RenewalPause | null,
  endpoint: string,
  failure: OAuth2Protocol.TokensUnavailable,
  { millis, monotonic }: { readonly millis: number; readonly monotonic: number }
): RenewalPause => {
  const failures = (before?.failures ?? 0) + 1
  const announced = failure.retryAfter === null ? 0 : Duration.toMillis(failure.retryAfter)
  const length =
    announced > 0
      ? Math.min(announced, LONGEST_ANNOUNCED_MILLIS)
      : Math.min(FIRST_MILLIS * 2 ** (failures - 1), LONGEST_MILLIS)
  return { failures, endsAt: monotonic + length, error: errorOf(endpoint, failure, millis) }
}
