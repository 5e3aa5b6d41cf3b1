import { getServers, type LookupAddress, promises } from "node:dns"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import * as HostsFile from "./HostsFile.js"
import * as ResolverSettings from "./ResolverSettings.js"
import { WatchedFile } from "./WatchedFile.js"

/** Resolves the name of a host to its addresses. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/** Where this machine keeps what it knows about names. */
export interface NameFiles {
  readonly hosts: string
  readonly resolver: string
}

const systemFiles: NameFiles =
  process.platform === "win32"
    ? { hosts: join(process.env["SystemRoot"] ?? "C:\\Windows", "System32\\drivers\\etc\\hosts"), resolver: "" }
    : { hosts: "/etc/hosts", resolver: "/etc/resolv.conf" }

const LOOPBACK: ReadonlyArray<LookupAddress> = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 }
]
const LOCAL = /^(.*\.)?localhost\.?$/i

/** How long a name may take by all servers together. */
export const LIMIT_MILLIS = 5_000

/** Each server is asked this often at most; the second time, it has twice as long. */
const MAX_ATTEMPTS = 2
/** How many times the first wait all waits for one server are. */
const WAITS = 3

/** What a server says about a name that it does not have. */
const ABSENT: ReadonlyArray<unknown> = ["ENOTFOUND", "ENODATA", "EBADNAME"]

const failure = (hostname: string, code: "ENOTFOUND" | "EAI_AGAIN") =>
  Object.assign(new Error(`The name ${hostname} could not be resolved (${code})`), { code })

/** What a name has: addresses, or none; or none for now, because of this error of a server. */
interface Found {
  readonly addresses: ReadonlyArray<LookupAddress>
  readonly trouble: string | null
}

const nothing: Found = { addresses: [], trouble: null }

/** Some name servers never answer the question for IPv6 addresses, and one kind of addresses is enough. */
const FURTHER_KIND_MILLIS = 300

/** The servers that the resolver can use; it refuses all if one of them is not an address. */
const usable = (servers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const resolver = new promises.Resolver()
  return servers.filter((server) => {
    try {
      resolver.setServers([server])
      return true
    } catch {
      return false
    }
  })
}

/** Makes queries that need no thread of this process, unlike `dns.lookup`: a server that never answers holds up nothing else. */
const makeQueries = ({ attempts, servers, timeoutMillis }: ResolverSettings.ResolverSettings) => {
  const named = usable(servers)
  const all = named.length === 0 ? getServers() : named
  const resolver = new promises.Resolver({
    // The limit is for all servers together, so that one that is dead does not use it up.
    timeout: Math.ceil(Math.min(timeoutMillis, LIMIT_MILLIS / (WAITS * Math.max(1, all.length)))),
    tries: Math.min(attempts, MAX_ATTEMPTS)
  })
  resolver.setServers(all)

  const settle = (family: 4 | 6, answer: Promise<ReadonlyArray<string>>): Promise<Found> =>
    answer.then(
      (found) => ({ addresses: found.map((address) => ({ address, family })), trouble: null }),
      ({ code = "" }: NodeJS.ErrnoException) => ({ addresses: [], trouble: ABSENT.includes(code) ? null : code })
    )

  /** IPv4 comes first: where there is no way to IPv6, the first attempt to connect must not fail. */
  return async (name: string): Promise<Found> => {
    const six = settle(6, resolver.resolve6(name))
    const four = await settle(4, resolver.resolve4(name))
    const isEnough = four.addresses.length > 0
    const further = await (isEnough
      ? Promise.race([six, setTimeout(FURTHER_KIND_MILLIS, nothing, { ref: false })])
      : six)
    const addresses = [...four.addresses, ...further.addresses]
    return { addresses, trouble: addresses.length > 0 ? null : (four.trouble ?? further.trouble) }
  }
}

/** How the machine resolves names: loopback names, then its hosts file, then its name servers, with its search list. */
export const make = (files: NameFiles = systemFiles): Resolve => {
  const hosts = new WatchedFile(files.hosts, (text) => HostsFile.parse(text ?? ""))
  const resolver = new WatchedFile(files.resolver, (text) => {
    const settings = ResolverSettings.parse(text ?? "")
    return { settings, ask: makeQueries(settings) }
  })

  const resolve = async (hostname: string): Promise<ReadonlyArray<LookupAddress>> => {
    if (LOCAL.test(hostname)) return LOOPBACK
    const known = hosts.current.get(hostname.toLowerCase())
    if (known !== undefined) return known.toSorted((a, b) => a.family - b.family)
    const { ask, settings } = resolver.current
    let isUncertain = false
    for (const name of ResolverSettings.candidates(settings, hostname)) {
      const { addresses, trouble } = await ask(name)
      if (addresses.length > 0) return addresses
      isUncertain ||= trouble !== null
      // A server that fails for one domain of the search list may know the next; one that does not answer will not.
      if (trouble !== null && trouble !== "ESERVFAIL") break
    }
    throw failure(hostname, isUncertain ? "EAI_AGAIN" : "ENOTFOUND")
  }

  return (hostname, done) => {
    resolve(hostname).then(
      (addresses) => done(null, addresses),
      (error: NodeJS.ErrnoException) => done(error, [])
    )
  }
}
