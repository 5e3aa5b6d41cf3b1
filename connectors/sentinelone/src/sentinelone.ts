import { Connector, Pagination, type Tenant } from "@tributary/core"
import { Redacted } from "effect"
import { SentinelOneCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { alerts } from "./exports/alerts.js"
import { users } from "./exports/config_users.js"
import { groups } from "./exports/device_groups.js"
import { devices } from "./exports/devices.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { core, version } from "./version.generated.js"

/** The account of an agent, or of the agent that had a threat; groups, users and risks name none. */
const accountOf = (row: unknown): string | null => {
  const account = Pagination.at(row, "accountId") ?? Pagination.at(row, "agentDetectionInfo.accountId")
  return typeof account === "string" ? account : null
}

/** Accounts of several customers can share a console, and no request that every user may send names those of the user. */
export const tenant: Tenant.Tenant = { id: null, ofRow: accountOf }

/** The connector for SentinelOne Singularity, whose documentation every console has at `/api-doc/overview`. */
export const sentinelone = Connector.make({
  vendor: "SENTINELONE",
  name: "SentinelOne",
  version,
  core,
  description:
    "Endpoint protection: threats, devices, device groups, vulnerabilities of applications and users of the console.",
  category: "EDR",
  authType: "API_KEY",
  docsUrl: "https://usea1-partners.sentinelone.net/api-doc/overview",
  credentials: SentinelOneCredentials,
  setupSteps,
  http: ({ api_token, base_url }) => ({
    baseUrl: base_url,
    tenant,
    headers: { authorization: Redacted.make(`ApiToken ${Redacted.value(api_token)}`) },
    // The limits that the documentation names are those of a user token; it names none for these lists.
    // https://usea1-partners.sentinelone.net/api-doc/overview
    rateLimitedBy: "token",
    classify
  }),
  // The only request that needs a valid token, but no permission.
  check: "/web/api/v2.1/system/info",
  exports: {
    alerts: [alerts],
    devices: [devices],
    device_groups: [groups, devices],
    vulnerabilities: [vulnerabilities],
    config_users: [users]
  }
})
