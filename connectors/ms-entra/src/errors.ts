import { VendorError, type VendorHttp } from "@tributary/core"

/** The codes of the errors with which Graph refuses a feature that the tenant's licence does not include. */
const UNLICENSED: ReadonlySet<string> = new Set([
  "AadPremiumLicenseRequired",
  "Authentication_RequestFromNonPremiumTenantOrB2CTenant"
])

/** Whether a text of JSON has one of these codes. */
const hasCode = (text: string, codes: ReadonlySet<string>): boolean =>
  [...text.matchAll(/"code"\s*:\s*"(\w+)"/g)].some(([, code = ""]) => codes.has(code))

const NOT_IN_LICENCE = "the tenant's licence does not include this feature"

/**
 * Classifies a missing licence as `Unauthorized`, even when Graph answers 400 instead of 403; returns null for all
 * other answers.
 *
 * https://learn.microsoft.com/en-us/graph/errors
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if ((status !== 400 && status !== 403) || !hasCode(text, UNLICENSED)) return null
  const detail = `answered ${status}: ${NOT_IN_LICENCE}`
  return new VendorError.Unauthorized({ endpoint, status: 403, detail, isOfPlan: true })
}
