import { Pagination, VendorError, type VendorHttp } from "@tributary/core"
import { REPORT } from "./exports/issues.js"

/** How much of a message is searched, which can be as long as the answer allows. */
const MAX_MESSAGE = 1_000

/** The access level of the lowest role that sees the vulnerability report, Security Manager; Developer is above it: https://docs.gitlab.com/user/permissions/ */
const LOWEST_LEVEL = 25

/** What GitLab says of a query that asks for too much: https://docs.gitlab.com/api/graphql/#maximum-query-complexity */
const TOO_COMPLEX = /complexity/i

const textAt = (body: unknown, path: string): string => {
  const found = Pagination.at(body, path)
  return typeof found === "string" ? found.slice(0, MAX_MESSAGE) : ""
}

const errorsIn = (body: unknown): ReadonlyArray<unknown> => {
  const found = Pagination.at(body, "errors")
  return Array.isArray(found) ? found : []
}

/** The Community Edition has no vulnerability report, and so no such field of a group. */
const isOfCommunityEdition = (error: unknown): boolean =>
  Pagination.at(error, "extensions.typeName") === "Group" &&
  Pagination.at(error, "extensions.fieldName") === "vulnerabilities"

const refused = (endpoint: string, detail: string, isOfPlan: boolean) =>
  new VendorError.Unauthorized({ endpoint, status: 403, detail, isOfCredentials: false, isOfPlan })

/** What an answer of GraphQL with the status 200 says about the report; null if it has the report. */
const ofReport = (body: unknown, endpoint: string): VendorError.VendorError | null => {
  const errors = errorsIn(body)
  if (errors.some(isOfCommunityEdition)) {
    return refused(endpoint, "GitLab Community Edition has no vulnerability report", true)
  }
  if (errors.some((error) => TOO_COMPLEX.test(textAt(error, "message")))) {
    return new VendorError.ClientError({ endpoint, status: 400, detail: "the query is too complex for this GitLab" })
  }
  // A part that failed is null, too.
  if (errors.length > 0) return null
  const group = Pagination.at(body, "data.group")
  if (group === null) return refused(endpoint, "the group does not exist, or the token may not see it", false)
  if (Pagination.at(group, "vulnerabilitySeveritiesCount") !== null) return null
  const level = Pagination.at(group, "maxAccessLevel.integerValue")
  return typeof level === "number" && level >= LOWEST_LEVEL
    ? refused(
        endpoint,
        "the group's licence does not include the vulnerability report, which needs GitLab Ultimate",
        true
      )
    : refused(
        endpoint,
        "the token's role in the group may not see the vulnerability report: it must be Developer",
        false
      )
}

/**
 * Classifies the answers whose status alone would mislead: GraphQL answers 200 with an empty list if the group's licence or the token's role does not
 * include the vulnerability report, and REST answers 404 about what the token may not see.
 *
 * https://docs.gitlab.com/api/rest/troubleshooting/#status-codes
 */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status === 404 && textAt(body, "message") !== "") {
    return refused(endpoint, "answered 404, as GitLab does if the token may not see it", false)
  }
  return status === 200 && endpoint === REPORT ? ofReport(body, endpoint) : null
}
