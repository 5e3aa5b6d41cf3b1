import { Duration } from "effect"
import { ExpiringMap } from "./ExpiringMap.js"

/** At most so many requests in any period of this length. */
export interface RateCap {
  /** How many requests may leave in a period; at least 1. */
  readonly requests: number
  /** The length of the period. */
  readonly period: Duration.DurationInput
}

/** A cap as a distance between requests. */
export interface Pace {
  /** The distance between two requests when many wait, in milliseconds. */
  readonly spacingMillis: number
  /** How many requests may leave at once after a pause. */
  readonly burst: number
}

/** The share of a cap that may leave at once. */
const BURST_SHARE = 0.1

/** The pace that keeps a cap: a tenth of the requests may leave at once, the others follow one by one. */
export const paceOf = ({ requests, period }: RateCap): Pace => {
  const burst = Math.max(1, Math.floor(requests * BURST_SHARE))
  // In a period, a burst leaves, and then as many more as there are distances in it, without the one at its end.
  return { spacingMillis: Duration.toMillis(period) / (requests - burst + 1), burst }
}

/** When the next request may leave, given the end of the requests that have a place already. */
export const leaveAt = ({ spacingMillis, burst }: Pace, takenUntil: number, now: number): number =>
  Math.max(now, takenUntil - (burst - 1) * spacingMillis)

/** Gives requests their places in line, by key. Times are readings of the monotonic clock. Every method takes constant time. */
export class RateLine {
  readonly #taken = new ExpiringMap<{ until: number }>(({ until }, now) => until <= now)

  /** Takes the next place and returns when its request may leave; takes none if that is after `latest`. */
  take(key: string, pace: Pace, now: number, latest: number): number {
    const taken = this.#taken.getOrMake(key, now, () => ({ until: now }))
    const instant = leaveAt(pace, taken.until, now)
    if (instant <= latest) taken.until = Math.max(taken.until, now) + pace.spacingMillis
    return instant
  }
}
