import { Clock, Effect } from "effect"
import { Urgency } from "./RateBudget.js"

/**
 * How long a request may wait in all: for its turn in the rate budget, for pauses that the vendor asks for, and between retries.
 *
 * For a job it is a minute, which is the window of most vendors, and some seconds, because their clocks differ from ours. If a longer
 * wait is necessary, the job ends and a later run resumes it, so that what waits does not occupy a job slot.
 */
export const MAX_WAIT_MILLIS: Readonly<Record<Urgency["Type"], number>> = { background: 65_000, interactive: 5_000 }

/** What is left of the time that one request may wait. All its attempts share it. */
export interface Patience {
  /** How many milliseconds are left. */
  readonly left: () => number
  /** Waits until this instant and returns true; returns false at once if that is too long. */
  readonly waitUntil: (instant: number) => Effect.Effect<boolean>
}

/** The patience of a request that begins now. */
export const make: Effect.Effect<Patience> = Effect.gen(function* () {
  let left = MAX_WAIT_MILLIS[yield* Urgency]
  return {
    left: () => left,
    waitUntil: (instant) =>
      Effect.gen(function* () {
        const wait = Math.max(0, instant - (yield* Clock.currentTimeMillis))
        if (wait > left) return false
        left -= wait
        yield* Effect.sleep(wait)
        return true
      })
  }
})
