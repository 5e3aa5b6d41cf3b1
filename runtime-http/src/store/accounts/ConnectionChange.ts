import type { ConnectionState, ConnectionWithOrganization, DataExportType, UnreadFields } from "@tributary/core"
import { Data, Effect, type Redacted } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import * as TenantFingerprint from "../../TenantFingerprint.js"
import type { NewConsent } from "../consent/NewConsent.js"
import { nowAfterText } from "../postgres/StoredInstant.js"
import type { SyncSchedule } from "../schedule/SyncSchedule.js"
import type { AccountScope } from "./AccessScope.js"
import type { ConnectionRow } from "./ConnectionRow.js"
import type { TypeChoice } from "./TypeChange.js"

/** What a connection is created with. */
export interface NewConnection {
  readonly vendor: string
  readonly credentials: Redacted.Redacted
  /** Which of the connector's ways to sign in; absent for the first. */
  readonly authType?: string
  /** The consent that has to be given before the connection can be ACTIVE; absent if its credentials have been verified. */
  readonly consent?: NewConsent
  /** The fields of the credentials that are not secret; none by default. */
  readonly shownCredentials?: ConnectionWithOrganization["credentials"]
  /** The types of data that jobs read; by default all that the connector exports. */
  readonly dataExportTypes?: ReadonlyArray<DataExportType>
  /** The tenant to which the credentials lead; absent if it is unknown. */
  readonly tenant?: TenantFingerprint.TenantFingerprint
  /** The fields that the credentials cannot read, as far as the vendor said so; none by default. */
  readonly unreadFields?: ReadonlyArray<UnreadFields>
  readonly identifier: string | null
  readonly refreshIntervalSecs: number
  readonly timeoutSecs: number
  /** Null, or absent, for the default of each list. */
  readonly fullScanIntervalSecs?: number | null
  /** Null, or absent, for the default. */
  readonly eventsFirstLoadDays?: number | null
}

/**
 * What a caller may change; an absent property leaves the value as it is.
 *
 * A PENDING connection becomes ACTIVE when it gets its first verified credentials, and not before.
 */
export interface ConnectionChanges {
  /** JSON of the decoded credentials; the caller has verified them with the vendor. */
  readonly credentials?: Redacted.Redacted
  /** The fields of the new credentials that are not secret; none by default. */
  readonly shownCredentials?: ConnectionWithOrganization["credentials"]
  /** The fields of a connection with a consent, none of them secret: they count from its next consent on. */
  readonly consentFields?: ConnectionWithOrganization["credentials"]
  /** The tenant to which the new credentials lead; absent if it is unknown. */
  readonly tenant?: TenantFingerprint.TenantFingerprint
  /** The fields that the new credentials cannot read, as far as the vendor said so; none by default. */
  readonly unreadFields?: ReadonlyArray<UnreadFields>
  /** Whether the caller says that another tenant is to replace the one whose data is stored; false by default. */
  readonly replacesTenant?: boolean
  readonly identifier?: string | null
  readonly state?: Extract<ConnectionState, "ACTIVE" | "PAUSED">
  readonly refreshIntervalSecs?: number
  readonly timeoutSecs?: number
  /** Null restores the default. */
  readonly fullScanIntervalSecs?: number | null
  /** Null restores the default. */
  readonly eventsFirstLoadDays?: number | null
  /** The types of data that jobs read from now on. */
  readonly choice?: TypeChoice
}

/** A change of a connection; `Connections.update` says what the last two are for. */
export type UpdateArguments = readonly [
  scope: AccountScope,
  organizationId: string,
  connectionId: string,
  changes: ConnectionChanges,
  isExpected?: (current: ConnectionWithOrganization) => boolean,
  basedOn?: string | undefined
]

/** The connection is not as it was when the change was prepared. */
export class ConnectionHasChanged extends Data.TaggedError("ConnectionHasChanged")<{
  /** Whether it still meets the caller's condition, so that the change can be prepared again. */
  readonly isExpected: boolean
}> {}

/** The credentials lead to another tenant, and the caller has not said that it is to replace the one whose data is stored. */
export class TenantChanged extends Data.TaggedError("TenantChanged")<{
  readonly from: TenantFingerprint.TenantFingerprint
  readonly to: TenantFingerprint.TenantFingerprint
}> {}

/** The state of the connection after the changes. */
export const nextState = (current: ConnectionState, changes: ConnectionChanges): ConnectionState => {
  if (current !== "PENDING") return changes.state ?? current
  return changes.credentials === undefined ? current : (changes.state ?? "ACTIVE")
}

/** What new credentials mean for the data that is stored. */
export interface TenantChange {
  /** What is known of the tenant afterwards. */
  readonly tenant: TenantFingerprint.TenantFingerprint | null
  /** Whether another tenant replaces the one whose data is stored. */
  readonly isReplaced: boolean
  /** Whether the same tenant is read at other addresses, so that all of it has to be read anew. */
  readonly isMoved: boolean
}

/** What the changes mean for the tenant; fails if they lead to another one, and the caller has not said so. */
export const tenantAfter = (
  before: TenantFingerprint.TenantFingerprint | null,
  { replacesTenant = false, tenant }: ConnectionChanges
): Effect.Effect<TenantChange, TenantChanged> => {
  if (tenant === undefined) return Effect.succeed({ tenant: before, isReplaced: false, isMoved: false })
  const isChanged = TenantFingerprint.isChanged(before, tenant)
  if (isChanged && before !== null && !replacesTenant) return new TenantChanged({ from: before, to: tenant })
  const isReplaced = replacesTenant && !TenantFingerprint.isSame(before, tenant)
  if (isReplaced) return Effect.succeed({ tenant, isReplaced, isMoved: false })
  const isMoved = TenantFingerprint.hasMoved(before, tenant)
  return Effect.succeed({ tenant: TenantFingerprint.merged(before, tenant), isReplaced, isMoved })
}

const hasOtherSettings = (before: ConnectionRow, after: ConnectionRow): boolean =>
  before.refresh_interval_secs !== after.refresh_interval_secs || before.timeout_secs !== after.timeout_secs

/** Applies a change to the schedule; the caller holds a transaction with a lock on the connection. */
export const reschedule = (
  schedule: SyncSchedule["Type"],
  before: ConnectionRow,
  after: ConnectionRow,
  {
    endsJob,
    isDue,
    isReplaced
  }: {
    /** Whether another tenant is read from now on. */
    readonly isReplaced: boolean
    /** Whether a running job must read nothing more. */
    readonly endsJob: boolean
    /** Whether a job is to begin now. */
    readonly isDue: boolean
  }
): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    const { id, state } = after
    const settings = { intervalSecs: after.refresh_interval_secs, timeoutSecs: after.timeout_secs }
    if (before.state === "PENDING" && state !== "PENDING") yield* schedule.add(id, settings)
    if (hasOtherSettings(before, after)) yield* schedule.edit(id, settings)
    if (before.state !== state && state === "PAUSED") yield* schedule.pause(id)
    if (before.state === "PAUSED" && state === "ACTIVE") yield* schedule.resume(id)
    if (isReplaced) yield* schedule.replace(id, "tenant")
    else if (endsJob) yield* schedule.replace(id, "types")
    else if (isDue) yield* schedule.request(id)
  })

/**
 * Notes in each list when another tenant replaced the one before: whatever is written to the list later is later by its time, too, also if the
 * clock is set back. No list counts as read completely until a scan of the new tenant has done so.
 *
 * The caller holds a transaction with a lock on the connection, and has taken the lease from a running job.
 */
export const markReplaced = (sql: SqlClient.SqlClient, connectionId: string): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql`
    with
      list as materialized (
        select kind, updated_at, has_former or total > deleted as has_any
        from record_counter
        where connection_id = ${connectionId}
        order by kind
        for update
      ),
      replaced as materialized (
        select kind, has_any, ${sql.literal(nowAfterText("updated_at"))} as instant from list
      )
    update record_counter as own
    set updated_at = instant, replaced_at = instant, full_at = null, has_former = has_any
    from replaced
    where own.connection_id = ${connectionId} and own.kind = replaced.kind`)

/**
 * Ends the open jobs that write to the source tool, because they were meant for the tenant that is replaced; the caller holds a transaction with a
 * lock on the connection. What such a job has sent already may exist there.
 */
export const endOutboundJobs = (sql: SqlClient.SqlClient, connectionId: string): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql`
    update outbound_job
    set
      status = 'FAILED',
      failure_reason =
        'The connection was given to another tenant before the job had ended. '
        || case
          when uncertain_since is null then 'Nothing was created.'
          else
            'The ticket may have been created in the former tenant: search it for ' || id
            || ', which the job has written on it, before you create it again.'
        end,
      finished_at = clock_timestamp(),
      payload = null
    where connection_id = ${connectionId} and status in ('QUEUED', 'RUNNING')`)
