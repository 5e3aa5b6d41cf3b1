// store/schedule: when each connection is due, who runs it, and the lease that lets only one run write.

import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { nowAfterText } from "../postgres/StoredInstant.js"
import * as WebhookEvents from "../webhooks/WebhookEvents.js"
import * as Announcements from "./Announcements.js"
import * as ClosedJob from "./ClosedJob.js"
import * as Ending from "./Ending.js"
import type { Lease } from "./Lease.js"
import * as RunnerRegistry from "./RunnerRegistry.js"
import { shardOf } from "./Shard.js"
import * as ShardLocks from "./ShardLocks.js"
import * as StoppedConnectors from "./StoppedConnectors.js"

/**
 * The schedule: one row per connection. Any process may change it. The first seven methods run in the caller's transaction, if there is one.
 */
export class SyncSchedule extends Context.Tag("@tributary/runtime-http/SyncSchedule")<
  SyncSchedule,
  {
    /** Adds a connection, which is due at once. */
    readonly add: (
      connectionId: string,
      settings: { readonly intervalSecs: number; readonly timeoutSecs: number }
    ) => Effect.Effect<void, SqlError>
    /** Changes the settings; a shorter interval also brings the next run forward. */
    readonly edit: (
      connectionId: string,
      settings: { readonly intervalSecs: number; readonly timeoutSecs: number }
    ) => Effect.Effect<void, SqlError>
    /** No job is claimed any more; the running one learns it from `runningBy` and ends at its next page. A queued job waits for `resume`. */
    readonly pause: (connectionId: string) => Effect.Effect<void, SqlError>
    /** Undoes `pause`; the next run is due as before. */
    readonly resume: (connectionId: string) => Effect.Effect<void, SqlError>
    /** Closes a running job as FAILED, which stops at its next write, and deletes a queued one. */
    readonly remove: (connectionId: string) => Effect.Effect<void, SqlError>
    /** Takes the lease from a running job, closes that job as FAILED, and makes the connection due now: another tenant's data, or other types of data, follow. */
    readonly replace: (connectionId: string, by: ClosedJob.Replacement) => Effect.Effect<void, SqlError>
    /** Makes the connection due now; if a job is running, another one follows it at once. */
    readonly request: (connectionId: string) => Effect.Effect<void, SqlError>

    /**
     * Due connections of these shards that no living process runs and whose connector is not stopped, in the order in which they should get slots: each next one is
     * of the account that then has the fewest jobs, and of those, the longest due. `jobs` is how many jobs of each account are running.
     */
    readonly due: (
      shards: ReadonlyArray<number>,
      runner: string,
      limit: number,
      jobs?: ReadonlyMap<string, number>
    ) => Effect.Effect<ReadonlyArray<DueConnection>, SqlError>
    /**
     * In how many milliseconds the first connection of these shards will be due; not above 0 if one is due that a living process runs. Null if
     * there is none.
     */
    readonly dueIn: (shards: ReadonlyArray<number>) => Effect.Effect<number | null, SqlError>
    /** The account of a connection; null if there is no such connection. */
    readonly accountOf: (connectionId: string) => Effect.Effect<string | null, SqlError>
    /**
     * Claims the row, with a new fence. Returns null if it is no longer due, if its connector is stopped, if a living process runs it or is claiming it, or if it has to
     * wait because several processes in a row died while they ran its job. With a lock, the number of a shard, it also returns null unless the
     * process lives and has the lock of that shard.
     */
    readonly claim: (
      connectionId: string,
      owner: { readonly runner: string; readonly lock: number | null }
    ) => Effect.Effect<Lease | null, SqlError>
    /**
     * Releases the row and sets the next run; does nothing if the fence has changed or the row was already released. The ending `released`
     * is announced to all processes; see `Announcements`.
     * `limitedSecs` is how long a rate limit that stopped an export is used up; null by default, if no export was limited.
     */
    readonly finish: (
      lease: Pick<Lease, "connectionId" | "fence">,
      ending: Ending.Ending,
      limitedSecs?: number | null
    ) => Effect.Effect<void, SqlError>
    /** The rows that are marked as run by `runner`. */
    readonly runningBy: (runner: string) => Effect.Effect<ReadonlyArray<RunningRow>, SqlError>
    /**
     * Closes as FAILED the jobs that no living process runs, of paused connections and, in these shards, of stopped connectors, so that none stays RUNNING until they are
     * resumed. The process that has another shard may have a version of the connector that is not stopped.
     */
    readonly closePaused: (runner: string, shards: ReadonlyArray<number>) => Effect.Effect<void, SqlError>
  }
>() {}

interface ClaimedRow {
  readonly fence: number
  readonly timeout_secs: number
  /** How many runs in a row crashed before this claim; 0 if the last one ended. */
  readonly crashes: number
  /** Whether the row was released again, with a wait. */
  readonly must_wait: boolean
}

/** A row of the schedule that a process runs. */
export interface RunningRow {
  readonly connectionId: string
  readonly fence: number
  readonly isPaused: boolean
  /** Whether an operator has stopped the connector that this process has loaded. */
  readonly isStopped: boolean
}

/** A connection that is due. */
export interface DueConnection {
  readonly connectionId: string
  readonly accountId: string
}

/** So many connections, the longest due ones, are sorted by account at most, so that a poll stays cheap after a long outage. */
const HORIZON = 5_000
/** How many runs in a row may crash before the job is not run any more. */
const MAX_CRASHES = 5
/** How long the third attempt at a job waits whose first two runs crashed; the wait doubles with each further crash. */
const CRASH_BACKOFF_SECS = 60

/** For an ending that does not depend on the runs before. */
const NOTHING_BEFORE: Ending.Before = { count: 1, intervalSecs: 0, isFirstSync: false }

/** Stores the schedule. */
export const make: Effect.Effect<SyncSchedule["Type"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* StoppedConnectors.LoadedVersions

  const add: SyncSchedule["Type"]["add"] = (connectionId, { intervalSecs, timeoutSecs }) =>
    Effect.asVoid(sql`
      insert into schedule (connection_id, vendor, shard, interval_secs, timeout_secs)
      select id, vendor, ${shardOf(connectionId)}::int, ${intervalSecs}::int, ${timeoutSecs}::int
      from connection
      where id = ${connectionId}
      returning ${Announcements.due(sql, "due")}`)

  const edit: SyncSchedule["Type"]["edit"] = (connectionId, { intervalSecs, timeoutSecs }) =>
    Effect.asVoid(sql`
      update schedule
      set interval_secs = ${intervalSecs},
          timeout_secs = ${timeoutSecs},
          next_run_at = least(next_run_at, clock_timestamp() + make_interval(secs => ${intervalSecs}))
      where connection_id = ${connectionId}
      returning ${Announcements.due(sql, "due")}`)

  // A void lease keeps the run from reporting its end, so the job must not stay RUNNING.
  const closeRunningJob = (connectionId: string, reason: string) => sql`
    update job set status = 'FAILED', finished_at = clock_timestamp(), failure_reason = ${reason}
    where connection_id = ${connectionId} and status = 'RUNNING'`

  const pause = (connectionId: string) =>
    Effect.asVoid(sql`update schedule set is_paused = true where connection_id = ${connectionId}`)

  const resume = (connectionId: string) =>
    Effect.asVoid(sql`
      update schedule set is_paused = false
      where connection_id = ${connectionId}
      returning ${Announcements.due(sql, "due")}`)

  const remove = (connectionId: string) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`delete from schedule where connection_id = ${connectionId}`
        yield* closeRunningJob(connectionId, ClosedJob.REMOVED)
        yield* sql`delete from job where connection_id = ${connectionId} and status = 'QUEUED'`
      })
    )

  // After the start of the run, which does not fulfil the request.
  const requestedNow = sql.literal(nowAfterText("started_at"))

  const replace = (connectionId: string, by: ClosedJob.Replacement) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          update schedule
          set run_by = null, fence = nextval('sync_fence'), requested_at = ${requestedNow},
              next_run_at = least(next_run_at, clock_timestamp())
          where connection_id = ${connectionId}
          returning ${Announcements.due(sql, "due")}`
        yield* WebhookEvents.jobClosed(sql, connectionId, closeRunningJob(connectionId, ClosedJob.REPLACED[by]))
      })
    )

  const request = (connectionId: string) =>
    Effect.asVoid(sql`
      update schedule
      set requested_at = ${requestedNow}, next_run_at = least(next_run_at, clock_timestamp())
      where connection_id = ${connectionId}
      returning ${Announcements.due(sql, "due")}`)

  // Not `next_run_at <= clock_timestamp()`: it is volatile, so the index would not bound what the query reads.
  const isDue = sql`not is_paused and next_run_at <= statement_timestamp()`

  const isUsable = StoppedConnectors.isUsable(sql, versions, sql`schedule.vendor`)

  const isIn = (shards: ReadonlyArray<number>) => sql`shard = any(${`{${shards.join(",")}}`}::int[])`

  // The job of a living process stays with it, whichever process has the shard by now.
  const isFree = (runner: string) => sql`
    (run_by is null or (run_by <> ${runner} and ${RunnerRegistry.isGone(sql, sql`run_by`)}))`

  const isAbandoned = (runner: string, shards: ReadonlyArray<number>) => sql`
    connection_id in (select connection_id from job where status = 'RUNNING')
      and (is_paused or (${isIn(shards)} and not ${isUsable}))
      and ${isFree(runner)}`

  /** Locks the connection first, as every change of one does, so that nobody waits for each other; what others have locked is closed the next time. */
  const closeAbandoned = (connectionId: string, runner: string, shards: ReadonlyArray<number>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const locked = yield* sql`select 1 from connection where id = ${connectionId} for no key update skip locked`
        if (locked.length === 0) return
        const [left] = yield* sql<{ readonly is_paused: boolean }>`
          update schedule
          set run_by = null, fence = nextval('sync_fence')
          where connection_id = ${connectionId} and ${isAbandoned(runner, shards)}
          returning is_paused`
        if (left === undefined) return
        const reason = left.is_paused ? ClosedJob.PAUSED : ClosedJob.STOPPED
        yield* WebhookEvents.jobClosed(sql, connectionId, closeRunningJob(connectionId, reason))
      })
    )

  const closePaused: SyncSchedule["Type"]["closePaused"] = (runner, shards) =>
    Effect.flatMap(
      sql<{ readonly connection_id: string }>`
        /* schedule_abandoned */ select connection_id from schedule where ${isAbandoned(runner, shards)}`,
      (abandoned) =>
        Effect.forEach(abandoned, ({ connection_id }) => closeAbandoned(connection_id, runner, shards), {
          discard: true
        })
    )

  const due: SyncSchedule["Type"]["due"] = (shards, runner, limit, jobs = new Map()) =>
    sql<{ readonly connection_id: string; readonly account_id: string }>`
      /* schedule_due */
      with
        due as (
          -- A subquery instead of a join: each row is looked up by its key, however many the planner expects.
          select connection_id, next_run_at, (select account_id from connection where id = connection_id) as account_id
          from schedule
          where ${isDue}
            and ${isIn(shards)}
            and ${isFree(runner)}
            and ${isUsable}
          order by next_run_at
          limit ${HORIZON}
        ),
        placed as (
          select *, row_number() over (partition by account_id order by next_run_at) as place
          from due
        )
      select connection_id, account_id
      from placed
      order by place + coalesce((${JSON.stringify(Object.fromEntries(jobs))}::jsonb ->> account_id::text)::int, 0), next_run_at
      limit ${limit}`.pipe(
      Effect.map((rows) => rows.map((row) => ({ connectionId: row.connection_id, accountId: row.account_id })))
    )

  const dueIn: SyncSchedule["Type"]["dueIn"] = (shards) =>
    sql<{ readonly millis: number }>`
      /* schedule_due_in */
      select (extract(epoch from next_run_at - statement_timestamp()) * 1000)::float8 as millis
      from schedule
      where not is_paused and ${isIn(shards)} and ${isUsable}
      order by next_run_at
      limit 1`.pipe(Effect.map(([row]) => row?.millis ?? null))

  /*
   * A row that is still marked as run by a process that is gone is taken over: its run never ended, because that process died or froze, so
   * it counts as a crash. The first takeover runs the job at once. If that run crashes too, the job itself may be the cause, so the row is
   * only released, with a wait, and the job goes back to the queue.
   *
   * It skips locked rows: a process that froze inside a write transaction must not block the process that takes over from it. It looks at the
   * lock of the shard: a process that was frozen and wakes up still believes that it has its shards, and would take every job from the process
   * that has them now.
   */
  const claim: SyncSchedule["Type"]["claim"] = (connectionId, { runner, lock }) =>
    sql<ClaimedRow>`
      /* ${sql.literal(lock === null ? "schedule_claim" : "schedule_claim_locked")} */
      with
        claimable as (
          select
            connection_id as id,
            (run_by is not null)::int as crash,
            run_by is not null and crashes > 0 and crashes + 1 < ${MAX_CRASHES}::int as must_wait
          from schedule
          where connection_id = ${connectionId}
            and ${isDue}
            and ${isFree(runner)}
            and ${isUsable}
            and ${lock === null ? sql`true` : ShardLocks.isHeld(sql, runner, lock)}
          for update skip locked
        ),
        claimed as (
          update schedule
          set
            fence = nextval('sync_fence'),
            crashes = crashes + crash,
            run_by = case when must_wait then null else ${runner}::text end,
            started_at = case when must_wait then started_at else clock_timestamp() end,
            next_run_at = case
              when must_wait then
                clock_timestamp()
                  + make_interval(secs => ${CRASH_BACKOFF_SECS}::int * power(2, crashes - 1) * ${Ending.spread(sql)})
              else next_run_at
            end,
            planned_at = case when must_wait then clock_timestamp() else planned_at end
          from claimable
          where connection_id = id
          returning connection_id, fence, timeout_secs, crash, crashes, must_wait
        ),
        requeued as (
          update job
          set status = 'QUEUED', started_at = null
          where connection_id in (select connection_id from claimed where must_wait) and status = 'RUNNING'
        )
      select fence, timeout_secs, case when crash = 1 then crashes else 0 end as crashes, must_wait from claimed`.pipe(
      Effect.tap(([row]) =>
        row === undefined || row.crashes === 0
          ? Effect.void
          : Effect.logWarning("A job's process died or froze while it ran the job.").pipe(
              Effect.annotateLogs({ connection_id: connectionId, times_in_a_row: row.crashes })
            )
      ),
      Effect.map(([row]) =>
        row === undefined || row.must_wait
          ? null
          : {
              connectionId,
              fence: row.fence,
              timeoutSecs: row.timeout_secs,
              crashLoop: row.crashes >= MAX_CRASHES ? row.crashes : null
            }
      )
    )

  /** The runs before the one that ends. A list that has never been read completely has no row, or one without its last scan. */
  const before = (connectionId: string) =>
    sql<Ending.Before>`
      /* schedule_before */
      select
        failures + 1 as count,
        interval_secs as "intervalSecs",
        not exists (select from scan where scan.connection_id = schedule.connection_id and last_scan_at is not null)
          or exists (select from scan where scan.connection_id = schedule.connection_id and last_scan_at is null)
          as "isFirstSync"
      from schedule
      where connection_id = ${connectionId}`.pipe(Effect.map(([row]) => row ?? NOTHING_BEFORE))

  const finish: SyncSchedule["Type"]["finish"] = ({ connectionId, fence }, ending, limitedSecs = null) =>
    Effect.gen(function* () {
      const known = Ending.RETRIED.includes(ending) ? yield* before(connectionId) : NOTHING_BEFORE
      const { nextRunAt, failures, crashes } = Ending.changes(sql, limitedSecs, known)[ending]
      // One name for each text.
      const variant = `${known.isFirstSync ? "_first" : ""}${limitedSecs === null ? "" : "_limited"}`
      const name = sql.literal(`schedule_${ending}${variant}`)
      const changed = sql`
        /* ${name} */
        update schedule
        set
          run_by = null, failures = ${failures}, crashes = ${crashes}, next_run_at = ${nextRunAt},
          planned_at = clock_timestamp()
        where connection_id = ${connectionId} and fence = ${fence} and run_by is not null`
      yield* ending === "released" ? Announcements.released(sql, changed) : changed
    })

  return SyncSchedule.of({
    add,
    edit,
    pause,
    resume,
    remove,
    replace,
    request,
    due,
    dueIn,
    accountOf: (connectionId) =>
      sql<{ readonly account_id: string }>`select account_id from connection where id = ${connectionId}`.pipe(
        Effect.map(([row]) => row?.account_id ?? null)
      ),
    claim,
    finish,
    closePaused,
    runningBy: (runner) =>
      sql<RunningRow>`
        select connection_id as "connectionId", fence, is_paused as "isPaused", not ${isUsable} as "isStopped"
        from schedule
        where run_by = ${runner}`
  })
})

/** Stores the schedule. */
export const layer: Layer.Layer<SyncSchedule, never, SqlClient.SqlClient> = Layer.effect(SyncSchedule, make)
