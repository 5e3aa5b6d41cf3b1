import { Pagination, type Tenant } from "@tributary/core"

const LIMIT = 100

const idOf = (organization: unknown): unknown => Pagination.at(organization, "id") ?? Pagination.at(organization, "_id")

/** The organizations that the administrator of the key may read: https://docs.jumpcloud.com/api/1.0/index.html#tag/Organizations */
const organizations: Tenant.TenantRequest = {
  path: "/api/organizations",
  query: { limit: LIMIT, skip: 0 },
  names: (body) => {
    const listed = Pagination.at(body, "results")
    return Array.isArray(listed) ? listed.map((organization) => String(idOf(organization))) : null
  },
  next: (body, sent) => {
    const end = Number(sent["skip"]) + LIMIT
    return end < Number(Pagination.at(body, "totalCount")) ? { ...sent, skip: end } : null
  }
}

/** The organization, which its users, systems and applications name; the customer enters it if the key belongs to several. */
export const tenantOf = (organizationId: string | null): Tenant.Tenant => ({
  id: organizationId ?? organizations,
  ofRow: (row) => {
    const organization = Pagination.at(row, "organization")
    return typeof organization === "string" ? organization : null
  },
  covers: organizationId === null ? [organizations] : []
})
