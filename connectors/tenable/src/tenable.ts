import { Connector } from "@tributary/core"
import { Redacted } from "effect"
import { TenableCredentials } from "./credentials.js"
import { classify } from "./errors.js"
import { devices } from "./exports/devices.js"
import { scanConfigurations } from "./exports/vms_scan_configs.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { tenant } from "./tenant.js"
import { core, version } from "./version.generated.js"

/** The connector for Tenable Vulnerability Management: https://developer.tenable.com/reference/navigate */
export const tenable = Connector.make({
  vendor: "TENABLE",
  name: "Tenable Vulnerability Management",
  version,
  core,
  description: "Vulnerability management: scans, assets, and the vulnerabilities found on them.",
  category: "VMS",
  authType: "API_KEY",
  docsUrl: "https://developer.tenable.com/reference/navigate",
  credentials: TenableCredentials,
  http: ({ access_key, secret_key }) => ({
    baseUrl: "https://cloud.tenable.com",
    tenant,
    headers: {
      "x-apikeys": Redacted.make(`accessKey=${Redacted.value(access_key)}; secretKey=${Redacted.value(secret_key)}`)
    },
    classify,
    // Tenable limits each user, whom it knows by the API key: https://developer.tenable.com/docs/rate-limiting
    rateLimitedBy: "token",
    // A chunk holds thousands of rows.
    timeout: "3 minutes"
  }),
  check: "/session",
  exports: { vulnerabilities: [vulnerabilities], devices: [devices], vms_scan_configs: [scanConfigurations] }
})
