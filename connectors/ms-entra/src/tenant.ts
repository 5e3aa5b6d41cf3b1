import { Pagination, Tenant } from "@tributary/core"

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
    // https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
    id: Tenant.directory(entered, `https://login.microsoftonline.com/${entered}/v2.0/.well-known/openid-configuration`),
    ofRow: (row, endpoint) => (USERS.includes(endpoint) ? domainOf(row) : null),
    // Graph shows them with `Organization.Read.All`: https://learn.microsoft.com/en-us/graph/api/organization-list
    covers: [{ path: "/v1.0/organization", query: { $select: "verifiedDomains" }, names: domainsOf }]
  }
}
