import { Pagination, VendorError, type VendorHttp } from "@tributary/core"

/** The message of a 400 to every request about a tenant without Intune; its code, `BadRequest`, says nothing. */
const NOT_APPLICABLE = /not applicable to target tenant/i

/**
 * Recognizes the 400 for a tenant that has no Intune licence or has not chosen Intune as its mobile device management authority, because the
 * status alone would mean a wrong request.
 *
 * https://learn.microsoft.com/en-us/graph/api/resources/intune-graph-overview
 */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const message = Pagination.at(body, "error.message")
  if (status !== 400 || typeof message !== "string" || !NOT_APPLICABLE.test(message)) return null
  const detail = "answered 400: the tenant has no Intune licence, or Intune does not manage its devices"
  return new VendorError.Unauthorized({ endpoint, status: 403, detail, isOfCredentials: false, isOfPlan: true })
}
