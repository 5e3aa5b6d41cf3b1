import { Authentication, Connector } from "@tributary/core"
import { JamfCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { configUsers } from "./exports/config_users.js"
import { deviceGroups } from "./exports/device_groups.js"
import { devicePolicies } from "./exports/device_policies.js"
import { devices } from "./exports/devices.js"
import { core, version } from "./version.generated.js"

/** The connector for Jamf Pro: https://developer.jamf.com/jamf-pro/reference/jamf-pro-api */
export const jamf = Connector.make({
  vendor: "JAMF",
  name: "Jamf Pro",
  version,
  core,
  description:
    "Management of Apple devices: computers, mobile devices, their groups, configuration profiles and accounts.",
  category: "MDM",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://developer.jamf.com/jamf-pro/docs/jamf-pro-api-overview",
  credentials: JamfCredentials,
  setupSteps,
  http: ({ base_url, client_id, client_secret }) => ({
    baseUrl: base_url,
    // The Classic API answers in XML by default: https://developer.jamf.com/jamf-pro/docs/getting-started-2
    headers: { accept: "application/json" },
    classify,
    // Jamf has no limit, and asks for at most five requests at once: https://developer.jamf.com/developer-guide/docs/jamf-pro-api-scalability-best-practices
    rateLimitedBy: "tenant",
    auth: Authentication.clientCredentials({
      // https://developer.jamf.com/jamf-pro/reference/postoauthtoken
      url: `${base_url}/api/oauth/token`,
      clientId: client_id,
      clientSecret: client_secret
    })
  }),
  // Needs no privilege: https://developer.jamf.com/jamf-pro/reference/get_v1-jamf-pro-version
  check: "/api/v1/jamf-pro-version",
  exports: {
    devices: [devices],
    // Devices name the groups that they belong to.
    device_groups: [deviceGroups, devices],
    device_policies: [devicePolicies],
    config_users: [configUsers]
  }
})
