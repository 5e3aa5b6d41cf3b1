import { Pagination, type Tenant } from "@tributary/core"

const lower = (value: unknown): string | null => (typeof value === "string" ? value.toLowerCase() : null)

/** The customer ID (CID) with a checksum, shown with `Sensor Download: Read`: https://developer.crowdstrike.com/api-reference/collections/sensor-download/ */
const customer: Tenant.TenantRequest = {
  path: "/sensors/queries/installers/ccid/v1",
  names: (body) => lower(Pagination.at(body, "resources.0"))?.split("-")[0]
}

const LIMIT = 500

/** The child CIDs of a parent, shown with `Flight Control: Read`: https://developer.crowdstrike.com/api-reference/collections/mssp/ */
const children: Tenant.TenantRequest = {
  path: "/mssp/queries/children/v1",
  query: { limit: LIMIT, offset: 0 },
  names: (body) => {
    const ids = Pagination.at(body, "resources")
    return Array.isArray(ids) ? ids.flatMap((id) => lower(id) ?? []) : null
  },
  next: (body, sent) => {
    const end = Number(sent["offset"]) + LIMIT
    return end < Number(Pagination.at(body, "meta.pagination.total")) ? { ...sent, offset: end } : null
  }
}

/** The customer by its CID, which its rows have; a parent also sees those of its children. */
export const tenant: Tenant.Tenant = {
  id: customer,
  ofRow: (row) => lower(Pagination.at(row, "cid")),
  covers: [children]
}
