import { Pagination, type Tenant } from "@tributary/core"

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
 * No row names it. What comes closest is the cloud account that an asset is in, or else its network. Only an administrator may list the
 * networks, and nothing lists the accounts, so the set is open.
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
