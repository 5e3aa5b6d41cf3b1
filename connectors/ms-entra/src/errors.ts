import { VendorError, type VendorHttp } from "@tributary/core"

/** The code of the error with which Graph refuses a feature that the tenant's licence does not include. */
const UNLICENSED = /"code"\s*:\s*"AadPremiumLicenseRequired"/

/**
 * Classifies a missing licence as `Unauthorized`, even when Graph answers 400 instead of 403; returns null for all
 * other answers.
 *
 * https://learn.microsoft.com/en-us/graph/errors
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status !== 400 || !UNLICENSED.test(text)) return null
  const detail = "answered 400: the tenant's licence does not include this feature"
  return new VendorError.Unauthorized({ endpoint, status: 403, detail })
}
