import { isIP, type LookupFunction } from "node:net"
import type { SecureContext } from "node:tls"
import { Undici } from "@effect/platform-node"
import { Cause, Effect, Exit, Redacted } from "effect"
import type { MakeConnector } from "./AccountSockets.js"
import * as CaFile from "./CaFile.js"
import * as NameLookup from "./NameLookup.js"
import * as OutgoingProxy from "./OutgoingProxy.js"
import * as ProxyTunnel from "./ProxyTunnel.js"
import type { Resolve } from "./SystemNames.js"

/** How this server reaches vendors. */
export interface VendorConnectorSettings {
  /** The names of vendors, and which of their addresses are allowed. */
  readonly names: NameLookup.NameLookup
  /** Whether connections to an address are refused. */
  readonly isRefused: (address: string) => boolean
  /** How the proxy's own name is resolved. */
  readonly resolve: Resolve
  readonly proxy: OutgoingProxy.OutgoingProxy | null
  /** Further authorities that may sign certificates, as PEM. */
  readonly authorities: ReadonlyArray<string>
}

const TIMEOUT_MILLIS = 10_000

/** The host in a URL, without the brackets of an IPv6 address. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")

/** Who connects to an address's name, which this server looks up before; null if it does not: for an IP address, and if only the proxy can. */
export const chooserOf = (proxy: OutgoingProxy.OutgoingProxy | null, url: URL): NameLookup.Chooser | null => {
  if (isIP(bareHost(url.hostname)) !== 0) return null
  if (proxy === null || !OutgoingProxy.carries(proxy, url)) return "server"
  return proxy.resolvesNames ? null : "proxy"
}

/** The look-up of a socket: what is checked is what is connected to, because a name that was checked earlier may have another address now. */
const lookupOf =
  (names: NameLookup.NameLookup, account: string): LookupFunction =>
  (hostname, options, callback) => {
    Effect.runCallback(names.addressesOf(hostname, account), {
      onExit: Exit.match({
        onFailure: (cause) => callback(Cause.squash(cause) as NodeJS.ErrnoException, ""),
        onSuccess: (addresses) => {
          const [first] = addresses
          if (options.all === true || first === undefined) return callback(null, [...addresses])
          return callback(null, first.address, first.family)
        }
      })
    })
  }

/** Asks the proxy for connections; null if there is no proxy. */
const makeTunnel = ({ proxy, resolve }: VendorConnectorSettings, secureContext: SecureContext | undefined) => {
  if (proxy === null) return null
  // The operator has chosen the proxy, so it may have any address.
  const names = NameLookup.make({ resolve, isRefused: () => false })
  return ProxyTunnel.make({
    proxy: new URL(Redacted.value(proxy.url)),
    lookup: lookupOf(names, ""),
    secureContext,
    timeoutMillis: TIMEOUT_MILLIS
  })
}

/** Connects to allowed addresses only, or asks the proxy for allowed names only. */
export const make = (settings: VendorConnectorSettings): MakeConnector => {
  const { authorities, isRefused, names, proxy } = settings
  const secureContext = CaFile.trust(authorities)
  const openTunnel = makeTunnel(settings, secureContext)
  const options = { timeout: TIMEOUT_MILLIS, ...(secureContext === undefined ? {} : { secureContext }) }
  return (account) => {
    const connectDirectly = Undici.buildConnector({ ...options, lookup: lookupOf(names, account), keepAlive: true })
    const speakTls = Undici.buildConnector(options)
    return (target, callback) => {
      const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`)
      const host = bareHost(url.hostname)
      // An IP address instead of a name is never looked up, so it is checked here.
      if (isIP(host) !== 0 && isRefused(host)) return callback(NameLookup.refuse("EACCES", host), null)
      if (proxy === null || openTunnel === null || !OutgoingProxy.carries(proxy, url)) {
        return connectDirectly(target, callback)
      }
      const enter = () =>
        openTunnel(`${url.hostname}:${url.port === "" ? 443 : url.port}`, (error, socket) => {
          if (error !== null) return callback(error, null)
          speakTls({ ...target, httpSocket: socket }, (...result) => {
            if (result[0] === null) return callback(...result)
            socket.destroy()
            callback(ProxyTunnel.withinTunnel(result[0]), null)
          })
        })
      const chooser = chooserOf(proxy, url)
      if (chooser === null) return enter()
      Effect.runCallback(names.addressesOf(host, account, chooser), {
        onExit: Exit.match({ onFailure: (cause) => callback(Cause.squash(cause) as Error, null), onSuccess: enter })
      })
    }
  }
}
