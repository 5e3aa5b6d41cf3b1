import type { LookupAddress } from "node:dns"
import { join } from "node:path"
import * as HostsFile from "./HostsFile.js"
import * as NameServers from "./NameServers.js"
import * as ResolverSettings from "./ResolverSettings.js"
import { WatchedFile } from "./WatchedFile.js"

/** Resolves the name of a host to its addresses. `needsAll` waits for both kinds of addresses, also if the second kind takes long. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void,
  needsAll?: boolean
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

const failure = (hostname: string, code: "ENOTFOUND" | "EAI_AGAIN") =>
  Object.assign(new Error(`The name ${hostname} could not be resolved (${code})`), { code })

/** How the machine resolves names: loopback names, then its hosts file, then its name servers, with its search list. */
export const make = (files: NameFiles = systemFiles): Resolve => {
  const hosts = new WatchedFile(files.hosts, (text) => HostsFile.parse(text ?? ""))
  const resolver = new WatchedFile(files.resolver, (text) => {
    const settings = ResolverSettings.parse(text ?? "")
    return { settings, begin: NameServers.make(settings) }
  })

  const resolve = async (hostname: string, needsAll: boolean): Promise<ReadonlyArray<LookupAddress>> => {
    if (LOCAL.test(hostname)) return LOOPBACK
    const known = hosts.current.get(hostname.toLowerCase())
    if (known !== undefined) return known.toSorted((a, b) => a.family - b.family)
    const { begin, settings } = resolver.current
    const ask = begin()
    let isUncertain = false
    for (const name of ResolverSettings.candidates(settings, hostname)) {
      const { addresses, state } = await ask(name, needsAll)
      if (state === "found") return addresses
      isUncertain ||= state === "failed" || state === "silent"
      // Servers that cannot say for one domain of the search list may know the next; those that do not answer will not.
      if (state === "silent") break
    }
    throw failure(hostname, isUncertain ? "EAI_AGAIN" : "ENOTFOUND")
  }

  return (hostname, done, needsAll = false) => {
    resolve(hostname, needsAll).then(
      (addresses) => done(null, addresses),
      (error: NodeJS.ErrnoException) => done(error, [])
    )
  }
}
