import { Duration } from "effect"
import { ExpiringMap } from "../../ExpiringMap.js"

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

/** A vendor's rate limit, as the headers of a response describe it. */
export interface RateState {
  /** Requests allowed per window; null if the vendor does not say. */
  readonly limit: number | null
  /** Requests left in the current window, shared by all that count against the limit. */
  readonly remaining: number
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number
}

/** A vendor's rate limit as a rate budget knows it. The end of the window is relative to now, because clocks differ and are set. */
export interface RateWindow extends Omit<RateState, "resetAt"> {
  /** In how many milliseconds the window ends. */
  readonly endsIn: number
}

/** The share of each window that the requests of jobs leave free for the customer's other tools. */
export const RESERVED_SHARE = 0.1

/** The longest time that a limit is believed; without it, a vendor whose clock is wrong could stop a connection for ever. */
export const MAX_AHEAD_MILLIS = 24 * 3_600_000

/** Two reports whose windows end this close together are about the same window: vendors round to seconds. */
const SAME_WINDOW_MILLIS = 1_000

/** Ends are readings of the monotonic clock. */
interface Entry {
  limit: number | null
  remaining: number
  resetAt: number
  /** The end of a pause that the vendor asked for; before all others if there is none. */
  blockedUntil: number
}

/** How many of the remaining requests a job leaves free. */
export const reserveOf = ({ limit }: Pick<RateState, "limit">): number =>
  limit === null ? 0 : Math.floor(limit * RESERVED_SHARE)

const isOver = (entry: Entry, now: number): boolean => entry.resetAt <= now && entry.blockedUntil <= now
const NEVER = Number.NEGATIVE_INFINITY
const empty = (): Entry => ({ limit: null, remaining: 0, resetAt: NEVER, blockedUntil: NEVER })

/** What vendors have said about their rate limits, by key. `now` is a reading of the monotonic clock. Every method takes constant time. */
export class RateWindows {
  readonly #entries = new ExpiringMap<Entry>(isOver)

  /** How many limits are known now. */
  get size(): number {
    return this.#entries.size
  }

  /** Takes one request; null if it may leave, otherwise how many milliseconds it must wait. */
  take(key: string, now: number, usesReserve: boolean): number | null {
    const entry = this.#entries.get(key, now)
    if (entry === undefined) return null
    if (entry.blockedUntil > now) return entry.blockedUntil - now
    if (entry.resetAt <= now) return null
    if (entry.remaining <= (usesReserve ? 0 : reserveOf(entry))) return entry.resetAt - now
    entry.remaining -= 1
    return null
  }

  /** Applies what the vendor reported; ignores values that are not numbers, and windows that have ended. */
  report(key: string, { endsIn, limit, remaining }: RateWindow, now: number): void {
    if (!Number.isFinite(remaining) || !Number.isFinite(endsIn) || endsIn <= 0) return
    const entry = this.#entries.getOrMake(key, now, empty)
    const isSame = entry.resetAt > now && Math.abs(entry.resetAt - now - endsIn) <= SAME_WINDOW_MILLIS
    // Within a window, the lower count is right: the vendor has not counted the requests on their way.
    entry.remaining = isSame ? Math.min(entry.remaining, remaining) : remaining
    if (!isSame) entry.resetAt = now + Math.min(endsIn, MAX_AHEAD_MILLIS)
    entry.limit = limit
  }

  /** Lets no request leave for so many milliseconds, whatever the windows say. */
  block(key: string, millis: number, now: number): void {
    if (!Number.isFinite(millis) || millis <= 0) return
    const entry = this.#entries.getOrMake(key, now, empty)
    entry.blockedUntil = Math.max(entry.blockedUntil, now + Math.min(millis, MAX_AHEAD_MILLIS))
  }
}
