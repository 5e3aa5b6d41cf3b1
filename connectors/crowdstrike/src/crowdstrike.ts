import { Authentication, Connector } from "@tributary/core"
import { CrowdStrikeCredentials } from "./credentials.js"
import { classify } from "./errors.js"
import { deviceGroups } from "./exports/device_groups.js"
import { devicePolicies } from "./exports/device_policies.js"
import { devices } from "./exports/devices.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { crowdstrikeRate } from "./rate.js"
import { tenant } from "./tenant.js"
import { core, version } from "./version.generated.js"

/** The API hosts of all regions, because each redirects (308) a client of another region to that client's own host. */
const REGIONS = [
  "api.crowdstrike.com",
  "api.us-2.crowdstrike.com",
  "api.eu-1.crowdstrike.com",
  "api.laggar.gcw.crowdstrike.com",
  "api.us-gov-2.crowdstrike.mil"
]

/** The connector for CrowdStrike Falcon: https://developer.crowdstrike.com/api-reference/ */
export const crowdstrike = Connector.make({
  vendor: "CROWDSTRIKE",
  name: "CrowdStrike Falcon",
  version,
  core,
  description: "Endpoint protection: devices, device groups, device policies and vulnerabilities.",
  category: "EDR",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://developer.crowdstrike.com/api-reference/",
  credentials: CrowdStrikeCredentials,
  http: ({ base_url, client_id, client_secret }) => ({
    baseUrl: base_url,
    tenant,
    hosts: REGIONS,
    auth: Authentication.clientCredentials({
      url: `${base_url}/oauth2/token`,
      clientId: client_id,
      clientSecret: client_secret
    }),
    classify,
    rate: crowdstrikeRate,
    // Falcon counts per customer, but only the API client is known, and its answers say what is left to the customer.
    // https://developer.crowdstrike.com/api-reference/
    rateLimitedBy: "token"
  }),
  check: "/devices/queries/devices/v1?limit=1",
  exports: {
    device_groups: [deviceGroups],
    device_policies: [devicePolicies],
    devices: [devices],
    vulnerabilities: [vulnerabilities]
  }
})
