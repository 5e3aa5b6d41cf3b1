import { Effect } from "effect"
import { v4, v5 } from "uuid"
import { endpointOf, type TokenSource } from "./Authentication.js"
import { type Outgoing, revealed } from "./Request.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** Names the rate limits that the requests of one connection count against. A name contains no secret. */
export interface RateScope {
  /** The limit that the vendor counts this request against. */
  readonly limitOf: (request: Outgoing, url: URL) => string
  /** The limit that the operator sets: all requests of the scope, to whichever endpoint. */
  readonly capOf: (url: URL) => string
}

const CREDENTIALS = "9d3c1d0e-3f5b-5b52-8a54-1f6f4d1a7c2b"

/** Identifies the credentials without revealing them. */
const hashOf = ({ auth, headers }: VendorHttpSettings): string => {
  const fields = (source: TokenSource) => [source.url, revealed(source.form), revealed(source.headers)]
  return v5(JSON.stringify([revealed(headers), auth === undefined ? null : fields(auth)]), CREDENTIALS)
}

/** What tells the sharers of one limit from all others at the same address. */
const identityOf = (settings: VendorHttpSettings): Effect.Effect<ReadonlyArray<string>> => {
  const { auth, rateLimitedBy = "token", sign, tenant } = settings
  const named = tenant === undefined ? [] : [tenant]
  if (rateLimitedBy === "host") return Effect.succeed([])
  if (rateLimitedBy === "tenant") return Effect.succeed(named)
  const isSigned = sign !== undefined || auth?.sign !== undefined
  // A function that signs does not say whose secret it holds, so without a tenant its limit is shared with nobody.
  return isSigned && tenant === undefined ? Effect.sync(() => [v4()]) : Effect.succeed([...named, hashOf(settings)])
}

const addressOf = (url: URL): string => url.host + url.pathname.replace(/\/+$/, "")

/** The scope of one connection's settings. */
export const make = (settings: VendorHttpSettings): Effect.Effect<RateScope> =>
  Effect.map(identityOf(settings), (identity) => {
    const { auth, baseUrl, furtherBaseUrls = [], rateLimitCovers = "all", rateLimitedBy } = settings
    const bases = [baseUrl, ...furtherBaseUrls].map((text) => new URL(text))
    /** The base address that a request belongs to: a vendor counts each of its regions separately, but not the hosts of its links. */
    const nameOf = (url: URL): ReadonlyArray<string> => {
      const base = bases.find(({ host }) => host === url.host) ?? new URL(baseUrl)
      return [rateLimitedBy === "host" ? base.host : addressOf(base), ...identity]
    }
    const limitOf = (request: Outgoing, url: URL): string => {
      // Vendors count token requests separately, so their limit must not change the API's budget.
      if (request.isToken === true && auth !== undefined) {
        return [new URL(auth.url).host, ...identity, endpointOf(auth)].join(" ")
      }
      return (rateLimitCovers === "endpoint" ? [...nameOf(url), request.endpoint] : nameOf(url)).join(" ")
    }
    return { limitOf, capOf: (url) => nameOf(url).join(" ") }
  })
