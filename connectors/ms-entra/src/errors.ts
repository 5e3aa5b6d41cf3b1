import { type AnswerErrors, Pagination, VendorError, type VendorHttp } from "@tributary/core"

const NOT_IN_LICENCE = "the tenant's licence does not include this feature"

/**
 * The codes with which Graph refuses a feature that the tenant's licence does not include, sometimes with status 400 instead of 403.
 *
 * https://learn.microsoft.com/en-us/graph/errors
 */
export const errors: AnswerErrors = {
  at: ["error.code", "error.innerError.code", "error.details[].code"],
  codes: { AadPremiumLicenseRequired: "plan", Authentication_RequestFromNonPremiumTenantOrB2CTenant: "plan" },
  words: {
    AadPremiumLicenseRequired: NOT_IN_LICENCE,
    Authentication_RequestFromNonPremiumTenantOrB2CTenant: NOT_IN_LICENCE
  }
}

/** The message of such a refusal by Entra ID Protection and conditional access, whose codes `Forbidden` and `AccessDenied` also mean a missing permission. */
const NOT_LICENSED = /tenant is not licensed/i

/** Recognizes the refusals that only their message tells from a missing permission: https://learn.microsoft.com/en-us/graph/api/riskdetection-list */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const message = Pagination.at(body, "error.message")
  if (status !== 403 || typeof message !== "string" || !NOT_LICENSED.test(message)) return null
  return new VendorError.Unauthorized({
    endpoint,
    status,
    detail: `answered 403: ${NOT_IN_LICENCE}`,
    isOfCredentials: false,
    isOfPlan: true
  })
}
