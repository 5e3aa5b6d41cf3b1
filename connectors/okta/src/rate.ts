import type { RateBudget } from "@tributary/core"

/**
 * Reads Okta's rate limit headers, whose reset time is in epoch seconds; null when they are absent or not numbers.
 *
 * Okta sends no `Retry-After`, so this reset time also decides how long to wait after a 429.
 *
 * https://developer.okta.com/docs/reference/rl-best-practices/
 */
export const oktaRate = (headers: Readonly<Record<string, string>>): RateBudget.RateState | null => {
  const limit = Number(headers["x-rate-limit-limit"])
  const remaining = Number(headers["x-rate-limit-remaining"])
  const reset = Number(headers["x-rate-limit-reset"])
  if (!Number.isFinite(remaining) || !Number.isFinite(reset)) return null
  return { limit: Number.isFinite(limit) ? limit : null, remaining, resetAt: reset * 1_000 }
}
