import { VendorError, type VendorHttp } from "@tributary/core"

const THROTTLED = /Throttling|TooManyRequests|LimitExceeded|RequestLimitExceeded/
const EXPIRED = /ExpiredToken|RequestExpired/
const REFUSED = /UnrecognizedClient|InvalidClientTokenId|IncompleteSignature|SignatureDoesNotMatch|AccessDenied/

/** The message for a region without Security Hub; its error name, InvalidAccessException, also covers keys without the permission. */
const NOT_ENABLED = /not subscribed to AWS Security ?Hub/i

/** The name of an AWS error, such as `ThrottlingException:http://...`, from the header or else from the body. */
const nameOf = ({ headers, text }: VendorHttp.RawAnswer): string =>
  headers["x-amzn-errortype"] ?? /"(?:__type|Code|code)"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? ""

/**
 * Classifies AWS errors by name, because their statuses are ambiguous: throttling is a 400, and an expired session a 400 or a 403.
 *
 * https://docs.aws.amazon.com/securityhub/1.0/APIReference/CommonErrors.html
 */
export const classify = (answer: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const { endpoint, status } = answer
  if (status < 400 || status >= 500) return null
  const name = nameOf(answer)
  if (THROTTLED.test(name)) {
    return new VendorError.RateLimited({ endpoint, status, detail: `answered ${status}: throttled`, retryAfter: null })
  }
  // Reported as 401 because only a 401 makes the runtime renew the session, once.
  if (EXPIRED.test(name)) return new VendorError.Unauthorized({ endpoint, status: 401, detail: "the session expired" })
  // Reported as 403 because a new session would not turn Security Hub on.
  if (NOT_ENABLED.test(answer.text)) {
    const detail = "Security Hub is not enabled in one of the entered regions: enable it there, or remove the region"
    return new VendorError.Unauthorized({ endpoint, status: 403, detail })
  }
  if (REFUSED.test(name)) return new VendorError.Unauthorized({ endpoint, status, detail: `answered ${status}` })
  return null
}
