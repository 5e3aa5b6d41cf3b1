import { Pagination, VendorError, type VendorHttp } from "@tributary/core"
import { Duration } from "effect"

/** How long to wait for the end of a secondary limit if GitHub does not say: https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately */
const PAUSE = Duration.minutes(1)

/** How much of a message is searched, which can be as long as the answer allows. */
const MAX_MESSAGE = 1_000

/** What GitHub calls the features that have alerts, and the products that include them: https://docs.github.com/en/get-started/learning-about-github/about-github-advanced-security */
const FEATURES = /scanning|dependabot alerts|advanced security|code security|secret protection/i

/** How it says that one is off, such as "Advanced Security must be enabled": https://docs.github.com/en/rest/code-scanning/code-scanning */
const OFF = /must be enabled|not enabled|disabled|not available/i

const SECONDARY_LIMIT = /secondary rate limit|abuse detection/i

/** What GitHub says of a filter for owners: https://docs.github.com/en/rest/orgs/members#list-organization-members */
const OWNERS_ONLY = /owner/i

/** Whether a 403 asks for fewer requests instead of refusing this one: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
const isRateLimit = ({ headers }: VendorHttp.RawAnswer, message: string): boolean =>
  headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined || SECONDARY_LIMIT.test(message)

/**
 * Classifies the answers whose status alone would mislead.
 *
 * GitHub limits requests with 403, and answers 404 about what the token may not see, as if it did not exist.
 *
 * https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
export const classify = (answer: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const { body, endpoint, headers, status } = answer
  if (status !== 403 && status !== 404 && status !== 422 && status !== 429) return null
  const found = Pagination.at(body, "message")
  const message = typeof found === "string" ? found.slice(0, MAX_MESSAGE) : ""
  if (status === 429 || (status === 403 && isRateLimit(answer, message))) {
    const isSilent = headers["x-ratelimit-remaining"] !== "0" && headers["retry-after"] === undefined
    // The pause that headers announce is known without this; a 429 without any may be a proxy's.
    const retryAfter = isSilent && SECONDARY_LIMIT.test(message) ? PAUSE : null
    return new VendorError.RateLimited({ endpoint, status, detail: `answered ${status}`, retryAfter })
  }
  const refusal = { endpoint, status: 403, isOfCredentials: false }
  if (status === 422) {
    return OWNERS_ONLY.test(message)
      ? new VendorError.Unauthorized({ ...refusal, detail: "answered 422: the token is not an organization owner's" })
      : null
  }
  if (FEATURES.test(message) && OFF.test(message)) {
    const detail = `answered ${status}: the organization has no licence for it, or it is off`
    return new VendorError.Unauthorized({ ...refusal, detail, isOfPlan: true })
  }
  return status === 404 && message !== ""
    ? new VendorError.Unauthorized({ ...refusal, detail: "answered 404, as GitHub does if the token may not see it" })
    : null
}
