// store/jobs: pull jobs and outbound jobs: queued, running, finished.

import { randomUUID } from "node:crypto"
import type { ConnectionState, Health, Job, JobExport, JobWait } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"
import { type Fragment, SqlClient, type SqlError, type Statement } from "../../Sql.js"
import type { AccountScope } from "../accounts/AccessScope.js"
import { storedUnreadFieldsOf } from "../accounts/ConnectionRow.js"
import { ConnectionNotFound } from "../accounts/Connections.js"
import type { OffsetPage } from "../accounts/Organizations.js"
import * as Ownership from "../accounts/Ownership.js"
import { after, type UnreadByJob } from "../accounts/UnreadFields.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { known } from "../postgres/StoredInstant.js"
import { atEnd } from "../postgres/Transaction.js"
import * as Lease from "../schedule/Lease.js"
import { LoadedVersions } from "../schedule/StoppedConnectors.js"
import { SyncSchedule } from "../schedule/SyncSchedule.js"
import * as WebhookEvents from "../webhooks/WebhookEvents.js"
import * as ConnectionProblems from "./ConnectionProblems.js"
import * as StatusFacts from "./StatusFacts.js"

/** A job of the connection is already running. */
export class JobIsRunning extends Data.TaggedError("JobIsRunning")<{ readonly jobId: string }> {}

/** The connection is paused, or its credentials are not verified yet, so no job of it would run. */
export class ConnectionIsInactive extends Data.TaggedError("ConnectionIsInactive")<{
  readonly state: ConnectionState
}> {}

/** A full scan was requested so short a time ago that another one would be too soon. */
export class FullScanTooSoon extends Data.TaggedError("FullScanTooSoon")<{
  /** In how many seconds a request is accepted. */
  readonly retryAfterSecs: number
}> {}

/** The pull jobs of connections. */
export class Jobs extends Context.Tag("@tributary/runtime-http/Jobs")<
  Jobs,
  {
    /** Newest first. */
    readonly list: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string,
      page: { readonly limit: number; readonly offset: number }
    ) => Effect.Effect<OffsetPage<Job>, ConnectionNotFound | SqlError>
    /** What is known of the connection's data, for its status. */
    readonly statusFacts: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string
    ) => Effect.Effect<StatusFacts.StatusFacts, ConnectionNotFound | SqlError>
    /**
     * Queues a job and makes the connection due; returns the queued job if there already is one. A full job begins a full scan of every
     * list; the request holds until each has been completed. Another full job sooner than `fullDistanceSecs` after it is refused, unless
     * the first has not begun: then it is the same job.
     */
    readonly request: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string,
      options?: { readonly isFull: boolean; readonly fullDistanceSecs?: number }
    ) => Effect.Effect<Job, FullScanTooSoon | JobIsRunning | ConnectionIsInactive | ConnectionNotFound | SqlError>
    /** Starts the queued job, resumes the job of a process that died, or creates a job; returns its id. */
    readonly begin: (lease: Lease.Lease) => Effect.Effect<string, Lease.StaleFence | SqlError>
    /** What earlier runs of the job have done, if it is continued. */
    readonly progressOf: (lease: Lease.Lease, jobId: string) => Effect.Effect<ReadonlyArray<JobProgress>, SqlError>
    /** Saves what an extractor has done, in the transaction of the caller, which has verified the lease. */
    readonly noteProgress: (jobId: string, extractor: string, progress: string) => Effect.Effect<void, SqlError>
    /** Saves what an extractor has done that has ended, in a transaction of its own, and why it failed; a null problem means that it succeeded. */
    readonly saveProgress: (
      lease: Lease.Lease,
      jobId: string,
      extractor: string,
      progress: string,
      problem: ConnectionProblems.FoundProblem | null
    ) => Effect.Effect<void, Lease.StaleFence | SqlError>
    /** Notes which requests of the running job wait, for the status of its connection; does nothing if the lease is void. */
    readonly noteWaits: (
      lease: Lease.Lease,
      jobId: string,
      waits: ReadonlyArray<JobWait>
    ) => Effect.Effect<void, SqlError>
    /** Ends the job and sets the health, the problems and the unread fields of the connection, in one transaction. */
    readonly finish: (
      lease: Lease.Lease,
      jobId: string,
      result: {
        readonly status: "SUCCESS" | "FAILED"
        readonly failureReason: string | null
        readonly dataExports: ReadonlyArray<JobExport>
        readonly health: Health.Health
        readonly unread: UnreadByJob
        readonly problems: ConnectionProblems.ProblemsOfJob
      }
    ) => Effect.Effect<void, Lease.StaleFence | SqlError>
    /** Ends a job that stopped because the connection was paused; it says nothing about the connection, whose health stays as it is. */
    readonly endPaused: (
      lease: Lease.Lease,
      jobId: string,
      result: { readonly failureReason: string | null; readonly dataExports: ReadonlyArray<JobExport> }
    ) => Effect.Effect<void, Lease.StaleFence | SqlError>
  }
>() {}

interface JobRow {
  readonly id: string
  readonly status: Job["status"]
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly failure_reason: string | null
  readonly data_exports: string
}

const toJob = (row: JobRow): Job => ({
  id: row.id,
  status: row.status,
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  failure_reason: row.failure_reason,
  // Only `end` writes it.
  data_exports: JSON.parse(row.data_exports) as ReadonlyArray<JobExport>
})

/**
 * Stores pull jobs.
 *
 * Every transaction here and in `Connections` takes its locks in the same order, so that they cannot deadlock: connection, schedule row, job.
 */
export const make: Effect.Effect<Jobs["Type"], never, SqlClient.SqlClient | SyncSchedule> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const schedule = yield* SyncSchedule
  const versions = yield* LoadedVersions

  const columns = sql.literal("id, status, started_at, finished_at, failure_reason, data_exports")

  const owned = (scope: AccountScope, organizationId: string, connectionId: string) => sql`
    id = ${connectionId}
      and organization_id = ${organizationId}
      and ${Ownership.isOwn(sql, scope, Ownership.ofConnection)}
      and state <> 'DELETED'`

  const list: Jobs["Type"]["list"] = (scope, organizationId, connectionId, { limit, offset }) =>
    Effect.gen(function* () {
      const found = yield* sql`select 1 from connection where ${owned(scope, organizationId, connectionId)}`
      if (found.length === 0) return yield* new ConnectionNotFound()
      const rows = yield* sql<JobRow>`
        select ${columns} from job
        where connection_id = ${connectionId}
        order by created_at desc, id
        limit ${limit} offset ${offset}`
      const [count] = yield* sql<{ readonly total: number }>`
        select count(*) as total from job where connection_id = ${connectionId}`
      return { items: rows.map(toJob), total: count?.total ?? 0 }
    })

  const openJob = (connectionId: string) => sql<JobRow>`
    select ${columns} from job where connection_id = ${connectionId} and status in ('QUEUED', 'RUNNING')`

  // After the job before it, even if the clock was set back since: the last job of a connection says how it is.
  const createdAt = (connectionId: string) => sql`
    greatest(
      clock_timestamp(),
      (select max(created_at) from job where connection_id = ${connectionId}) + interval '1 microsecond')`

  const insert = (connectionId: string, status: "QUEUED" | "RUNNING") => sql<JobRow>`
    insert into job (id, connection_id, status, created_at, started_at)
    values (
      ${randomUUID()}, ${connectionId}, ${status}, ${createdAt(connectionId)},
      ${status === "RUNNING" ? sql`clock_timestamp()` : sql`null`}
    )
    returning ${columns}`

  /** In how many seconds a full scan may be requested again, and whether the last one that was requested has begun. */
  const lastFullRequest = (connectionId: string, fullDistanceSecs: number) =>
    Effect.map(
      sql<{ readonly waitSecs: number | null; readonly hasBegun: boolean }>`
        select
          ceil(
            extract(epoch from ${known(sql, "full_scan_requested_at")} - clock_timestamp()) + ${fullDistanceSecs}::integer
          )::integer as "waitSecs",
          exists (
            select from scan
            where
              scan.connection_id = connection.id
              and (scan.started_at >= full_scan_requested_at or last_full_at >= full_scan_requested_at)
          ) as "hasBegun"
        from connection
        where id = ${connectionId}`,
      ([row]) => ({ waitSecs: row?.waitSecs ?? 0, hasBegun: row?.hasBegun === true })
    )

  const request: Jobs["Type"]["request"] = (scope, organizationId, connectionId, options = { isFull: false }) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const [connection] = yield* sql<{ readonly state: ConnectionState }>`
          select state from connection where ${owned(scope, organizationId, connectionId)}
          for no key update`
        if (connection === undefined) return yield* new ConnectionNotFound()
        if (connection.state !== "ACTIVE") return yield* new ConnectionIsInactive({ state: connection.state })
        yield* schedule.request(connectionId)
        const [open] = yield* openJob(connectionId)
        if (open?.status === "RUNNING") return yield* new JobIsRunning({ jobId: open.id })
        if (options.isFull) {
          const { hasBegun, waitSecs } = yield* lastFullRequest(connectionId, options.fullDistanceSecs ?? 0)
          const isTooSoon = waitSecs > 0
          if (isTooSoon && hasBegun) return yield* new FullScanTooSoon({ retryAfterSecs: waitSecs })
          if (!isTooSoon)
            yield* sql`update connection set full_scan_requested_at = clock_timestamp() where id = ${connectionId}`
        }
        const [job = open] = open === undefined ? yield* insert(connectionId, "QUEUED") : [open]
        const requested = job as JobRow
        yield* AuditTrail.note(sql, { action: "connection.sync", connectionId, resourceId: requested.id })
        return toJob(requested)
      })
    )

  // The conflict finds the job of a request that is committed while this waits for the schedule row.
  const begin: Jobs["Type"]["begin"] = (lease) =>
    sql<{ readonly id: string }>`
      /* job_begin */
      insert into job (id, connection_id, status, created_at, started_at)
      select ${randomUUID()}::uuid, connection_id, 'RUNNING', ${createdAt(lease.connectionId)}, clock_timestamp()
      from (${Lease.held(sql, lease)}) as held
      on conflict (connection_id) where status in ('QUEUED', 'RUNNING') do update
      set status = 'RUNNING', started_at = coalesce(job.started_at, excluded.started_at), waits = null
      returning id`.pipe(
      Lease.checked(lease),
      Effect.map(({ id }) => id)
    )

  const provided = Effect.provideService(SqlClient.SqlClient, sql)

  const noteProgress: Jobs["Type"]["noteProgress"] = (jobId, extractor, progress) =>
    atEnd(save(sql, sql`(select) as one`, jobId, extractor, progress))

  /** Ends a job whose lease is the row of `held`. */
  const end = (
    jobId: string,
    result: Pick<Parameters<Jobs["Type"]["finish"]>[2], "status" | "failureReason" | "dataExports">
  ) => sql`
    update job
    set status = ${result.status},
        finished_at = clock_timestamp(),
        failure_reason = ${result.failureReason},
        waits = null,
        data_exports = ${JSON.stringify(result.dataExports)}
    from held
    where job.id = ${jobId} and job.connection_id = held.connection_id and status = 'RUNNING'
    returning job.id, status, job.created_at, started_at, finished_at`

  /** The connection as events tell it, which is locked first, and the row of the lease. */
  const lockedFor = (lease: Lease.Lease) => sql`
    source as materialized (
      select ${sql.literal(WebhookEvents.SOURCE)}, health_name from connection where id = ${lease.connectionId}
      for no key update
    ),
    held as materialized (select held.connection_id from source, lateral (${Lease.held(sql, lease)}) as held)`

  const endPaused: Jobs["Type"]["endPaused"] = (lease, jobId, { dataExports, failureReason }) =>
    sql`
      /* job_end_paused */
      with
        ${lockedFor(lease)},
        ended as (${end(jobId, { status: "FAILED", failureReason, dataExports })}),
        forgotten as (${forget(sql, jobId)}),
        ${WebhookEvents.jobEnded(sql, { dataExports, health: null })}
      update connection set event_sequence = ${WebhookEvents.nextSequence(sql)} from held where id = held.connection_id
      returning id`.pipe(Lease.checked(lease), Effect.asVoid)

  const finish: Jobs["Type"]["finish"] = (lease, jobId, result) =>
    Effect.gen(function* () {
      const { connectionId } = lease
      const { health } = result
      // Only the end of a job writes them, and only with a valid lease, so they stay the same until the write below.
      const [connection] = yield* sql<{ readonly unread_fields: string | null; readonly now: Date }>`
        /* job_unread_fields */
        select unread_fields, clock_timestamp() as now from connection where id = ${connectionId}`
      const before = storedUnreadFieldsOf(connection ?? { unread_fields: null })
      const unread = after(before, result.unread, (connection?.now ?? new Date()).toISOString())
      yield* sql`
        /* ${sql.literal(`job_finish_${result.problems.found.length}`)} */
        with
          ${lockedFor(lease)},
          ended as (${end(jobId, result)}),
          forgotten as (${forget(sql, jobId)}),
          ${ConnectionProblems.noteAll(sql, result.problems)},
          ${WebhookEvents.jobEnded(sql, result)}
        update connection
        set event_sequence = ${WebhookEvents.nextSequence(sql)},
            health_name = ${health.name},
            health_details = ${health.details === null ? null : JSON.stringify(health.details)},
            unread_fields = ${unread.length === 0 ? null : JSON.stringify(unread)}
        from held
        where id = held.connection_id
        returning id`.pipe(Lease.checked(lease))
    })

  const saveProgress: Jobs["Type"]["saveProgress"] = (lease, jobId, extractor, progress, problem) =>
    sql`
      /* ${sql.literal(problem === null ? "job_save" : "job_save_problem")} */
      with
        held as materialized (${Lease.held(sql, lease)}),
        saved as (${save(sql, sql`held`, jobId, extractor, progress)}),
        noted as (${problem === null ? ConnectionProblems.forget(sql, extractor) : ConnectionProblems.note(sql, [problem])})
      select from held`.pipe(Lease.checked(lease), Effect.asVoid)

  // No lock on the schedule row: a late write of a run that has lost its lease can only lose against the job's next run.
  const noteWaits: Jobs["Type"]["noteWaits"] = ({ connectionId, fence }, jobId, waits) =>
    Effect.asVoid(sql`
      update job set waits = ${waits.length === 0 ? null : JSON.stringify(waits)}
      where
        id = ${jobId} and status = 'RUNNING'
        and exists (select from schedule where connection_id = ${connectionId} and fence = ${fence})`)

  return Jobs.of({
    list,
    statusFacts: (...parameters) => provided(StatusFacts.load(versions, ...parameters)),
    request,
    begin,
    progressOf: ({ connectionId }, jobId) => provided(load(connectionId, jobId)),
    noteProgress,
    saveProgress,
    noteWaits,
    finish,
    endPaused
  })
})

/** Stores pull jobs. */
export const layer: Layer.Layer<Jobs, never, SqlClient.SqlClient | SyncSchedule> = Layer.effect(Jobs, make)

/** What one extractor of a job has done. */
export interface JobProgress {
  /** The name of the extractor. */
  readonly extractor: string
  /** JSON, as the job runner wrote it. */
  readonly progress: string
  /** Whether a sync was requested since: then a list that was read completely is read again. */
  readonly isOutdated: boolean
}

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** What the runs of a job before this one have saved. */
export const load = (connectionId: string, jobId: string): Sql<ReadonlyArray<JobProgress>> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<JobProgress>`
      /* job_progress */
      select
        extractor,
        progress,
        requested_at is not null and coalesce(${known(sql, "saved_at")} < requested_at, true) as "isOutdated"
      from job_progress, schedule
      where job_id = ${jobId} and connection_id = ${connectionId}`
  )

/** Saves the progress of an extractor if `source`, a relation, has a row; in the caller's transaction, or as a part of its statement. */
export const save = (
  sql: SqlClient.SqlClient,
  source: Fragment,
  jobId: string,
  extractor: string,
  progress: string
): Statement<unknown> => sql`
  insert into job_progress (job_id, extractor, progress)
  select ${jobId}::uuid, ${extractor}, ${progress} from ${source}
  on conflict (job_id, extractor) do update set progress = excluded.progress, saved_at = clock_timestamp()`

/** Forgets the progress of a job that ends; a part of the statement that ends it, in which `held` is the row of the lease. */
export const forget = (sql: SqlClient.SqlClient, jobId: string): Fragment =>
  sql`delete from job_progress using held where job_id = ${jobId}`
