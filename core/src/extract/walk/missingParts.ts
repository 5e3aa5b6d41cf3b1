import { Clock, Duration, Effect } from "effect"
import type { VendorResponse } from "../../http/Request.js"
import { MAX_AHEAD_MILLIS } from "../../http/rate/RateBudget.js"
import * as VendorError from "../../http/VendorError.js"
import type { MissingPart } from "./ScanVerdict.js"

/** What an answer shows that its list lacks, with the instant from which on the vendor wants to be asked again; nothing without details. */
export const missingParts = (
  endpoint: string,
  { headers }: VendorResponse,
  details: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<MissingPart>> =>
  details.length === 0
    ? Effect.succeed([])
    : Effect.map(Clock.currentTimeMillis, (now) => {
        const pause = VendorError.parseRetryAfter(headers["retry-after"], now)
        const retryAt = pause === null ? {} : { retryAt: now + Math.min(Duration.toMillis(pause), MAX_AHEAD_MILLIS) }
        return details.map((detail) => ({ endpoint, detail, ...retryAt }))
      })
