import { Context, Effect, Layer } from "effect"
import * as MonotonicTime from "../../MonotonicTime.js"
import { Urgency } from "../../Urgency.js"
import { type Pace, RateLine, type RateWindow, RateWindows } from "./RateWindows.js"

export { Urgency } from "../../Urgency.js"

export {
  leaveAt,
  MAX_AHEAD_MILLIS,
  type Pace,
  paceOf,
  type RateCap,
  type RateState,
  type RateWindow,
  RESERVED_SHARE,
  reserveOf
} from "./RateWindows.js"

/**
 * Tracks the rate limits of vendors, by a key that names who shares a limit (see `rateLimitedBy` of the http settings).
 *
 * The customer's own tools need no tracking: the vendor's `remaining` counts their requests as well. All times are relative to now.
 */
export class RateBudget extends Context.Tag("@tributary/core/RateBudget")<
  RateBudget,
  {
    /** Takes one request from the budget: null if it may leave now, otherwise how many milliseconds it must wait. */
    readonly acquire: (key: string) => Effect.Effect<number | null>
    /** Records the limit that the vendor just reported. */
    readonly report: (key: string, window: RateWindow) => Effect.Effect<void>
    /** Lets no request leave for so many milliseconds, because the vendor asked for a pause; at most for a day. */
    readonly block: (key: string, millis: number) => Effect.Effect<void>
    /** Takes a request's place in the line of this pace, and returns in how many milliseconds it may leave; takes none if that is more than `longest`. */
    readonly line: (key: string, pace: Pace, longest: number) => Effect.Effect<number>
  }
>() {}

/** A budget in the memory of this process: requests pass freely until the first report. */
export const make: Effect.Effect<RateBudget["Type"]> = Effect.sync(() => {
  const windows = new RateWindows()
  const lines = new RateLine()
  return RateBudget.of({
    acquire: (key) =>
      Effect.gen(function* () {
        const urgency = yield* Urgency
        return windows.take(key, yield* MonotonicTime.millis, urgency === "interactive")
      }),
    report: (key, window) => Effect.map(MonotonicTime.millis, (now) => windows.report(key, window, now)),
    block: (key, millis) => Effect.map(MonotonicTime.millis, (now) => windows.block(key, millis, now)),
    line: (key, pace, longest) =>
      Effect.map(MonotonicTime.millis, (now) => lines.take(key, pace, now, now + longest) - now)
  })
})

/** One budget for everything built on this layer; provide it once, so that connections that share a limit share the budget. */
export const layer: Layer.Layer<RateBudget> = Layer.effect(RateBudget, make)
