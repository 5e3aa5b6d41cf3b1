import { Connector, Pagination, Tenant } from "@tributary/core"
import { Encoding, Redacted } from "effect"
import { InsightVmCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { configUsers } from "./exports/config_users.js"
import { devices } from "./exports/devices.js"
import { scanConfigurations } from "./exports/vms_scan_configs.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { core, version } from "./version.generated.js"

const linksOf = (body: unknown): ReadonlyArray<unknown> => {
  const links = Pagination.at(body, "links")
  return Array.isArray(links) ? links : []
}

const hostsOf = (body: unknown): ReadonlyArray<string> =>
  linksOf(body).flatMap((link) => Tenant.hostOf(Pagination.at(link, "href")) ?? [])

/** The root of the API, whose links show what the console calls itself: https://help.rapid7.com/insightvm/en-us/api/index.html#tag/Root */
const root = {
  path: "/api/3",
  names: (body: unknown) => {
    const hosts = hostsOf(body)
    return hosts.length === 0 ? null : hosts
  }
} satisfies Tenant.TenantRequest

/** The console, which serves one customer. Its rows link to themselves with the console's own name, which can differ from its address. */
export const tenantOf = (baseUrl: string): Tenant.Tenant => ({
  id: Tenant.addressOf(baseUrl),
  ofRow: (row) => {
    const self = linksOf(row).find((link) => Pagination.at(link, "rel") === "self")
    return Tenant.hostOf(Pagination.at(self, "href"))
  },
  covers: [new URL(baseUrl).host, root]
})

const basic = (username: string, password: Redacted.Redacted): Redacted.Redacted =>
  Redacted.make(`Basic ${Encoding.encodeBase64(`${username}:${Redacted.value(password)}`)}`)

/** The connector for Rapid7 InsightVM: https://help.rapid7.com/insightvm/en-us/api/index.html */
export const insightvm = Connector.make({
  vendor: "INSIGHTVM",
  name: "Rapid7 InsightVM",
  version,
  core,
  description:
    "Vulnerability management: sites and their scans, assets, the vulnerabilities found on them, and the console's users.",
  category: "VMS",
  authType: "BASIC",
  docsUrl: "https://help.rapid7.com/insightvm/en-us/api/index.html",
  credentials: InsightVmCredentials,
  setupSteps,
  http: ({ base_url, username, password }) => ({
    baseUrl: base_url,
    tenant: tenantOf(base_url),
    // The console serves one customer and documents no limit: https://help.rapid7.com/insightvm/en-us/api/index.html
    rateLimitedBy: "tenant",
    headers: { authorization: basic(username, password) },
    classify,
    // The console computes each page on request, so large pages are slow.
    timeout: "3 minutes"
  }),
  check: "/api/3/sites?size=1",
  exports: {
    config_users: [configUsers],
    devices: [devices],
    vms_scan_configs: [scanConfigurations],
    vulnerabilities: [vulnerabilities]
  },
  // Only a Global Administrator, who may change everything, can read the users of a console.
  optInExportTypes: ["config_users"]
})
