import type { RateBudget } from "@tributary/core"

/**
 * Okta's rate headers: the reset is in epoch seconds, and there is no Retry-After.
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
