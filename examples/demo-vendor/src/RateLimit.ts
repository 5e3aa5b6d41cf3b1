const WINDOW = 60_000

/** The rate limit of one endpoint family after a request: whether it is exceeded, and the headers to send. */
export interface RateLimitState {
  readonly isExceeded: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** The end of the current one-minute window, in epoch seconds. */
export const windowEnd = (now: number): number => ((Math.floor(now / WINDOW) + 1) * WINDOW) / 1000

/**
 * Counts requests per endpoint family and minute, and returns Okta's headers, with the reset in epoch seconds:
 * https://developer.okta.com/docs/reference/rl-best-practices/
 */
export const makeRateLimit = (limit: number, now: () => number) => {
  const counts = new Map<string, { readonly window: number; readonly count: number }>()
  return (family: string): RateLimitState => {
    const window = Math.floor(now() / WINDOW)
    const before = counts.get(family)
    const count = (before?.window === window ? before.count : 0) + 1
    counts.set(family, { window, count })
    return {
      isExceeded: count > limit,
      headers: {
        "x-rate-limit-limit": String(limit),
        "x-rate-limit-remaining": String(Math.max(0, limit - count)),
        "x-rate-limit-reset": String(windowEnd(now()))
      }
    }
  }
}
