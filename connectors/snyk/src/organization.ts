import { Pagination, Row } from "@tributary/core"
import { Schema } from "effect"
import type { SnykCredentials } from "./credentials.js"
import { cursorPages, PAGE_SIZE, pages } from "./pages.js"

/** An organization: https://docs.snyk.io/snyk-api/reference/orgs#get-orgs */
export const SnykOrganization = Schema.Struct({
  id: Schema.String,
  attributes: Row.nullish(Schema.Struct({ name: Row.text }))
})
export interface SnykOrganization extends Schema.Schema.Type<typeof SnykOrganization> {}

const ORGANIZATIONS = "/rest/orgs"

/** Snyk names no permission for the list of organizations; this one lets an account see an organization at all. */
const permissions = ["View Organization (org.read)"]

/** How many organizations a page has if the lists below each are read before the next page. Its cursor must not grow old meanwhile. */
const FEW = 20

const fewPages: Pagination.Pagination = { ...pages, query: { limit: FEW } }

/** The organizations that the token may see, a few at a time: https://docs.snyk.io/snyk-api/reference/orgs#get-orgs */
export const organizations = {
  endpoint: ORGANIZATIONS,
  row: SnykOrganization,
  pagination: fewPages satisfies Pagination.Pagination,
  permissions
}

/** All organizations that the token may see, as many at a time as Snyk allows: https://docs.snyk.io/snyk-api/reference/orgs#get-orgs */
export const allOrganizations = {
  endpoint: `${ORGANIZATIONS}?limit=${PAGE_SIZE}`,
  row: Schema.Struct({ id: Schema.String }),
  pagination: cursorPages satisfies Pagination.Pagination,
  permissions
}

const isOther = (value: unknown, chosen: string): boolean =>
  typeof value === "string" && value.toLowerCase() !== chosen.toLowerCase()

/**
 * Leaves out organizations of other groups, or others than the one, that the customer chose: the token of a person may see some. What says
 * nothing is kept, because a row that cannot be read must be counted.
 */
export const isChosen =
  ({ scope, scope_id }: Pick<SnykCredentials, "scope" | "scope_id">) =>
  (endpoint: string, row: unknown): boolean => {
    if (endpoint !== organizations.endpoint && endpoint !== allOrganizations.endpoint) return true
    if (scope === "ORGANIZATION") return !isOther(Pagination.at(row, "id"), scope_id)
    const isPersonal = Pagination.at(row, "attributes.is_personal") === true
    return !isPersonal && !isOther(Pagination.at(row, "attributes.group_id"), scope_id)
  }
