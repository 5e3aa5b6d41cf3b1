import { Connector } from "@tributary/core"
import { Encoding, Redacted } from "effect"
import { InsightVmCredentials } from "./credentials.js"
import { devices } from "./exports/devices.js"
import { scanConfigurations } from "./exports/vms_scan_configs.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { tenantOf } from "./tenant.js"
import { core, version } from "./version.generated.js"

const basic = (username: string, password: Redacted.Redacted): Redacted.Redacted =>
  Redacted.make(`Basic ${Encoding.encodeBase64(`${username}:${Redacted.value(password)}`)}`)

/** The connector for Rapid7 InsightVM: https://help.rapid7.com/insightvm/en-us/api/index.html */
export const insightvm = Connector.make({
  vendor: "INSIGHTVM",
  name: "Rapid7 InsightVM",
  version,
  core,
  description: "Vulnerability management: sites and their scans, assets, and the vulnerabilities found on them.",
  category: "VMS",
  authType: "BASIC",
  docsUrl: "https://help.rapid7.com/insightvm/en-us/api/index.html",
  credentials: InsightVmCredentials,
  http: ({ base_url, username, password }) => ({
    baseUrl: base_url,
    tenant: tenantOf(base_url),
    // The console serves one customer and documents no limit: https://help.rapid7.com/insightvm/en-us/api/index.html
    rateLimitedBy: "tenant",
    headers: { authorization: basic(username, password) },
    // The console computes each page on request, so large pages are slow.
    timeout: "3 minutes"
  }),
  check: "/api/3/sites?size=1",
  exports: {
    devices: [devices],
    vms_scan_configs: [scanConfigurations],
    vulnerabilities: [vulnerabilities]
  }
})
