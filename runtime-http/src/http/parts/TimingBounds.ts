import { Connector, Extractor } from "@tributary/core"
import { Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { inBody } from "../server/request/ValidationErrors.js"

/** Inclusive limits, in the unit of the setting. */
export interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** The range in which a caller may choose how often a connection runs, how long a run may take, how often it reads everything and how much of a log at first. */
export interface TimingBounds {
  /** Between two runs of a connection. */
  readonly refreshIntervalSecs: Bounds
  /** For one run. */
  readonly timeoutSecs: Bounds
  /** Between two full scans. */
  readonly fullScanIntervalSecs: Bounds
  /** Of a log, at first. */
  readonly eventsFirstLoadDays: Bounds
}

/** The longest interval: 30 days. */
export const MAX_REFRESH_SECS = 2_592_000
/** The longest time between two full scans: 30 days. */
export const MAX_FULL_SCAN_SECS = 2_592_000
/** The shortest time limit of a run. */
export const MIN_TIMEOUT_SECS = 10
/** The longest time limit that an operator may allow: a week. */
export const MAX_TIMEOUT_SECS = 604_800

/** What an operator decides. */
export interface TimingSettings {
  /** The shortest time between two runs of a connection, in seconds. */
  readonly refreshMinSecs: number
  /** The longest time limit of a run, in seconds. */
  readonly timeoutMaxSecs: number
  /** The shortest time between two full scans that a caller may choose, in seconds. */
  readonly fullScanMinSecs: number
  /** How many days events are kept: the first scan of a log reads no older ones. */
  readonly eventDays: number
}

/**
 * Five minutes, because the interval is for polling; six hours, because a source that needs longer is continued by the next run; and an
 * hour, because a full scan asks the vendor for every record.
 */
export const defaultSettings: TimingSettings = {
  refreshMinSecs: 300,
  timeoutMaxSecs: 21_600,
  fullScanMinSecs: 3_600,
  eventDays: Extractor.EventLog.RETENTION_DAYS
}

/** The bounds that follow from the settings of an operator. */
export const make = ({ eventDays, fullScanMinSecs, refreshMinSecs, timeoutMaxSecs }: TimingSettings): TimingBounds => ({
  refreshIntervalSecs: { minimum: refreshMinSecs, maximum: MAX_REFRESH_SECS },
  timeoutSecs: { minimum: MIN_TIMEOUT_SECS, maximum: timeoutMaxSecs },
  fullScanIntervalSecs: { minimum: fullScanMinSecs, maximum: MAX_FULL_SCAN_SECS },
  eventsFirstLoadDays: { minimum: 1, maximum: Math.min(Extractor.EventLog.MOST_FIRST_LOAD_DAYS, eventDays) }
})

const fields = [
  ["refresh_interval_secs", "refreshIntervalSecs"],
  ["timeout_secs", "timeoutSecs"],
  ["full_scan_interval_secs", "fullScanIntervalSecs"],
  ["events_first_load_days", "eventsFirstLoadDays"]
] as const

interface Sent {
  readonly refresh_interval_secs?: number
  readonly timeout_secs?: number
  readonly full_scan_interval_secs?: number | null
  readonly events_first_load_days?: number | null
}

/** Fails with 422 when the caller chose a value outside the bounds. */
export const check = (bounds: TimingBounds, sent: Sent): Effect.Effect<void, Errors.ApiError> => {
  const detail = fields.flatMap(([name, setting]) => {
    const value = sent[name]
    const { minimum, maximum } = bounds[setting]
    if (value === undefined || value === null || (value >= minimum && value <= maximum)) return []
    const msg = `Expected an integer from ${minimum} to ${maximum}, the limits of this server`
    return [inBody({ path: [name], msg, type: "integer", ctx: { minimum, maximum } })]
  })
  return detail.length === 0 ? Effect.void : Errors.make("InvalidParameter", { detail })
}

const clamp = (value: number, { minimum, maximum }: Bounds): number => Math.min(maximum, Math.max(minimum, value))

/** The timing of a new connection: the caller's choice, else the connector's default moved into the bounds; null for the default of each list, or log. */
export const resolve = (bounds: TimingBounds, connector: Connector.Connector, sent: Sent) => ({
  refreshIntervalSecs:
    sent.refresh_interval_secs ??
    clamp(connector.refreshIntervalSecs ?? Connector.DEFAULT_TIMING.refreshIntervalSecs, bounds.refreshIntervalSecs),
  fullScanIntervalSecs: sent.full_scan_interval_secs ?? null,
  eventsFirstLoadDays: sent.events_first_load_days ?? null,
  timeoutSecs:
    sent.timeout_secs ?? clamp(connector.timeoutSecs ?? Connector.DEFAULT_TIMING.timeoutSecs, bounds.timeoutSecs)
})
