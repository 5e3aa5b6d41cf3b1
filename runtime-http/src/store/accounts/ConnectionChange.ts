import type { SqlError } from "@effect/sql"
import type { ConnectionState } from "@tributary/core"
import { Effect, type Redacted } from "effect"
import type { SyncSchedule } from "../schedule/SyncSchedule.js"
import type { ConnectionRow } from "./ConnectionRow.js"

/**
 * What a caller may change; an absent property leaves the value as it is.
 *
 * A PENDING connection becomes ACTIVE when it gets its first verified credentials, and not before.
 */
export interface ConnectionChanges {
  /** JSON of the decoded credentials; the caller has verified them with the vendor. */
  readonly credentials?: Redacted.Redacted
  readonly identifier?: string | null
  readonly state?: Extract<ConnectionState, "ACTIVE" | "PAUSED">
  readonly refreshIntervalSecs?: number
  readonly timeoutSecs?: number
  /** Null restores the default. */
  readonly fullScanIntervalSecs?: number | null
}

/** The state of the connection after the changes. */
export const nextState = (current: ConnectionState, changes: ConnectionChanges): ConnectionState => {
  if (current !== "PENDING") return changes.state ?? current
  return changes.credentials === undefined ? current : (changes.state ?? "ACTIVE")
}

const hasOtherSettings = (before: ConnectionRow, after: ConnectionRow): boolean =>
  before.refresh_interval_secs !== after.refresh_interval_secs || before.timeout_secs !== after.timeout_secs

/** Applies a change to the schedule; the caller holds a transaction with a lock on the connection. */
export const reschedule = (
  schedule: SyncSchedule["Type"],
  before: ConnectionRow,
  after: ConnectionRow,
  hasNewCredentials: boolean
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.gen(function* () {
    const { id, state } = after
    const settings = { intervalSecs: after.refresh_interval_secs, timeoutSecs: after.timeout_secs }
    if (before.state === "PENDING" && state !== "PENDING") yield* schedule.add(id, settings)
    if (hasOtherSettings(before, after)) yield* schedule.edit(id, settings)
    if (before.state !== state && state === "PAUSED") yield* schedule.pause(id)
    if (before.state === "PAUSED" && state === "ACTIVE") yield* schedule.resume(id)
    if (hasNewCredentials) yield* schedule.request(id)
  })
