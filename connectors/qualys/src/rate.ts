import type { RateBudget } from "@tributary/core"

/**
 * The limit that every answer announces: so many requests in the last hours, and how long to wait once none is left.
 *
 * https://docs.qualys.com/en/vm/api/get_started/api_limits.htm
 */
export const qualysRate = (headers: Readonly<Record<string, string>>, now: number): RateBudget.RateState | null => {
  const [limit, remaining, wait = 0, window = 0] = ["limit", "remaining", "towait-sec", "window-sec"].map((name) =>
    Number.parseInt(headers[`x-ratelimit-${name}`] ?? "", 10)
  )
  if (limit === undefined || remaining === undefined || Number.isNaN(limit) || Number.isNaN(remaining)) return null
  // The window rolls: until the vendor asks for a pause, it ends at the earliest after its whole length.
  return { limit, remaining: wait > 0 ? 0 : remaining, resetAt: now + (wait > 0 ? wait : window || 0) * 1_000 }
}
