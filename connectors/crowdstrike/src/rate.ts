import type { RateBudget } from "@tributary/core"

/** CrowdStrike limits the requests of a customer per minute. */
const WINDOW_MILLIS = 60_000

/**
 * Reads CrowdStrike's rate headers; null if an answer has none.
 *
 * Only a 429 says when the window ends, as epoch seconds in `X-Ratelimit-Retryafter`; otherwise a full window is assumed.
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
