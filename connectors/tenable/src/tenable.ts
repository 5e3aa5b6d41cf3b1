import { Connector, Pagination, type Tenant } from "@tributary/core"
import { Redacted } from "effect"
import { setupSteps, TenableCredentials } from "./credentials.js"
import { classify } from "./errors.js"
import { configUsers } from "./exports/config_users.js"
import { devices } from "./exports/devices.js"
import { scanConfigurations } from "./exports/vms_scan_configs.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { core, version } from "./version.generated.js"

/** The network that every container has: https://developer.tenable.com/docs/manage-networks-tio */
const DEFAULT_NETWORK = "00000000-0000-0000-0000-000000000000"

const textAt = (row: unknown, path: string): string | null => {
  const found = Pagination.at(row, path)
  return typeof found === "string" && found !== "" ? found : null
}

/** The Azure subscription in the ID of a resource. */
const subscriptionIn = (resource: string | null): string | null =>
  /^\/subscriptions\/([^/]+)/i.exec(resource ?? "")?.[1]?.toLowerCase() ?? null

/** The network of an asset, or of a finding's asset; null for the one that every container has. */
const networkOf = (row: unknown): string | null => {
  const network = textAt(row, "network_id") ?? textAt(row, "asset.network_id")
  return network === DEFAULT_NETWORK ? null : network
}

/**
 * The container, which the session of a key names: https://developer.tenable.com/reference/session-get
 *
 * No row of a scan or an asset names it, and that of a user says no more than the session. What comes closest is the cloud account that an
 * asset is in, or else its network. Only an administrator may list the networks, and nothing lists the accounts, so the set is open.
 */
export const tenant: Tenant.Tenant = {
  id: { path: "/session", names: "container_uuid" },
  ofRow: (row) =>
    textAt(row, "aws_owner_id") ??
    textAt(row, "azure_subscription_id") ??
    subscriptionIn(textAt(row, "azure_resource_id")) ??
    textAt(row, "gcp_project_id") ??
    networkOf(row)
}

/** The connector for Tenable Vulnerability Management: https://developer.tenable.com/reference/navigate */
export const tenable = Connector.make({
  vendor: "TENABLE",
  name: "Tenable Vulnerability Management",
  version,
  core,
  description:
    "Vulnerability management: scans, assets, the vulnerabilities found on them, and the users of the container.",
  category: "VMS",
  authType: "API_KEY",
  docsUrl: "https://developer.tenable.com/reference/navigate",
  credentials: TenableCredentials,
  setupSteps,
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
  exports: {
    vulnerabilities: [vulnerabilities],
    devices: [devices],
    vms_scan_configs: [scanConfigurations],
    config_users: [configUsers]
  }
})
