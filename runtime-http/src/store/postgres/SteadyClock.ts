import { Effect } from "effect"
import { isAheadOf } from "./StoredInstant.js"

/*
 * Since when the clock of the database has not been put forward, as far as this process has seen it. What was stored before then seems to be
 * older than it is: after a second in which somebody mends a clock that was an hour behind, it has been there for an hour.
 */

/** Observes the clock of the database. */
export interface SteadyClock {
  /**
   * Reads the clock, in milliseconds since 1970, and returns what was read with the instant since which the clock is steady; 0 if it was
   * never seen to be put forward.
   */
  readonly observe: <A extends { readonly now: number }, E, R>(
    read: Effect.Effect<A, E, R>
  ) => Effect.Effect<A & { readonly steadySince: number }, E, R>
}

/** A clock that was not observed yet; `monotonic` are milliseconds that nobody sets. */
export const make = (monotonic: () => number = () => performance.now()): SteadyClock => {
  let last: { readonly now: number; readonly before: number } | null = null
  let steadySince = 0
  return {
    observe: (read) =>
      Effect.gen(function* () {
        const before = monotonic()
        const found = yield* read
        // The longest time that can have passed between the two readings, so that a slow database does not look like one whose clock was set.
        const latest = last === null ? null : last.now + (monotonic() - last.before)
        const isPutForward = latest !== null && isAheadOf(found.now, latest)
        // An instant in the future says nothing, because the clock was set back: from now on it is steady.
        if (isPutForward || steadySince > found.now) steadySince = found.now
        // Readings overlap: an earlier one must not replace a later one.
        if (last === null || before > last.before) last = { now: found.now, before }
        return { ...found, steadySince }
      })
  }
}
