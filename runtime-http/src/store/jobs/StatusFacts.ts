// Everything that the status of a connection is made of, as one query reads it, so that no part contradicts another.

import type {
  ConnectionState,
  DataExportType,
  HeldBackDeletion,
  JobExport,
  JobWait,
  MissingRecords,
  Problem,
  SyncSummary
} from "@tributary/core"
import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import type { AccountScope } from "../accounts/AccessScope.js"
import { dataExportTypesOf, type StoredUnreadFields } from "../accounts/ConnectionRow.js"
import { ConnectionNotFound } from "../accounts/Connections.js"
import * as Ownership from "../accounts/Ownership.js"
import { problem as problemOfConsent } from "../consent/Interruption.js"
import * as ClosedJob from "../schedule/ClosedJob.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"

/** So many refresh intervals without a success, plus the time that a job may take, make data stale: one job may fail or be late. */
export const STALE_AFTER_INTERVALS = 2

/** The scans of one extractor. Instants are ISO 8601; null if there was none. */
export interface ScanFacts {
  readonly extractor: string
  /** When the last complete scan began. */
  readonly last_scan_at: string | null
  /** When the last complete full scan began. */
  readonly last_full_at: string | null
  /** When the scan in progress began or last moved on; null if no scan is in progress. */
  readonly active_at: string | null
}

const counted = ["seen", "created", "changed", "deleted", "rejected"] as const

/** What the open job has done so far with records of one kind. */
export type ProgressCounts = Readonly<Record<(typeof counted)[number], number>>

/** What the open job has done so far with one extractor. */
export interface ProgressFacts {
  readonly extractor: string
  readonly isFinished: boolean
  /** By the names of the record kinds. */
  readonly counts: Readonly<Record<string, ProgressCounts>>
}

/** Why an extractor failed the last time it ended, if it has not succeeded since. */
export interface ProblemFacts {
  readonly reason: Problem.ProblemReason
  /** The name of the extractor; null if it is not known. */
  readonly extractor: string | null
  readonly data_export_type: DataExportType | null
  readonly endpoint: string | null
  readonly detail: string
  readonly permissions: ReadonlyArray<string>
  readonly until: string | null
  readonly since: string
}

/** A job with what it shows only while it is open, or only once it has ended. */
interface JobFacts extends SyncSummary {
  readonly data_exports: ReadonlyArray<JobExport>
  readonly waits: ReadonlyArray<JobWait>
}

/** What is known of a connection at one instant. */
export interface StatusFacts {
  readonly connectionId: string
  /** The instant, in milliseconds since 1970 by the clock of the database. */
  readonly now: number
  readonly vendor: string
  readonly state: ConnectionState
  /** Since when the connection waits for its first consent, and why the last visit gave none; null if it does not wait. */
  readonly awaitedConsent: { readonly since: string; readonly problem: string | null } | null
  /** The types of data that the connection reads; empty for all that its connector exports. */
  readonly dataExportTypes: ReadonlyArray<DataExportType>
  /** Why and since when an operator has stopped the connector; null if it runs. */
  readonly stop: { readonly reason: string; readonly since: string } | null
  readonly refreshIntervalSecs: number
  readonly timeoutSecs: number
  /** The connection's own interval between full scans; null for the default of each list. */
  readonly fullScanIntervalSecs: number | null
  /** How many days of a log the connection's first scan reads; null for the default. */
  readonly eventsFirstLoadDays: number | null
  /** When someone last requested a full scan; null if no one has. */
  readonly fullScanRequestedAt: string | null
  /** When the next run is due; null if the connection has no schedule. */
  readonly nextRunAt: string | null
  /** The first job that has begun. */
  readonly firstJob: JobFacts | null
  /** The latest job that has ended. */
  readonly lastJob: JobFacts | null
  /** The job that is queued or running. */
  readonly openJob: JobFacts | null
  readonly progress: ReadonlyArray<ProgressFacts>
  readonly scans: ReadonlyArray<ScanFacts>
  readonly totals: ReadonlyArray<{ readonly kind: string; readonly total: number }>
  readonly heldBackDeletions: ReadonlyArray<HeldBackDeletion>
  readonly missingRecords: ReadonlyArray<Omit<MissingRecords, "earliest_deletion_at">>
  readonly unreadFields: ReadonlyArray<StoredUnreadFields>
  readonly problems: ReadonlyArray<ProblemFacts>
  /** What is known of the tenant, as `TenantFingerprint` writes it; null if nothing is. */
  readonly tenant: string | null
  /** The tenants that rows have named and that were not covered by a closed set, the latest first. */
  readonly rowTenants: ReadonlyArray<{ readonly tenant: string; readonly first_seen_at: string }>
}

/** A column that holds JSON is text; null if there is nothing. */
export interface Row {
  readonly now: Date
  readonly vendor: string
  readonly state: ConnectionState
  readonly awaited_consent: string | null
  readonly data_export_types: string
  readonly stop: string | null
  readonly refresh_interval_secs: number
  readonly timeout_secs: number
  readonly full_scan_interval_secs: number | null
  readonly events_first_load_days: number | null
  readonly full_scan_requested_at: string | null
  readonly next_run_at: string | null
  readonly first_job: string | null
  readonly last_job: string | null
  readonly open_job: string | null
  readonly progress: string | null
  readonly scans: string | null
  readonly totals: string | null
  readonly held_back_deletions: string | null
  readonly missing_records: string | null
  readonly unread_fields: string | null
  readonly problems: string | null
  readonly tenant: string | null
  readonly row_tenants: string | null
}

/** As the job runner saves it; see `ExtractorProgress.toText`. */
interface Saved {
  readonly outcome: unknown
  readonly counts: ProgressFacts["counts"]
  readonly earlier: ProgressFacts["counts"]
}

const toProgress = ({ extractor, progress }: { readonly extractor: string; readonly progress: string }) => {
  const { counts, earlier, outcome } = JSON.parse(progress) as Saved
  const sumOf = (kind: string) =>
    Object.fromEntries(counted.map((name) => [name, (counts[kind]?.[name] ?? 0) + (earlier[kind]?.[name] ?? 0)]))
  const kinds = Object.keys({ ...counts, ...earlier })
  const sums = Object.fromEntries(kinds.map((kind) => [kind, sumOf(kind)]))
  return { extractor, isFinished: outcome !== null, counts: sums as ProgressFacts["counts"] }
}

const list = <A>(json: string | null): ReadonlyArray<A> => JSON.parse(json ?? "[]") as ReadonlyArray<A>

interface StoredJob extends Omit<SyncSummary, "is_ended_by_pause"> {
  readonly data_exports: string
  readonly waits: string | null
}

const toJob = (json: string | null): JobFacts | null => {
  if (json === null) return null
  const { data_exports, waits, ...job } = JSON.parse(json) as StoredJob
  const is_ended_by_pause = job.failure_reason === ClosedJob.PAUSED || job.failure_reason === ClosedJob.STOPPED
  return { ...job, is_ended_by_pause, data_exports: list(data_exports), waits: list(waits) }
}

interface StoredProblem extends Omit<ProblemFacts, "permissions"> {
  readonly permissions: string
}

/** The facts of a row. Only the store writes the columns, so their JSON has the shapes above. */
export const toFacts = (connectionId: string, row: Row): StatusFacts => ({
  connectionId,
  now: row.now.getTime(),
  vendor: row.vendor,
  state: row.state,
  awaitedConsent: JSON.parse(row.awaited_consent ?? "null") as StatusFacts["awaitedConsent"],
  dataExportTypes: dataExportTypesOf(row),
  stop: JSON.parse(row.stop ?? "null") as StatusFacts["stop"],
  refreshIntervalSecs: row.refresh_interval_secs,
  timeoutSecs: row.timeout_secs,
  fullScanIntervalSecs: row.full_scan_interval_secs,
  eventsFirstLoadDays: row.events_first_load_days,
  fullScanRequestedAt: row.full_scan_requested_at,
  nextRunAt: row.next_run_at,
  firstJob: toJob(row.first_job),
  lastJob: toJob(row.last_job),
  openJob: toJob(row.open_job),
  progress: list<Parameters<typeof toProgress>[0]>(row.progress).map(toProgress),
  scans: list(row.scans),
  totals: list(row.totals),
  heldBackDeletions: list(row.held_back_deletions),
  missingRecords: list(row.missing_records),
  unreadFields: list(row.unread_fields),
  tenant: row.tenant,
  rowTenants: list(row.row_tenants),
  problems: list<StoredProblem>(row.problems).map((problem) => ({
    ...problem,
    permissions: list(problem.permissions)
  }))
})

/** A column with an instant, as ISO 8601 with milliseconds. */
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const job = (condition: string, order: string) => `(
  select json_build_object(
    'id', id, 'status', status, 'started_at', ${instant("started_at")}, 'finished_at', ${instant("finished_at")},
    'failure_reason', failure_reason, 'data_exports', data_exports, 'waits', waits
  )::text
  from job
  where connection_id = connection.id and ${condition}
  order by created_at ${order}
  limit 1
)`

const columns = `
  clock_timestamp() as now, connection.vendor, connection.state, connection.refresh_interval_secs, connection.timeout_secs,
  connection.full_scan_interval_secs, connection.events_first_load_days, connection.unread_fields,
  connection.data_export_types, connection.tenant,
  (
    select json_build_object('since', ${instant("connection.created_at")}, 'problem', ${problemOfConsent})::text
    from consent
    where connection_id = connection.id and connection.state = 'PENDING'
  ) as awaited_consent,
  (
    select json_agg(json_build_object('tenant', tenant, 'first_seen_at', ${instant("first_seen_at")}))::text
    from (
      select tenant, first_seen_at from row_tenant where connection_id = connection.id
      order by first_seen_at desc, tenant limit 100
    ) as latest
  ) as row_tenants,
  ${instant("full_scan_requested_at")} as full_scan_requested_at,
  (select ${instant("next_run_at")} from schedule where connection_id = connection.id) as next_run_at,
  ${job("started_at is not null", "asc")} as first_job,
  ${job("finished_at is not null", "desc")} as last_job,
  ${job("status in ('QUEUED', 'RUNNING')", "desc")} as open_job,
  (
    select json_agg(json_build_object('extractor', extractor, 'progress', progress))::text
    from job_progress
    where job_id = (select id from job where connection_id = connection.id and status in ('QUEUED', 'RUNNING'))
  ) as progress,
  (
    select json_agg(json_build_object(
      'extractor', extractor,
      'last_scan_at', ${instant("last_scan_at")},
      'last_full_at', ${instant("last_full_at")},
      'active_at', case when mode is not null then ${instant("greatest(started_at, progressed_at)")} end
    ))::text
    from scan
    where connection_id = connection.id
  ) as scans,
  (
    select json_agg(json_build_object('kind', kind, 'total', total))::text
    from record_counter
    where connection_id = connection.id
  ) as totals,
  (
    select json_agg(json_build_object(
      'record_kind', kind, 'count', count, 'reason', reason, 'held_since', ${instant("held_since")}
    ) order by kind)::text
    from held_back_deletion
    where connection_id = connection.id and decision is null
  ) as held_back_deletions,
  (
    select json_agg(json_build_object(
      'record_kind', kind, 'count', count, 'missing_since', ${instant("since")}
    ) order by kind)::text
    from missing_total
    where connection_id = connection.id
  ) as missing_records,
  (
    select json_agg(json_build_object(
      'reason', reason, 'extractor', extractor, 'data_export_type', export_type, 'endpoint', endpoint, 'detail', detail,
      'permissions', permissions, 'until', ${instant("until")}, 'since', ${instant("first_seen_at")}
    ) order by extractor)::text
    from (
      select distinct on (extractor) *
      from connection_problem
      where connection_id = connection.id
      order by extractor, last_seen_at desc
    ) as present
  ) as problems`

/** The columns of a `Row`, in a statement with rows of `connection`, for a process that has loaded these versions of connectors. */
export const columnsOf = (
  sql: SqlClient.SqlClient,
  versions: StoppedConnectors.LoadedVersions["Type"]
): Fragment => sql`
  ${sql.literal(columns)},
  (
    select json_build_object('reason', reason, 'since', ${sql.literal(instant("stopped_at"))})::text
    from connector_stop
    where ${StoppedConnectors.isAbout(sql, sql`connection.vendor`)} and ${StoppedConnectors.holds(sql, versions)}
    order by version
    limit 1
  ) as stop`

/** Reads what is known of a connection of the account, by a process that has loaded these versions of connectors. */
export const load = (
  versions: StoppedConnectors.LoadedVersions["Type"],
  scope: AccountScope,
  organizationId: string,
  connectionId: string
): Effect.Effect<StatusFacts, ConnectionNotFound | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Row>`
      select
        ${columnsOf(sql, versions)}
      from connection
      where
        id = ${connectionId}
        and organization_id = ${organizationId}
        and ${Ownership.isOwn(sql, scope, Ownership.ofConnection)}
        and state <> 'DELETED'`
    return row === undefined ? yield* new ConnectionNotFound() : toFacts(connectionId, row)
  })
