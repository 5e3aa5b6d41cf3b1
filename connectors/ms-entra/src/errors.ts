import type { AnswerErrors } from "@tributary/core"

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
