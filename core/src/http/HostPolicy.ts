import { Context, Effect } from "effect"
import { refuse } from "./Request.js"
import type { BadPayload } from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** Decides whether requests may go to an address: null allows it, a string is the reason shown to the operator. */
export type Decide = (url: URL) => string | null

const LOCAL = /^((.*\.)?localhost\.*|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/i

/** Whether the address names this machine, such as `localhost` or `127.0.0.1`. */
export const isLoopback = (url: URL): boolean => LOCAL.test(url.hostname)

/** Allows https to every host except this machine; a runtime adds the rules of its own network. */
export const httpsOnly: Decide = (url) => {
  if (isLoopback(url)) return "the operator of this runtime does not allow loopback addresses"
  return url.protocol === "https:" ? null : "only https addresses are allowed"
}

/** Allows what `decide` allows, and also this machine over http, for a vendor's simulator. */
export const orLoopback =
  (decide: Decide): Decide =>
  (url) =>
    isLoopback(url) ? null : decide(url)

/** The operator's policy on which hosts requests may reach; `httpsOnly` by default. */
export class HostPolicy extends Context.Reference<HostPolicy>()("@tributary/core/HostPolicy", {
  defaultValue: (): Decide => httpsOnly
}) {}

/** Replacement addresses by the vendor host they replace, for sovereign clouds, proxies and simulators. */
export type Overrides = ReadonlyMap<string, string>

/** The operator's replacements for vendors' fixed hosts, such as `https://graph.microsoft.us` for `graph.microsoft.com`. */
export class HostOverrides extends Context.Reference<HostOverrides>()("@tributary/core/HostOverrides", {
  defaultValue: (): Overrides => new Map()
}) {}

/** The address that a request for `url` actually goes to. */
export const override = (overrides: Overrides, url: URL): URL => {
  const origin = overrides.get(url.host)
  return origin === undefined ? url : new URL(`${url.pathname}${url.search}`, origin)
}

/** Allows requests only to hosts that the connector declares and the operator's policy permits. */
export interface HostGate {
  /** Fails for an address that requests may not reach. */
  readonly permit: (endpoint: string, url: URL) => Effect.Effect<void, BadPayload>
  /** The address that a request for a permitted address actually goes to. */
  readonly locate: (url: URL) => URL
}

/** The gate for one connector's settings under the operator's policy. */
export const makeGate = (settings: VendorHttpSettings): Effect.Effect<HostGate> =>
  Effect.gen(function* () {
    const decide: Decide = yield* HostPolicy
    const overrides = yield* HostOverrides
    const locate = (url: URL) => override(overrides, url)
    const { auth, baseUrl, furtherBaseUrls = [], hosts = [] } = settings
    const addresses = [baseUrl, ...furtherBaseUrls, ...(auth === undefined ? [] : [auth.url])]
    const named = [...addresses.map((url) => new URL(url).host), ...hosts]
    const declared = new Set(named.flatMap((host) => [host, locate(new URL(`https://${host}`)).host]))
    const permit: HostGate["permit"] = (endpoint, url) => {
      if (!declared.has(url.host)) {
        return Effect.fail(refuse(endpoint, `points to the host ${url.host}, which the connector does not declare`))
      }
      const reason = decide(locate(url))
      return reason === null ? Effect.void : Effect.fail(refuse(endpoint, reason))
    }
    return { permit, locate }
  })
