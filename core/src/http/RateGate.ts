import { Clock, Duration, Effect } from "effect"
import { MAX_AHEAD_MILLIS, paceOf, RateBudget, type RateWindow } from "./RateBudget.js"
import * as RateScope from "./RateScope.js"
import type { Attempt } from "./Request.js"
import * as VendorError from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** Lets the requests of one connection pass within the rate budget, and tells the budget what the vendor answers. */
export interface RateGate {
  /** Waits for the request's turn; fails at once if that would take too long. Returns the limits that it counts against. */
  readonly pass: (request: Attempt, url: URL) => Effect.Effect<RateScope.Limits, VendorError.RateLimited>
  /** Records the limit that the headers of an answer describe. */
  readonly report: (limits: RateScope.Limits, rate: RateWindow) => Effect.Effect<void>
  /** Records the pause that the vendor announced, so that no request is sent before it ends; fails with the error, which then has its end. */
  readonly limited: (
    limits: RateScope.Limits,
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

/** The gate for one connection's settings. */
export const make = (settings: VendorHttpSettings): Effect.Effect<RateGate, never, RateBudget> =>
  Effect.gen(function* () {
    const budget = yield* RateBudget
    const scope = yield* RateScope.make(settings)
    const pace = settings.rateCap === undefined ? null : paceOf(settings.rateCap)
    // Until then, a limit concerns these credentials only: wrong ones, entered for the address of somebody else, must not delay that customer.
    let isAccepted = false
    const concerned = ({ own, shared }: RateScope.Limits): string => (isAccepted ? shared : own)

    /** Waits for so long; fails at once if the request would then have waited too long. */
    const wait = ({ endpoint, patience }: Attempt, millis: number, limit: string) =>
      Effect.gen(function* () {
        if (millis > 0) yield* Effect.annotateCurrentSpan("tributary.rate.wait_ms", millis)
        const hasWaited = yield* patience.wait(millis, { reason: "RATE_LIMITED", retries: 0 })
        if (!hasWaited) return yield* usedUp(limit, endpoint, millis)
      })

    /** Waits for the request's place in the line of the cap, which does not count token requests, as vendors do not. */
    const lineUp = (request: Attempt, url: URL) =>
      Effect.gen(function* () {
        if (pace === null || request.isToken === true) return
        const millis = yield* budget.line(scope.capOf(url), pace, request.patience.left())
        yield* wait(request, millis, "the limit that is set for this vendor")
      })

    /** Waits until the vendor's limit lets the request pass. */
    const queue = (request: Attempt, limits: RateScope.Limits): Effect.Effect<void, VendorError.RateLimited> =>
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
