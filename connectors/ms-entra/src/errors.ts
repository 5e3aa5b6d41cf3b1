import { VendorError, type VendorHttp } from "@tributary/core"

/** The names under which Graph refuses what the tenant's licence does not hold, also where the status is a 400. */
const UNLICENSED = /"code"\s*:\s*"AadPremiumLicenseRequired"/

/**
 * Where Graph's status says less than the error's name: a missing licence is a refusal, as it is elsewhere (403).
 *
 * https://learn.microsoft.com/en-us/graph/errors
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status !== 400 || !UNLICENSED.test(text)) return null
  return new VendorError.Unauthorized({ endpoint, status: 403, detail: "answered 400, not in the tenant's licence" })
}
