/** Which server a client calls, as whom, and how patiently. */
export interface Settings {
  /** The base address of the API; ends in `/v1`. */
  readonly baseUrl: string
  /** The API key. It gives access to everything of the account, so keep it away from browsers. */
  readonly apiKey: string
  /** The connection whose records are read; only provisioning and the catalogue need none. */
  readonly connectionId?: string | undefined
  /**
   * How often a request is sent again after a 429, or after a 503 if it only reads, each time after the seconds that `Retry-After` names; 10
   * by default. One that only reads is also sent again if no answer came, up to three times.
   */
  readonly retries?: number | undefined
  /**
   * How many seconds a whole answer may take; 60 by default, `Infinity` for any number. After that the request counts as one to which no
   * answer came, so one that only reads is sent again.
   */
  readonly timeoutSecs?: number | undefined
}

/** The value of `retries` if the settings have none. */
export const RETRIES = 10

/** The longest time that a timer can be set to. */
const MAX_TIMER_SECS = 2_147_483

/** How many seconds a request waits for its answer; null for any number. Throws a `RangeError` if the setting is not positive. */
export const timeoutOf = ({ timeoutSecs = 60 }: Pick<Settings, "timeoutSecs">): number | null => {
  if (!(timeoutSecs > 0)) throw new RangeError(`timeoutSecs is ${timeoutSecs}. Expected a positive number of seconds.`)
  return timeoutSecs > MAX_TIMER_SECS ? null : timeoutSecs
}
