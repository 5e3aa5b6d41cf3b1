import { Pagination, VendorError, type VendorHttp } from "@tributary/core"
import { ISSUES } from "./issue.js"

/** How much of a message is searched, which can be as long as the answer allows. */
const MAX_MESSAGE = 1_000

/** What Snyk says of an organization whose plan has no API: https://docs.snyk.io/developer-tools/snyk-api/authentication-for-api */
const NOT_ENTITLED = /not entitled|upgrade your plan/i

/** The first error of an answer. The REST API has the words in `detail`; what stands before it has them in `message`. */
const messageOf = (body: unknown): string => {
  const errors = Pagination.at(body, "errors")
  const first: unknown = Array.isArray(errors) ? errors[0] : body
  return ["detail", "title", "message"]
    .map((name) => Pagination.at(first, name))
    .filter((text) => typeof text === "string")
    .map((text) => text.slice(0, MAX_MESSAGE))
    .join(" ")
}

/** Classifies the answers whose status alone would mislead: https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api#errors */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status === 403 && NOT_ENTITLED.test(messageOf(body))) {
    const detail = "answered 403: the plan does not include the API"
    return new VendorError.Unauthorized({ endpoint, status, detail, isOfCredentials: false, isOfPlan: true })
  }
  if (status === 404 && endpoint === ISSUES && messageOf(body) !== "") {
    const detail = "answered 404: there is no group or organization with this ID that the token may see"
    return new VendorError.Unauthorized({ endpoint, status: 403, detail, isOfCredentials: false })
  }
  return null
}
