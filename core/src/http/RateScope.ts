import { Effect } from "effect"
import { v4, v5 } from "uuid"
import { endpointOf, type TokenSource } from "./Authentication.js"
import { type Outgoing, revealed } from "./Request.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"
import { withoutTrailingSlashes } from "./withoutTrailingSlashes.js"

/** Names of limits in the rate budget. They contain no secret. */
export interface Limits {
  /** The limit that the vendor counts a request against, with all others that it concerns. */
  readonly shared: string
  /** The same limit for these credentials only. */
  readonly own: string
}

/** Names the rate limits that the requests of one connection count against. */
export interface RateScope {
  /** The limits of a request. */
  readonly limitsOf: (request: Outgoing, url: URL) => Limits
  /** The line for the cap on all requests of the scope, to whichever endpoint. */
  readonly capOf: (url: URL) => string
}

const CREDENTIALS = "9d3c1d0e-3f5b-5b52-8a54-1f6f4d1a7c2b"

/** What identifies the tenant by the credentials alone; null if they do not say, or if the base address names it. */
const tenantOf = ({ tenant }: VendorHttpSettings): string | null => {
  if (tenant === undefined || typeof tenant === "string") return tenant ?? null
  return typeof tenant.id === "string" ? tenant.id : (tenant.limitedAs ?? null)
}

/** Identifies the credentials without revealing them. */
const hashOf = (settings: VendorHttpSettings): string => {
  const { auth, headers } = settings
  const fields = (source: TokenSource) => [source.url, revealed(source.form), revealed(source.headers)]
  return v5(
    JSON.stringify([tenantOf(settings), revealed(headers), auth === undefined ? null : fields(auth)]),
    CREDENTIALS
  )
}

/** A function that signs does not say whose secret it holds, so without a tenant its limit is shared with nobody. */
const credentialsOf = (settings: VendorHttpSettings): Effect.Effect<string> => {
  const { auth, sign } = settings
  const isSigned = sign !== undefined || auth?.sign !== undefined
  return Effect.sync(() => (isSigned && tenantOf(settings) === null ? v4() : hashOf(settings)))
}

const addressOf = (url: URL): string => url.host + withoutTrailingSlashes(url.pathname)

/** The scope of one connection's settings. */
export const make = (settings: VendorHttpSettings): Effect.Effect<RateScope> =>
  Effect.map(credentialsOf(settings), (credentials) => {
    const { auth, baseUrl, furtherBaseUrls = [], rateLimitCovers = "all", rateLimitedBy = "token", tenant } = settings
    // Without a name in the credentials, a limit of the tenant is shared by those who send the same credentials.
    const owner = tenant === undefined ? [] : [tenantOf(settings) ?? credentials]
    const bases = [baseUrl, ...furtherBaseUrls].map((text) => new URL(text))
    const sharers = {
      token: (base: URL) => [addressOf(base), credentials],
      tenant: (base: URL) => [addressOf(base), ...owner],
      host: (base: URL) => [base.host]
    }
    /** The base address that a request belongs to: a vendor counts each of its regions separately, but not the hosts of its links. */
    const baseOf = (url: URL): URL => bases.find(({ host }) => host === url.host) ?? new URL(baseUrl)
    const limitsOf = (request: Outgoing, url: URL): Limits => {
      // Vendors count token requests separately, so their limit must not change the API's budget.
      if (request.isToken === true && auth !== undefined) {
        const own = JSON.stringify(["token", new URL(auth.url).host, endpointOf(auth), credentials])
        return { shared: own, own }
      }
      const covered = rateLimitCovers === "endpoint" ? [request.endpoint] : []
      const base = baseOf(url)
      return {
        shared: JSON.stringify([rateLimitedBy, ...sharers[rateLimitedBy](base), ...covered]),
        own: JSON.stringify(["token", ...sharers.token(base), ...covered])
      }
    }
    return { limitsOf, capOf: (url) => JSON.stringify([rateLimitedBy, ...sharers[rateLimitedBy](baseOf(url))]) }
  })
