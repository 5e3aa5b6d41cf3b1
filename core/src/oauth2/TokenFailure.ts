import { Duration } from "effect"
import * as VendorError from "../http/VendorError.js"
import type { TokensUnavailable } from "./OAuth2Protocol.js"

/** A vendor that asks for a longer pause than an hour is asked earlier. */
const LONGEST_PAUSE = Duration.hours(1)

const TOO_MANY_REQUESTS = 429

/** How long the token endpoint is not to be asked; null if it has not said so. */
export const pauseOf = ({ retryAfter }: TokensUnavailable): Duration.Duration | null =>
  retryAfter === null ? null : Duration.min(retryAfter, LONGEST_PAUSE)

/** What it means for a request that needs the tokens. `now` is in milliseconds since 1970. */
export const toVendorError = (endpoint: string, failure: TokensUnavailable, now: number): VendorError.VendorError => {
  const { detail, isOfServer, retryAfter, status } = failure
  const announced = pauseOf(failure)
  const pause = { retryAfter, retryAt: announced === null ? null : Math.ceil(now + Duration.toMillis(announced)) }
  return VendorError.unsent(
    status === TOO_MANY_REQUESTS
      ? new VendorError.RateLimited({ endpoint, status, detail, ...pause })
      : new VendorError.ServerError({ endpoint, status, detail, isOfServer, ...pause })
  )
}
