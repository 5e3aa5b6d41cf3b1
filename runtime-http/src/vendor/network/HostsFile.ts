import type { LookupAddress } from "node:dns"
import { isIP } from "node:net"

/** The addresses of each name in the text of hosts(5). */
export const parse = (text: string): ReadonlyMap<string, ReadonlyArray<LookupAddress>> => {
  const all = new Map<string, Array<LookupAddress>>()
  for (const line of text.split("\n")) {
    const [entry = ""] = line.split("#", 1)
    const [address = "", ...names] = entry.split(/\s+/).filter((word) => word !== "")
    const family = isIP(address)
    for (const name of family === 0 ? [] : names.map((name) => name.toLowerCase())) {
      all.set(name, [...(all.get(name) ?? []), { address, family }])
    }
  }
  return all
}
