import { type AnswerErrors, Pagination, VendorError, type VendorHttp } from "@tributary/core"

const NO_PRIVILEGE = "the administrator lacks the privilege for it"
const NO_SCOPE = "the token lacks the scope for it, which was not allowed or not delegated"
const NOT_ENABLED = "the API is not enabled in the project of the OAuth client or service account"

/**
 * The codes of Google's errors. Limits are refused with 403, like missing privileges.
 *
 * https://developers.google.com/workspace/admin/directory/v1/limits
 * https://developers.google.com/workspace/admin/reports/v1/troubleshoot-error-codes
 * https://cloud.google.com/apis/design/errors
 * https://developers.google.com/identity/protocols/oauth2/service-account#jwterror
 */
export const errors: AnswerErrors = {
  // The token endpoint has a text where the APIs have an object.
  at: ["error.errors[].reason", "error.details[].reason", "error.status", "error"],
  codes: {
    // Too many requests of one user, of a project, at the same time, or in a day.
    userRateLimitExceeded: 429,
    rateLimitExceeded: 429,
    quotaExceeded: 429,
    dailyLimitExceeded: 429,
    RATE_LIMIT_EXCEEDED: 429,
    RESOURCE_EXHAUSTED: 429,
    // The token was refused or has expired.
    authError: 401,
    UNAUTHENTICATED: 401,
    // Without the scope, the API, or the privilege.
    ACCESS_TOKEN_SCOPE_INSUFFICIENT: 403,
    insufficientPermissions: 403,
    SERVICE_DISABLED: 403,
    accessNotConfigured: 403,
    domainCannotUseApis: 403,
    notAuthorized: 403,
    forbidden: 403,
    // The customer's edition lacks the feature, or nobody has set it up.
    PERMISSION_DENIED: 403,
    // Google's own trouble, which passes.
    backendError: 503,
    UNAVAILABLE: 503,
    // The service account may not act for the administrator with these scopes, or is not who it says.
    unauthorized_client: 401,
    access_denied: 401,
    invalid_grant: 401
  },
  words: {
    quotaExceeded: "too many requests at once",
    dailyLimitExceeded: "too many requests today",
    ACCESS_TOKEN_SCOPE_INSUFFICIENT: NO_SCOPE,
    insufficientPermissions: NO_SCOPE,
    SERVICE_DISABLED: NOT_ENABLED,
    accessNotConfigured: NOT_ENABLED,
    domainCannotUseApis: "the domain does not allow access through APIs",
    notAuthorized: NO_PRIVILEGE,
    forbidden: NO_PRIVILEGE,
    unauthorized_client: "the Client ID is not delegated all of the scopes that were asked for",
    access_denied: "the Client ID may not act for the administrator",
    invalid_grant:
      "Google does not know the key, the service account or the administrator, or the administrator is suspended"
  }
}

/** How much of a message is searched, which can be as long as the answer allows. */
const MAX_MESSAGE = 1_000

const PAGE_TOKEN = /page.?token/i

/** Recognizes a page token that Google no longer accepts, because the status alone would mean a wrong request. */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const message = Pagination.at(body, "error.message")
  if (status !== 400 || typeof message !== "string" || !PAGE_TOKEN.test(message.slice(0, MAX_MESSAGE))) return null
  return new VendorError.CheckpointExpired({ endpoint, status, detail: "answered 400: the page token has expired" })
}
