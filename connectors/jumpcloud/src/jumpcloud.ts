import { Connector } from "@tributary/core"
import { JumpCloudCredentials } from "./credentials.js"
import { deviceGroups } from "./exports/device_groups.js"
import { devicePolicies } from "./exports/device_policies.js"
import { devices } from "./exports/devices.js"
import { applications } from "./exports/idp.applications.js"
import { groups } from "./exports/idp.groups.js"
import { users } from "./exports/idp.users.js"
import { tenantOf } from "./tenant.js"
import { core, version } from "./version.generated.js"

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
