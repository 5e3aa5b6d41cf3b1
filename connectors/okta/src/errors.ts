import { Pagination, VendorError, type VendorHttp } from "@tributary/core"

/** The list of policies, which Okta has only for one type at a time. */
export const POLICIES = "/api/v1/policies"

/** The code of a request that is not valid: https://developer.okta.com/docs/reference/error-codes/#E0000002 */
const INVALID_REQUEST = "E0000002"

const POLICY_TYPE = /policy type/i

/** How much of a summary is searched, which can be as long as the answer allows. */
const MAX_SUMMARY = 1_000

const summaryOf = (body: unknown): string => {
  const summary = Pagination.at(body, "errorSummary")
  return typeof summary === "string" ? summary.slice(0, MAX_SUMMARY) : ""
}

/** Recognizes the 400 for a type of policy that the organization does not have, because the status alone would mean a wrong request. */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (endpoint !== POLICIES || status !== 400 || Pagination.at(body, "errorCode") !== INVALID_REQUEST) return null
  // The code means any request that is not valid: without this word, a mistake of the connector would look like a list without policies.
  if (!POLICY_TYPE.test(summaryOf(body))) return null
  const detail = "answered 400: the organization does not have policies of this type"
  return new VendorError.Unauthorized({ endpoint, status: 403, detail, isOfCredentials: false, isOfPlan: true })
}
