import type { RateBudget } from "@tributary/core"

/** CrowdStrike counts a customer's requests by the minute. */
const WINDOW_MILLIS = 60_000

/**
 * CrowdStrike's rate headers: none names the end of the window, except the one of a 429, in epoch seconds.
 *
 * https://developer.crowdstrike.com/api-reference/
 */
export const crowdstrikeRate = (
  headers: Readonly<Record<string, string>>,
  now: number
): RateBudget.RateState | null => {
  const limit = Number(headers["x-ratelimit-limit"])
  const remaining = Number(headers["x-ratelimit-remaining"])
  const retryAfter = Number(headers["x-ratelimit-retryafter"])
  const known = Number.isFinite(limit) ? limit : null
  if (Number.isFinite(retryAfter)) return { limit: known, remaining: 0, resetAt: retryAfter * 1_000 }
  if (!Number.isFinite(remaining)) return null
  return { limit: known, remaining, resetAt: now + WINDOW_MILLIS }
}
