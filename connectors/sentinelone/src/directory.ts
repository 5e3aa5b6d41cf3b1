import type { Records } from "@tributary/core"
import type { SentinelOneAgent } from "./rows/agent.js"

/** The values of one kind in a distinguished name such as `CN=PC1,OU=Laptops,DC=acme,DC=example`, from left to right. */
const partsOf = (name: string, kind: string): ReadonlyArray<string> =>
  name
    .split(/(?<!\\),/)
    .map((part) => part.trim())
    .filter((part) => part.toUpperCase().startsWith(`${kind}=`))
    .map((part) => part.slice(kind.length + 1).replaceAll("\\,", ","))

/** The place of an endpoint in Active Directory; null if it has none. */
export const adInfoOf = ({ activeDirectory }: SentinelOneAgent): Records.AdInfo | null => {
  const name = activeDirectory?.computerDistinguishedName
  if (!name) return null
  return {
    org_unit: [...partsOf(name, "OU")].reverse().join("/") || null,
    site_name: null,
    domain: partsOf(name, "DC").join(".") || null,
    device_id: null
  }
}
