import { BlockList, isIP } from "node:net"

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

/** Refused under all settings: no vendor and no customer tool has such an address. */
const NEVER: ReadonlyArray<Subnet> = [
  ["0.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, with the metadata services of most clouds
  ["100.100.100.200", 32], // metadata, Alibaba Cloud
  ["168.63.129.16", 32], // metadata, Azure
  ["192.0.0.0", 24], // protocol assignments, with the metadata of Oracle Cloud
  ["198.18.0.0", 15], // benchmarks
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
  ["::", 128],
  ["fd00:ec2::254", 128], // metadata, AWS
  ["fd20:ce::254", 128], // metadata, Google Cloud
  ["fe80::", 10], // link-local
  ["fec0::", 10], // site-local
  ["ff00::", 8], // multicast
  ["2001::", 32], // Teredo: an IPv4 address inside
  ["2002::", 16] // 6to4: the same
]

const add = (list: BlockList, [address, prefix]: Subnet): void => {
  if (isIP(address) === 6) {
    list.addSubnet(address, prefix, "ipv6")
    return
  }
  list.addSubnet(address, prefix, "ipv4")
  // The same address behind a NAT64 gateway. BlockList itself recognizes `::ffff:10.0.0.1`.
  list.addSubnet(`64:ff9b::${address}`, 96 + prefix, "ipv6")
}

/** Returns a function that says whether connections to an IP address are refused. */
export const make = ({ allowLoopback = false, allowPrivate = false }: AddressSettings) => {
  const refused = new BlockList()
  const subnets = [...NEVER, ...(allowLoopback ? [] : LOOPBACK), ...(allowPrivate ? [] : PRIVATE)]
  for (const subnet of subnets) add(refused, subnet)

  /** True as well for a string that is not an IP address. */
  return (address: string): boolean => {
    // A zone, as in `fe80::1%eth0`, is not part of the address.
    const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "")
    const family = isIP(bare)
    return family === 0 || refused.check(bare, family === 4 ? "ipv4" : "ipv6")
  }
}
