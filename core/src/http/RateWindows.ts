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

/** How many entries each new report checks for their end; two, so that the checks outrun the reports. */
const CHECKED_AT_ONCE = 2

interface Entry {
  limit: number | null
  remaining: number
  resetAt: number
  /** The end of a pause that the vendor asked for; 0 if there is none. */
  blockedUntil: number
}

const reserveOf = ({ limit }: Entry): number => (limit === null ? 0 : Math.floor(limit * RESERVED_SHARE))

const isOver = (entry: Entry, now: number): boolean => entry.resetAt <= now && entry.blockedUntil <= now

/**
 * What is known about rate limits, by key. Every method takes constant time, and an entry is removed when its window has ended.
 *
 * It is mutable, because a copy for each request would cost more than the request.
 */
export class RateWindows {
  readonly #entries = new Map<string, Entry>()
  #checked = this.#entries.entries()

  /** How many limits are known now. */
  get size(): number {
    return this.#entries.size
  }

  /** Takes one request; null if it may leave, otherwise the instant before which it must not. */
  take(key: string, now: number, usesReserve: boolean): number | null {
    const entry = this.#entries.get(key)
    if (entry === undefined) return null
    if (entry.blockedUntil > now) return entry.blockedUntil
    if (entry.resetAt <= now) {
      this.#entries.delete(key)
      return null
    }
    if (entry.remaining <= (usesReserve ? 0 : reserveOf(entry))) return entry.resetAt
    entry.remaining -= 1
    return null
  }

  /** Applies what the vendor reported; ignores values that are not numbers, and windows that have ended. */
  report(key: string, state: RateState, now: number): void {
    if (!Number.isFinite(state.remaining) || !Number.isFinite(state.resetAt) || state.resetAt <= now) return
    const entry = this.#entryOf(key, now)
    const isSame = entry.resetAt > now && Math.abs(entry.resetAt - state.resetAt) <= SAME_WINDOW_MILLIS
    // Within a window, the lower count is right: the vendor has not counted the requests on their way.
    entry.remaining = isSame ? Math.min(entry.remaining, state.remaining) : state.remaining
    if (!isSame) entry.resetAt = Math.min(state.resetAt, now + MAX_AHEAD_MILLIS)
    entry.limit = state.limit
  }

  /** Lets no request leave before `until`, whatever the windows say. */
  block(key: string, until: number, now: number): void {
    if (!Number.isFinite(until) || until <= now) return
    const entry = this.#entryOf(key, now)
    entry.blockedUntil = Math.max(entry.blockedUntil, Math.min(until, now + MAX_AHEAD_MILLIS))
  }

  #entryOf(key: string, now: number): Entry {
    this.#removeEnded(now)
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const entry: Entry = { limit: null, remaining: 0, resetAt: 0, blockedUntil: 0 }
    this.#entries.set(key, entry)
    return entry
  }

  /** Goes on where the last call stopped, round and round. */
  #removeEnded(now: number): void {
    for (let count = 0; count < CHECKED_AT_ONCE; count += 1) {
      const next = this.#checked.next()
      if (next.done === true) {
        this.#checked = this.#entries.entries()
        return
      }
      const [key, entry] = next.value
      if (isOver(entry, now)) this.#entries.delete(key)
    }
  }
}
