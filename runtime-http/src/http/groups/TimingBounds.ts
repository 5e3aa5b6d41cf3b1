import type { Connector } from "@tributary/core"
import { Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { inBody } from "../server/ValidationErrors.js"

/** Inclusive, in seconds. */
export interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** What an operator lets callers choose for the runs of a connection. */
export interface TimingBounds {
  readonly refreshIntervalSecs: Bounds
  readonly timeoutSecs: Bounds
}

/** From a minute to 30 days between runs, from 10 seconds to a day for one. */
export const defaultBounds: TimingBounds = {
  refreshIntervalSecs: { minimum: 60, maximum: 2_592_000 },
  timeoutSecs: { minimum: 10, maximum: 86_400 }
}

/** Where neither the caller nor the connector says anything. */
const defaults = { refreshIntervalSecs: 14_400, timeoutSecs: 3_600 }

const fields = [
  ["refresh_interval_secs", "refreshIntervalSecs"],
  ["timeout_secs", "timeoutSecs"]
] as const

interface Sent {
  readonly refresh_interval_secs?: number
  readonly timeout_secs?: number
}

/** Refuses what is out of bounds. */
export const check = (bounds: TimingBounds, sent: Sent): Effect.Effect<void, Errors.ApiError> => {
  const detail = fields.flatMap(([name, setting]) => {
    const value = sent[name]
    const { minimum, maximum } = bounds[setting]
    if (value === undefined || (value >= minimum && value <= maximum)) return []
    const msg = `Expected an integer from ${minimum} to ${maximum}, the bounds set for this service`
    return [inBody({ path: [name], msg, type: "integer", ctx: { minimum, maximum } })]
  })
  return detail.length === 0 ? Effect.void : Errors.make("InvalidParameter", { detail })
}

const clamp = (value: number, { minimum, maximum }: Bounds): number => Math.min(maximum, Math.max(minimum, value))

/** What a new connection gets: the caller's choice, else the connector's within the bounds. */
export const resolve = (bounds: TimingBounds, connector: Connector.Connector, sent: Sent) => ({
  refreshIntervalSecs:
    sent.refresh_interval_secs ??
    clamp(connector.refreshIntervalSecs ?? defaults.refreshIntervalSecs, bounds.refreshIntervalSecs),
  timeoutSecs: sent.timeout_secs ?? clamp(connector.timeoutSecs ?? defaults.timeoutSecs, bounds.timeoutSecs)
})
