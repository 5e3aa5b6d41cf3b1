import { ExpiringMap } from "./ExpiringMap.js"

/** A vendor's rate limit, as the headers of a response describe it. */
export interface RateState {
  /** Requests allowed per window; null if the vendor does not say. */
  readonly limit: number | null
  /** Requests left in the current window, shared by all that count against the limit. */
  readonly remaining: number
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number
}

/** The share of each window that the requests of jobs leave free for the customer's other tools. */
export const RESERVED_SHARE = 0.1

/** The longest time that a limit is believed; without it, a vendor whose clock is wrong could stop a connection for ever. */
export const MAX_AHEAD_MILLIS = 24 * 3_600_000

/** Two reports whose windows end this close together are about the same window: vendors round to seconds. */
const SAME_WINDOW_MILLIS = 1_000

interface Entry {
  limit: number | null
  remaining: number
  resetAt: number
  /** The end of a pause that the vendor asked for; 0 if there is none. */
  blockedUntil: number
}

/** How many of the remaining requests a job leaves free. */
export const reserveOf = ({ limit }: Pick<RateState, "limit">): number =>
  limit === null ? 0 : Math.floor(limit * RESERVED_SHARE)

const isOver = (entry: Entry, now: number): boolean => entry.resetAt <= now && entry.blockedUntil <= now
const empty = (): Entry => ({ limit: null, remaining: 0, resetAt: 0, blockedUntil: 0 })

/** What vendors have said about their rate limits, by key. Every method takes constant time. */
export class RateWindows {
  readonly #entries = new ExpiringMap<Entry>(isOver)

  /** How many limits are known now. */
  get size(): number {
    return this.#entries.size
  }

  /** Takes one request; null if it may leave, otherwise the instant before which it must not. */
  take(key: string, now: number, usesReserve: boolean): number | null {
    const entry = this.#entries.get(key, now)
    if (entry === undefined) return null
    if (entry.blockedUntil > now) return entry.blockedUntil
    if (entry.resetAt <= now) return null
    if (entry.remaining <= (usesReserve ? 0 : reserveOf(entry))) return entry.resetAt
    entry.remaining -= 1
    return null
  }

  /** Applies what the vendor reported; ignores values that are not numbers, and windows that have ended. */
  report(key: string, state: RateState, now: number): void {
    if (!Number.isFinite(state.remaining) || !Number.isFinite(state.resetAt) || state.resetAt <= now) return
    const entry = this.#entries.getOrMake(key, now, empty)
    const isSame = entry.resetAt > now && Math.abs(entry.resetAt - state.resetAt) <= SAME_WINDOW_MILLIS
    // Within a window, the lower count is right: the vendor has not counted the requests on their way.
    entry.remaining = isSame ? Math.min(entry.remaining, state.remaining) : state.remaining
    if (!isSame) entry.resetAt = Math.min(state.resetAt, now + MAX_AHEAD_MILLIS)
    entry.limit = state.limit
  }

  /** Lets no request leave before `until`, whatever the windows say. */
  block(key: string, until: number, now: number): void {
    if (!Number.isFinite(until) || until <= now) return
    const entry = this.#entries.getOrMake(key, now, empty)
    entry.blockedUntil = Math.max(entry.blockedUntil, Math.min(until, now + MAX_AHEAD_MILLIS))
  }
}
