import { Clock, Context, Effect, Layer } from "effect"
import { type Pace, RateLine } from "./RatePace.js"
import { type RateState, RateWindows } from "./RateWindows.js"

export { leaveAt, type Pace, paceOf, type RateCap } from "./RatePace.js"
export { MAX_AHEAD_MILLIS, type RateState, RESERVED_SHARE, reserveOf } from "./RateWindows.js"

/**
 * Tracks the rate limits of vendors, by a key that names who shares a limit (see `rateLimitedBy` of the http settings).
 *
 * The customer's own tools need no tracking: the vendor's `remaining` counts their requests as well.
 */
export class RateBudget extends Context.Tag("@tributary/core/RateBudget")<
  RateBudget,
  {
    /** Takes one request from the budget: null if it may leave now, otherwise the instant (milliseconds since 1970) before which it must not. */
    readonly acquire: (key: string) => Effect.Effect<number | null>
    /** Records the limit that the vendor just reported. */
    readonly report: (key: string, state: RateState) => Effect.Effect<void>
    /** Lets no request leave before this instant, because the vendor asked for a pause; at most for a day. */
    readonly block: (key: string, until: number) => Effect.Effect<void>
    /** Takes a request's place in the line of this pace, and returns when it may leave; takes none if that is after `latest`. */
    readonly line: (key: string, pace: Pace, latest: number) => Effect.Effect<number>
  }
>() {}

/** Who waits for a request: a job, or a person (`interactive`), whose request may use the reserve and waits for seconds only. */
export class Urgency extends Context.Reference<Urgency>()("@tributary/core/RateBudget/Urgency", {
  defaultValue: (): "background" | "interactive" => "background"
}) {}

/** A budget in the memory of this process: requests pass freely until the first report. */
export const make: Effect.Effect<RateBudget["Type"]> = Effect.sync(() => {
  const windows = new RateWindows()
  const lines = new RateLine()
  return RateBudget.of({
    acquire: (key) =>
      Effect.gen(function* () {
        const urgency = yield* Urgency
        return windows.take(key, yield* Clock.currentTimeMillis, urgency === "interactive")
      }),
    report: (key, state) => Effect.map(Clock.currentTimeMillis, (now) => windows.report(key, state, now)),
    block: (key, until) => Effect.map(Clock.currentTimeMillis, (now) => windows.block(key, until, now)),
    line: (key, pace, latest) => Effect.map(Clock.currentTimeMillis, (now) => lines.take(key, pace, now, latest))
  })
})

/** One budget for everything built on this layer; provide it once, so that connections that share a limit share the budget. */
export const layer: Layer.Layer<RateBudget> = Layer.effect(RateBudget, make)
