import { Pagination, type Tenant } from "@tributary/core"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The tenant and its domains; Graph shows them with `Organization.Read.All`: https://learn.microsoft.com/en-us/graph/api/organization-list */
const organization = { path: "/v1.0/organization", query: { $select: "id,verifiedDomains" } }

const domainsOf = (body: unknown): ReadonlyArray<string> | null => {
  const domains = Pagination.at(body, "value.0.verifiedDomains")
  if (!Array.isArray(domains)) return null
  return domains.flatMap((domain) => {
    const name = Pagination.at(domain, "name")
    return typeof name === "string" ? [name.toLowerCase()] : []
  })
}

/** The lists of users. In a report, a guest can have the name of another tenant. */
const USERS = ["/v1.0/users", "/v1.0/users/delta"]

/** The domain of a user, which is one of the tenant's: https://learn.microsoft.com/en-us/graph/api/resources/user#properties */
const domainOf = (row: unknown): string | null => {
  const name = Pagination.at(row, "userPrincipalName")
  return typeof name === "string" && name.includes("@") ? name.slice(name.lastIndexOf("@") + 1).toLowerCase() : null
}

/** The directory, which a customer can also enter as one of its domains. */
export const tenantOf = (tenantId: string): Tenant.Tenant => {
  const entered = tenantId.toLowerCase()
  return {
    id: UUID.test(entered) ? entered : { ...organization, names: "value.0.id" },
    ofRow: (row, endpoint) => (USERS.includes(endpoint) ? domainOf(row) : null),
    covers: [{ ...organization, names: domainsOf }]
  }
}
