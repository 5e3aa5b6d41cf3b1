import { Effect } from "effect"
import { type Decide, HostOverrides, HostPolicy, override } from "./HostPolicy.js"
import { refuse } from "./Outgoing.js"
import type { BadPayload } from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** Lets requests out to declared hosts alone, and to those only that the operator allows. */
export interface HostGate {
  /** Fails for an address that may not be asked. */
  readonly permit: (endpoint: string, url: URL) => Effect.Effect<void, BadPayload>
  /** Where a permitted address really is. */
  readonly locate: (url: URL) => URL
}

/** The gate of a connector's settings. */
export const make = (settings: VendorHttpSettings): Effect.Effect<HostGate> =>
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
        return Effect.fail(refuse(endpoint, `leads to the host ${url.host}, which the connector does not declare`))
      }
      const reason = decide(locate(url))
      return reason === null ? Effect.void : Effect.fail(refuse(endpoint, reason))
    }
    return { permit, locate }
  })
