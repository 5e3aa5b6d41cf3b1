import { VendorError, type VendorHttp } from "@tributary/core"

const THROTTLED = /Throttling|TooManyRequests|LimitExceeded|RequestLimitExceeded/
const EXPIRED = /ExpiredToken|RequestExpired/
const REFUSED = /UnrecognizedClient|InvalidClientTokenId|IncompleteSignature|SignatureDoesNotMatch|AccessDenied/

/** A region in which Security Hub is off; named for a key without the right as well, which the message tells apart. */
const NOT_ENABLED = /not subscribed to AWS Security ?Hub/i

/** The name of an AWS error, which is in a header or in the body: `ThrottlingException:http://...`. */
const nameOf = ({ headers, text }: VendorHttp.RawAnswer): string =>
  headers["x-amzn-errortype"] ?? /"(?:__type|Code|code)"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? ""

/**
 * Where AWS's statuses say less than its errors' names: throttling is a 400, and an expired session is a 400 or a 403.
 *
 * https://docs.aws.amazon.com/securityhub/1.0/APIReference/CommonErrors.html
 */
export const classify = (answer: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const { endpoint, status } = answer
  if (status < 400 || status >= 500) return null
  const name = nameOf(answer)
  if (THROTTLED.test(name)) {
    return new VendorError.RateLimited({ endpoint, status, detail: `answered ${status}, throttled`, retryAfter: null })
  }
  // As a 401, so that the session is renewed once.
  if (EXPIRED.test(name)) return new VendorError.Unauthorized({ endpoint, status: 401, detail: "session expired" })
  // Not as a 401: no new session turns Security Hub on.
  if (NOT_ENABLED.test(answer.text)) {
    const detail = "Security Hub is not enabled in a region that was entered: enable it there, or leave the region out"
    return new VendorError.Unauthorized({ endpoint, status: 403, detail })
  }
  if (REFUSED.test(name)) return new VendorError.Unauthorized({ endpoint, status, detail: `answered ${status}` })
  return null
}
