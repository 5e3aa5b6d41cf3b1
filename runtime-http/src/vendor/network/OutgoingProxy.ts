import { BlockList, isIP } from "node:net"
import { HostPolicy } from "@tributary/core"
import { Either, Redacted } from "effect"

/** The proxy through which requests leave the operator's network. */
export interface OutgoingProxy {
  /** Its address, with the user name and password that it asks for. */
  readonly url: Redacted.Redacted
  /** What is called without it, as `NO_PROXY` lists it. */
  readonly exempt: ReadonlyArray<string>
  /** Whether only the proxy can resolve vendors' names, so that nobody but the proxy can refuse internal addresses. */
  readonly resolvesNames: boolean
}

/** Whether the user name and password in an address can be read, such as `%40` for an at sign. */
const isReadable = ({ password, username }: URL): boolean => {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** The address of a proxy, of an HTTP one if it only names a host and a port, as curl reads it. The error does not quote it, because it may contain a password. */
export const parse = (url: Redacted.Redacted): Either.Either<Redacted.Redacted, string> => {
  const given = Redacted.value(url)
  const text = !given.includes("://") && /:\d+$/.test(given) ? `http://${given}` : given
  const parsed = URL.canParse(text) ? new URL(text) : null
  const isProxy =
    parsed !== null &&
    (parsed.protocol === "http:" || parsed.protocol === "https:") &&
    parsed.pathname === "/" &&
    parsed.search === "" &&
    parsed.hash === "" &&
    isReadable(parsed)
  return isProxy
    ? Either.right(Redacted.make(text))
    : Either.left(
        "expected the address of an HTTP proxy, such as http://proxy.example:3128 or http://user:password@proxy.example:3128, without a path, and with special characters written as in %40"
      )
}

/** Without the brackets of an IPv6 address, and without the dot that may end a full name. */
const bare = (host: string): string => host.replace(/^\[|[\].]$/g, "").toLowerCase()

const HTTPS_PORT = "443"

/** Whether an entry of `NO_PROXY` is an address, in any notation, or a network, such as `10.0.0.0/8`, that has the address. */
const isInNetwork = (entry: string, host: string): boolean => {
  const [network = "", given] = entry.split("/")
  const family = isIP(network)
  const bits = family === 4 ? 32 : 128
  const prefix = given ?? String(bits)
  if (family === 0 || family !== isIP(host) || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return false
  const list = new BlockList()
  const kind = family === 4 ? "ipv4" : "ipv6"
  list.addSubnet(network, Number(prefix), kind)
  return list.check(host, kind)
}

/** Whether an entry of `NO_PROXY` matches, as curl and undici read it: a domain includes those below it. */
const matches = (entry: string, { hostname, port }: URL): boolean => {
  if (entry === "*") return true
  const host = bare(hostname)
  const [, name = entry, only = null] = /^(\[.*\]|[^:]+):(\d+)$/.exec(entry) ?? []
  if (only !== null && only !== (port === "" ? HTTPS_PORT : port)) return false
  const domain = bare(name).replace(/^\*?\./, "")
  return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)) || isInNetwork(bare(name), host)
}

/** Whether requests to this address go through the proxy. It is for https; this machine's own addresses would mean the proxy there. */
export const carries = ({ exempt }: OutgoingProxy, url: URL): boolean =>
  url.protocol === "https:" && !HostPolicy.isLoopback(url) && !exempt.some((entry) => matches(entry, url))
