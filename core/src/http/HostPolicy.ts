import { Context } from "effect"

/** Decides whether an address may be called at all: null to allow, else the reason in words for the operator. */
export type Decide = (url: URL) => string | null

const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/i

/** True for the names and literal addresses of this machine. */
export const isLoopback = (url: URL): boolean => LOCAL.test(url.hostname)

/** https to any host that is not this machine. A runtime adds what it knows of its own network. */
export const httpsOnly: Decide = (url) => {
  if (isLoopback(url)) return "loopback hosts are not allowed by the operator of this runtime"
  return url.protocol === "https:" ? null : "only https addresses are allowed"
}

/** What `decide` allows, and this machine over http as well: for a vendor's simulator. */
export const orLoopback =
  (decide: Decide): Decide =>
  (url) =>
    isLoopback(url) ? null : decide(url)

/** Which hosts may be called; https to other machines unless the operator says otherwise. */
export class HostPolicy extends Context.Reference<HostPolicy>()("@tributary/core/HostPolicy", {
  defaultValue: (): Decide => httpsOnly
}) {}

/** Where requests to a host go instead, by host: sovereign clouds, proxies, simulators. */
export type Overrides = ReadonlyMap<string, string>

/** The operator's own addresses for vendors' fixed hosts, such as `graph.microsoft.com` to `https://graph.microsoft.us`. */
export class HostOverrides extends Context.Reference<HostOverrides>()("@tributary/core/HostOverrides", {
  defaultValue: (): Overrides => new Map()
}) {}

/** The address that is called for `url`. */
export const override = (overrides: Overrides, url: URL): URL => {
  const origin = overrides.get(url.host)
  return origin === undefined ? url : new URL(`${url.pathname}${url.search}`, origin)
}
