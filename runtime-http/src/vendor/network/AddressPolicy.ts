import { BlockList, isIP } from "node:net"
import { Context, Effect } from "effect"

/** Why requests may not go to an address that a customer enters; null if they may. Allows all by default, for tests without a network. */
export class AddressCheck extends Context.Reference<AddressCheck>()("@tributary/runtime-http/AddressCheck", {
  defaultValue: (): ((url: URL) => Effect.Effect<string | null>) => () => Effect.succeed(null)
}) {}

/** Which local and private addresses a vendor's host may resolve to. */
export interface AddressSettings {
  /** Whether this machine may be called, also over http; for vendor simulators. Default false. */
  readonly allowLoopback?: boolean
  /** Whether private networks may be called; for tools that run on the customer's own hosts. Default false. */
  readonly allowPrivate?: boolean
}

type Subnet = readonly [address: string, prefix: number]

const LOOPBACK: ReadonlyArray<Subnet> = [
  ["127.0.0.0", 8],
  ["::1", 128]
]

const PRIVATE: ReadonlyArray<Subnet> = [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10], // carrier-grade NAT, also used by overlay networks
  ["fc00::", 7]
]

/**
 * Refused under all settings: no vendor and no customer tool has such an address. These are the special-purpose addresses of the IANA
 * registries (RFC 6890) that are not globally reachable, and the metadata services of clouds.
 */
const NEVER: ReadonlyArray<Subnet> = [
  ["0.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, with the metadata services of most clouds
  ["100.100.100.200", 32], // metadata, Alibaba Cloud
  ["168.63.129.16", 32], // metadata, Azure
  ["192.0.0.0", 24], // protocol assignments, with the metadata of Oracle Cloud
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4, which no longer exist
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
  ["::", 96], // IPv4-compatible: an IPv4 address inside
  ["::ffff:0:0", 96], // IPv4-mapped: the same
  ["fd00:ec2::254", 128], // metadata, AWS
  ["fd20:ce::254", 128], // metadata, Google Cloud
  ["fe80::", 10], // link-local
  ["fec0::", 10], // site-local
  ["ff00::", 8], // multicast
  ["100::", 64], // discarded
  ["100:0:0:1::", 64], // a dummy prefix
  ["2001::", 23], // protocol assignments, with Teredo (an IPv4 address inside), benchmarks and ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: an IPv4 address inside
  ["3fff::", 20], // documentation
  ["5f00::", 16], // segment routing
  ["64:ff9b:1::", 48], // private NAT64: an IPv4 address inside, of a network that only its operator knows
  ["::ffff:0:0:0", 96] // IPv4-translated: the same
]

/** Returns a function that says whether connections to an IP address are refused. */
export const make = ({ allowLoopback = false, allowPrivate = false }: AddressSettings) => {
  // Two lists, because a BlockList takes an IPv4 address for its IPv4-mapped form when it compares it with IPv6 subnets.
  const refused = { 4: new BlockList(), 6: new BlockList() }
  const exempt = new BlockList()
  const subnets = [...NEVER, ...(allowLoopback ? [] : LOOPBACK), ...(allowPrivate ? [] : PRIVATE)]
  for (const [address, prefix] of subnets) {
    if (isIP(address) === 6) {
      refused[6].addSubnet(address, prefix, "ipv6")
    } else {
      refused[4].addSubnet(address, prefix, "ipv4")
      // The same address behind a NAT64 gateway.
      refused[6].addSubnet(`64:ff9b::${address}`, 96 + prefix, "ipv6")
    }
  }
  // `::1` lies within the IPv4-compatible addresses.
  if (allowLoopback) exempt.addAddress("::1", "ipv6")

  /** True as well for a string that is not an IP address. */
  return (address: string): boolean => {
    // A zone, as in `fe80::1%eth0`, is not part of the address.
    const [bare = ""] = address.replace(/^\[|\]$/g, "").split("%", 1)
    const family = isIP(bare)
    if (family === 4) return refused[4].check(bare, "ipv4")
    return family === 0 || (refused[6].check(bare, "ipv6") && !exempt.check(bare, "ipv6"))
  }
}
