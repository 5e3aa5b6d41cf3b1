import { VendorError, type VendorHttp } from "@tributary/core"
import { Duration } from "effect"

/** Tenable says not how long; an export takes minutes. */
const WAIT = Duration.minutes(1)

/**
 * What the shared status table would misread: a container runs no two exports that ask the same, and refuses the second
 * one with 409 until the first has ended, whoever started it.
 *
 * https://developer.tenable.com/docs/concurrency-limiting
 */
export const tenableErrors = ({ endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null =>
  status === 409
    ? new VendorError.RateLimited({
        endpoint,
        status,
        detail: "answered 409: the same export is still running",
        retryAfter: WAIT
      })
    : null
