import { Connector, type RateBudget } from "@tributary/core"
import { Encoding, Redacted } from "effect"
import { QualysCredentials, setupSteps } from "./credentials.js"
import { errors } from "./errors.js"
import { configUsers } from "./exports/config_users.js"
import { devices } from "./exports/devices.js"
import { scanConfigurations } from "./exports/vms_scan_configs.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { decode } from "./lists.js"
import { core, version } from "./version.generated.js"

/**
 * The limit that every answer announces: so many requests in the last hours, and how long to wait once none is left.
 *
 * https://docs.qualys.com/en/vm/api/get_started/api_limits.htm
 */
export const qualysRate = (headers: Readonly<Record<string, string>>, now: number): RateBudget.RateState | null => {
  const [limit, remaining, wait = 0, window = 0] = ["limit", "remaining", "towait-sec", "window-sec"].map((name) =>
    Number.parseInt(headers[`x-ratelimit-${name}`] ?? "", 10)
  )
  if (limit === undefined || remaining === undefined || Number.isNaN(limit) || Number.isNaN(remaining)) return null
  // The window rolls: until the vendor asks for a pause, it ends at the earliest after its whole length.
  return { limit, remaining: wait > 0 ? 0 : remaining, resetAt: now + (wait > 0 ? wait : window || 0) * 1_000 }
}

const basic = (username: string, password: Redacted.Redacted): Redacted.Redacted =>
  Redacted.make(`Basic ${Encoding.encodeBase64(`${username}:${Redacted.value(password)}`)}`)

/** The connector for Qualys VMDR: https://docs.qualys.com/en/vm/api/ */
export const qualys = Connector.make({
  vendor: "QUALYS",
  name: "Qualys VMDR",
  version,
  core,
  description:
    "Vulnerability management: scanned hosts, the vulnerabilities detected on them, scan schedules and users.",
  category: "VMS",
  authType: "BASIC",
  docsUrl: "https://docs.qualys.com/en/vm/api/",
  credentials: QualysCredentials,
  setupSteps,
  http: ({ base_url, username, password }) => ({
    baseUrl: base_url,
    // Customers share the address of their platform, and neither the API nor its rows name the subscription of a login.
    tenant: { id: null, limitedAs: username },
    // Qualys refuses requests without the second header: https://docs.qualys.com/en/vm/api/get_started/making_requests.htm
    headers: { authorization: basic(username, password), "x-requested-with": "Tributary" },
    decode,
    errors,
    rate: qualysRate,
    // A limit covers one API of the subscription: https://docs.qualys.com/en/vm/api/get_started/api_limits.htm
    rateLimitedBy: "tenant",
    rateLimitCovers: "endpoint",
    // Without a higher tier, a subscription may have two calls of an API open.
    requestsAtOnce: 2,
    // Qualys writes a page while it reads it, which takes minutes for hosts with many detections.
    timeout: "5 minutes"
  }),
  check: {
    path: "/api/5.0/fo/asset/host/",
    query: { action: "list", details: "None", truncation_limit: 1 },
    has: "HOST_LIST_OUTPUT.RESPONSE.DATETIME"
  },
  exports: {
    config_users: [configUsers],
    devices: [devices],
    vms_scan_configs: [scanConfigurations],
    vulnerabilities: [vulnerabilities],
    vulnerability_findings_v2: [vulnerabilities]
  },
  // Only managers and administrators, who may change everything, can read the users of a subscription.
  optInExportTypes: ["config_users"]
})
