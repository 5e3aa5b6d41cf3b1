import { Pagination, VendorError, type VendorHttp } from "@tributary/core"

const THROTTLED = /Throttling|TooManyRequests|LimitExceeded|RequestLimitExceeded/
const EXPIRED = /ExpiredToken|RequestExpired/
const REFUSED = /UnrecognizedClient|InvalidClientTokenId|IncompleteSignature|SignatureDoesNotMatch|AccessDenied/

/** AWS documents no error of its own for a region without Inspector, so the words of the message tell it from a missing permission. */
const NOT_ENABLED = /not (?:been |yet )?(?:enabled|activated|subscribed)/i

/** The first text that the body has at one of the paths; empty if it has none. */
const textAt = (body: unknown, paths: ReadonlyArray<string>): string =>
  paths.map((path) => Pagination.at(body, path)).find((value) => typeof value === "string") ?? ""

/** The name of an AWS error, such as `ThrottlingException:http://...`, from the header or else from the body; STS has an object `Error` there. */
const nameOf = ({ body, headers }: VendorHttp.RawAnswer): string =>
  headers["x-amzn-errortype"] ?? textAt(body, ["__type", "Code", "code", "Error.Code"])

/**
 * Classifies AWS errors by name, because some statuses are ambiguous: throttling can be a 400, and an expired session a 400 or a 403. A 429 is
 * left to its status, because its `Retry-After` says how long to wait.
 *
 * https://docs.aws.amazon.com/inspector/v2/APIReference/CommonErrors.html
 */
export const classify = (answer: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const { endpoint, status } = answer
  if (status < 400 || status >= 500 || status === 429) return null
  const name = nameOf(answer)
  if (THROTTLED.test(name)) {
    return new VendorError.RateLimited({ endpoint, status, detail: `answered ${status}: throttled`, retryAfter: null })
  }
  // Reported as 401 because only a 401 makes the runtime renew the session, once.
  if (EXPIRED.test(name)) return new VendorError.Unauthorized({ endpoint, status: 401, detail: "the session expired" })
  // Reported as 403 because a new session would not turn Inspector on.
  if (NOT_ENABLED.test(textAt(answer.body, ["Message", "message"]))) {
    const detail = "Inspector is not enabled in one of the entered regions: enable it there, or remove the region"
    return new VendorError.Unauthorized({ endpoint, status: 403, detail })
  }
  if (REFUSED.test(name)) return new VendorError.Unauthorized({ endpoint, status, detail: `answered ${status}` })
  return null
}
