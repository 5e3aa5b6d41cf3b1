import { createHash } from "node:crypto"
import type { Connector, VendorHttp } from "@tributary/core"

/** The credential fields that are not secret, by name, as the connector receives them. */
const publicFields = ({ credentials: { fields } }: Connector.Connector, values: Readonly<Record<string, unknown>>) =>
  Object.keys(fields)
    .filter((name) => fields[name]?.credential.type !== "secret")
    .toSorted()
    .map((name) => [name, values[name] ?? null])

/**
 * Identifies what the credentials lead to: the vendor's hosts and the customer's tenant there. A hash, without anything secret.
 *
 * It stays the same when only a key or token is replaced. If the connector does not name the tenant, every credential field that is not
 * secret counts as a part of its name.
 */
export const of = (
  connector: Connector.Connector,
  settings: VendorHttp.VendorHttpSettings,
  credentials: Readonly<Record<string, unknown>>
): string => {
  const { auth, baseUrl, furtherBaseUrls = [], tenant } = settings
  const who = tenant ?? publicFields(connector, credentials)
  return createHash("sha256")
    .update(JSON.stringify([connector.vendor, baseUrl, furtherBaseUrls.toSorted(), auth?.url ?? null, who]))
    .digest("hex")
}
