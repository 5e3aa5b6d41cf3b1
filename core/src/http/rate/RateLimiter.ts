import { Clock, Duration, Effect, type Scope } from "effect"
import { v4, v5 } from "uuid"
import { endpointOf, identityOf } from "../Authentication.js"
import { type Outgoing, revealed, withoutTrailingSlashes } from "../Request.js"
import * as VendorError from "../VendorError.js"
import type { VendorHttpSettings } from "../VendorHttpSettings.js"
import { InFlight } from "./InFlight.js"
import { MAX_AHEAD_MILLIS, paceOf, RateBudget, type RateCap, type RateWindow, Urgency } from "./RateBudget.js"
import type { Attempt } from "./Retry.js"

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
  const { auth, headers, path, query } = settings
  return v5(
    JSON.stringify([
      tenantOf(settings),
      revealed(headers),
      revealed(path),
      revealed(query),
      auth === undefined ? null : identityOf(auth)
    ]),
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
export const makeScope = (settings: VendorHttpSettings): Effect.Effect<RateScope> =>
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

/** Lets the requests of one connection pass within the rate budget, and tells the budget what the vendor answers. */
export interface RateLimiter {
  /**
   * Waits for the request's turn; fails at once if that would take too long. Returns the limits that it counts against. The request is on its way
   * until the scope ends.
   */
  readonly pass: (request: Attempt, url: URL) => Effect.Effect<Limits, VendorError.RateLimited, Scope.Scope>
  /** Records the limit that the headers of an answer describe. */
  readonly report: (limits: Limits, rate: RateWindow) => Effect.Effect<void>
  /** Records the pause that the vendor announced, so that no request is sent before it ends; fails with the error, which then has its end. */
  readonly limited: (
    limits: Limits,
    failure: VendorError.RateLimited,
    announced: Duration.Duration | null
  ) => Effect.Effect<never, VendorError.RateLimited>
  /** Records that the vendor has accepted the credentials. */
  readonly accept: Effect.Effect<void>
}

const usedUp = (limit: string, endpoint: string, millis: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const retryAt = Math.ceil(now + millis)
    const detail = `${limit} is used up until ${new Date(retryAt).toISOString()}`
    return new VendorError.RateLimited({ endpoint, status: null, detail, retryAfter: Duration.millis(millis), retryAt })
  })

/** The paces that keep the caps, the longest period first: a request that has waited for its place in an hour may still wait for one in a second. */
const pacesOf = (caps: RateCap | ReadonlyArray<RateCap> | undefined) =>
  (caps === undefined ? [] : [caps].flat())
    .toSorted((one, other) => Duration.toMillis(other.period) - Duration.toMillis(one.period))
    .map(paceOf)

/** The rate limiter for one connection's settings. */
export const make = (settings: VendorHttpSettings): Effect.Effect<RateLimiter, never, RateBudget> =>
  Effect.gen(function* () {
    const budget = yield* RateBudget
    const scope = yield* makeScope(settings)
    const inFlight = yield* InFlight
    const { rateCap, requestsAtOnce } = settings
    const paces = pacesOf(rateCap)
    // Until then, a limit concerns these credentials only: wrong ones, entered for the address of somebody else, must not delay that customer.
    let isAccepted = false
    const concerned = ({ own, shared }: Limits): string => (isAccepted ? shared : own)

    /** Waits for so long; fails at once if the request would then have waited too long. */
    const wait = ({ endpoint, waitLimit }: Attempt, millis: number, limit: string) =>
      Effect.gen(function* () {
        if (millis > 0) yield* Effect.annotateCurrentSpan("tributary.rate.wait_ms", millis)
        const hasWaited = yield* waitLimit.wait(millis, { reason: "RATE_LIMITED", retries: 0 })
        if (!hasWaited) return yield* usedUp(limit, endpoint, millis)
      })

    /** Waits for the request's place in the line of the cap, which does not count token requests, as vendors do not. */
    const lineUp = (request: Attempt, url: URL) =>
      Effect.gen(function* () {
        if (request.isToken === true) return
        for (const [index, pace] of paces.entries()) {
          const key = index === 0 ? scope.capOf(url) : `${scope.capOf(url)} ${index}`
          const millis = yield* budget.line(key, pace, request.waitLimit.left())
          yield* wait(request, millis, "the limit that is set for this vendor")
        }
      })

    /** Waits until few enough requests are on their way. A job waits for its others as long as it may run; a person does not. */
    const enter = ({ endpoint, isToken, waitLimit }: Attempt, { shared }: Limits) =>
      Effect.gen(function* () {
        if (requestsAtOnce === undefined || isToken === true) return
        const entering = inFlight.enter(shared, requestsAtOnce)
        if ((yield* Urgency) === "background") return yield* entering
        const detail = `answers as many requests at once as it may: ${requestsAtOnce}`
        const busy = () =>
          new VendorError.RateLimited({ endpoint, status: null, detail, retryAfter: null, retryAt: null })
        return yield* Effect.timeoutFail(entering, { duration: waitLimit.left(), onTimeout: busy })
      })

    /** Waits until the vendor's limit lets the request pass. */
    const queue = (request: Attempt, limits: Limits): Effect.Effect<void, VendorError.RateLimited> =>
      Effect.gen(function* () {
        const own = isAccepted || limits.own === limits.shared ? null : yield* budget.acquire(limits.own)
        const millis = own ?? (yield* budget.acquire(limits.shared))
        if (millis === null) return
        yield* wait(request, millis, "the vendor's rate limit")
        yield* queue(request, limits)
      })

    return {
      pass: (request, url) =>
        Effect.gen(function* () {
          const limits = scope.limitsOf(request, url)
          yield* enter(request, limits)
          yield* lineUp(request, url)
          yield* queue(request, limits)
          return limits
        }),
      report: (limits, rate) => Effect.suspend(() => budget.report(concerned(limits), rate)),
      limited: (limits, { detail, endpoint, retryAfter, status }, announced) =>
        Effect.gen(function* () {
          if (announced !== null) yield* budget.block(concerned(limits), Duration.toMillis(announced))
          const pause = retryAfter ?? announced
          const now = yield* Clock.currentTimeMillis
          const retryAt = pause === null ? null : now + Math.min(Duration.toMillis(pause), MAX_AHEAD_MILLIS)
          return yield* new VendorError.RateLimited({ endpoint, status, detail, retryAfter: pause, retryAt })
        }),
      accept: Effect.sync(() => {
        isAccepted = true
      })
    }
  })
