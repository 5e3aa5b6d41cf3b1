import type { VendorError } from "@tributary/core"
import { type OAuth2Protocol, TokenFailure } from "@tributary/core/oauth2"
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

/** The pause after another failure; `before` is the one before it, null after a success. */
export const after = (
  before: RenewalPause | null,
  endpoint: string,
  failure: OAuth2Protocol.TokensUnavailable,
  { millis, monotonic }: { readonly millis: number; readonly monotonic: number }
): RenewalPause => {
  const failures = (before?.failures ?? 0) + 1
  const announced = Duration.toMillis(TokenFailure.pauseOf(failure) ?? 0)
  const length = announced > 0 ? announced : Math.min(FIRST_MILLIS * 2 ** (failures - 1), LONGEST_MILLIS)
  return { failures, endsAt: monotonic + length, error: TokenFailure.toVendorError(endpoint, failure, millis) }
}
