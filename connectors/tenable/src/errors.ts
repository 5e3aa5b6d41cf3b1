import { VendorError, type VendorHttp } from "@tributary/core"
import { Duration } from "effect"

/** Tenable does not say how long to wait. Exports take minutes, so the job may end and try again later. */
const WAIT = Duration.seconds(30)

/**
 * Classifies a 409 as RateLimited: Tenable rejects an export while an identical one runs in the container, whoever started it.
 *
 * https://developer.tenable.com/docs/concurrency-limiting
 */
export const classify = ({ endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null =>
  status === 409
    ? new VendorError.RateLimited({
        endpoint,
        status,
        detail: "answered 409: the same export is still running",
        retryAfter: WAIT
      })
    : null
