import { Connector, Pagination, type Tenant } from "@tributary/core"
import { JumpCloudCredentials, setupSteps } from "./credentials.js"
import { deviceGroups } from "./exports/device_groups.js"
import { devicePolicies } from "./exports/device_policies.js"
import { devices } from "./exports/devices.js"
import { applications } from "./exports/idp.applications.js"
import { groups } from "./exports/idp.groups.js"
import { users } from "./exports/idp.users.js"
import { core, version } from "./version.generated.js"

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

/** The JumpCloud connector: https://docs.jumpcloud.com/api/ */
export const jumpcloud = Connector.make({
  vendor: "JUMPCLOUD",
  name: "JumpCloud",
  version,
  core,
  description: "Directory and device management: users, groups, applications, devices, device groups and policies.",
  category: "IDP",
  authType: "API_KEY",
  docsUrl: "https://docs.jumpcloud.com/api/",
  credentials: JumpCloudCredentials,
  setupSteps,
  http: ({ api_key, base_url, org_id }) => ({
    baseUrl: base_url,
    tenant: tenantOf(org_id),
    headers: { "x-api-key": api_key, ...(org_id === null ? {} : { "x-org-id": org_id }) }
  }),
  check: "/api/systemusers?limit=1",
  exports: {
    idp: [users, groups, applications],
    devices: [devices],
    device_groups: [deviceGroups],
    device_policies: [devicePolicies]
  }
})
