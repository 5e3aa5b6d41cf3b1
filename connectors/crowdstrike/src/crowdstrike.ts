import { Authentication, Connector, Pagination, type RateBudget, type Tenant } from "@tributary/core"
import { CrowdStrikeCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { alerts } from "./exports/alerts.js"
import { configUsers, USERS } from "./exports/config_users.js"
import { deviceGroups } from "./exports/device_groups.js"
import { devicePolicies } from "./exports/device_policies.js"
import { devices } from "./exports/devices.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { core, version } from "./version.generated.js"

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

/**
 * The customer by its CID, which its rows have; a parent also sees those of its children.
 *
 * That of a user is the user's home, which may be the parent: a user can have roles in other customers too.
 */
export const tenant: Tenant.Tenant = {
  id: customer,
  ofRow: (row, endpoint) => (endpoint === USERS ? null : lower(Pagination.at(row, "cid"))),
  covers: [children]
}

/** CrowdStrike limits the requests of a customer per minute. */
const WINDOW_MILLIS = 60_000

/**
 * Reads CrowdStrike's rate headers; null if an answer has none.
 *
 * Only a 429 says when the window ends, as epoch seconds in `X-Ratelimit-Retryafter`; otherwise a full window is assumed.
 *
 * https://developer.crowdstrike.com/api-reference/
 */
export const crowdstrikeRate = (
  headers: Readonly<Record<string, string>>,
  now: number
): RateBudget.RateState | null => {
  const limit = Number(headers["x-ratelimit-limit"])
  const remaining = Number(headers["x-ratelimit-remaining"])
  const retryAfter = Number(headers["x-ratelimit-retryafter"])
  const known = Number.isFinite(limit) ? limit : null
  if (Number.isFinite(retryAfter)) return { limit: known, remaining: 0, resetAt: retryAfter * 1_000 }
  if (!Number.isFinite(remaining)) return null
  return { limit: known, remaining, resetAt: now + WINDOW_MILLIS }
}

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
  description:
    "Endpoint protection: alerts, devices, device groups, device policies, vulnerabilities and users of the console.",
  category: "EDR",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://developer.crowdstrike.com/api-reference/",
  credentials: CrowdStrikeCredentials,
  setupSteps,
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
    alerts: [alerts],
    config_users: [configUsers],
    device_groups: [deviceGroups],
    device_policies: [devicePolicies],
    devices: [devices],
    vulnerabilities: [vulnerabilities]
  }
})
