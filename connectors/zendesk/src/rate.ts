import type { RateBudget } from "@tributary/core"

/** A limit of one endpoint, such as `total=10; remaining=9; resets=42`, with the seconds until it is reset. */
const OF_ENDPOINT = /^total=(\d+);\s*remaining=(\d+);\s*resets=(\d+)$/

const stateOf = (limit: number, remaining: number, secs: number, now: number): RateBudget.RateState | null =>
  Number.isFinite(remaining) && Number.isFinite(secs)
    ? { limit: Number.isFinite(limit) ? limit : null, remaining, resetAt: now + secs * 1_000 }
    : null

/**
 * Reads Zendesk's rate headers: that of the endpoint if there is one, such as of the incremental exports, which allow ten requests a minute;
 * or else those of the account. Null when they are absent or not numbers.
 *
 * https://developer.zendesk.com/api-reference/introduction/rate-limits/
 */
export const zendeskRate = (headers: Readonly<Record<string, string>>, now: number): RateBudget.RateState | null => {
  const name = Object.keys(headers).find((header) => header.startsWith("zendesk-ratelimit-"))
  const own = name === undefined ? null : OF_ENDPOINT.exec(headers[name]?.trim() ?? "")
  if (own !== null) return stateOf(Number(own[1]), Number(own[2]), Number(own[3]), now)
  const { "ratelimit-limit": limit, "ratelimit-remaining": remaining, "ratelimit-reset": reset } = headers
  return stateOf(Number(limit), Number(remaining), Number(reset), now)
}
