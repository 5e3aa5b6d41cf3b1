// store/schedule: when each connection is due, who runs it, and the lease that lets only one run write.

import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { Context, Effect, Layer } from "effect"
import type { Lease } from "./Lease.js"
import { shardOf } from "./Shard.js"

/** How a run ended, which determines when the next one is due. */
export type Ending = "succeeded" | "failed" | "unauthorized" | "released"

/**
 * The schedule: one row per connection. Any process may change it. The first six methods run in the caller's transaction, if there is one.
 */
export class SyncSchedule extends Context.Tag("@tributary/runtime-http/SyncSchedule")<
  SyncSchedule,
  {
    /** Adds a connection, which is due at once. */
    readonly add: (
      connectionId: string,
      settings: { readonly intervalSecs: number; readonly timeoutSecs: number }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Changes the settings; a shorter interval also brings the next run forward. */
    readonly edit: (
      connectionId: string,
      settings: { readonly intervalSecs: number; readonly timeoutSecs: number }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Closes a running job as FAILED, which stops at its next write; a queued job waits for `resume`. */
    readonly pause: (connectionId: string) => Effect.Effect<void, SqlError.SqlError>
    /** Undoes `pause`; the next run is due as before. */
    readonly resume: (connectionId: string) => Effect.Effect<void, SqlError.SqlError>
    /** Closes a running job like `pause`, and deletes a queued one. */
    readonly remove: (connectionId: string) => Effect.Effect<void, SqlError.SqlError>
    /** Makes the connection due now; if a job is running, another one follows it at once. */
    readonly request: (connectionId: string) => Effect.Effect<void, SqlError.SqlError>

    /** Due connections of these shards that `runner` is not running itself; longest due first. */
    readonly due: (
      shards: ReadonlyArray<number>,
      runner: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
    /** Claims the row, with a new fence; returns null if it is no longer due or another process is claiming it. */
    readonly claim: (
      connectionId: string,
      owner: { readonly runner: string; readonly lock: ShardLock | null }
    ) => Effect.Effect<Lease | null, SqlError.SqlError>
    /** Releases the row and sets the next run; does nothing if the fence has changed or the row was already released. */
    readonly finish: (lease: Lease, ending: Ending) => Effect.Effect<void, SqlError.SqlError>
    /** The rows that are marked as run by `runner`. */
    readonly runningBy: (
      runner: string
    ) => Effect.Effect<ReadonlyArray<{ readonly connectionId: string; readonly fence: number }>, SqlError.SqlError>
  }
>() {}

/** The engine's lock on a shard. A claim requires that it has not expired, by the clock of the database. */
export interface ShardLock {
  readonly shard: string
  readonly address: string
  readonly expirationSecs: number
}

/** How far a regular run is moved at random, as a share of the interval, so that connections that are due together spread. */
const JITTER = 0.05
/** The longest wait before a failing connection is retried, unless its interval is longer. */
const MAX_BACKOFF_SECS = 3_600
/** The longest wait before a connection with refused credentials is retried. */
const MAX_UNAUTHORIZED_BACKOFF_SECS = 86_400

const PAUSED = "The connection was paused while its job ran."
const REMOVED = "The connection was deleted while its job ran."

/** Stores the schedule. */
export const make: Effect.Effect<SyncSchedule["Type"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const add: SyncSchedule["Type"]["add"] = (connectionId, { intervalSecs, timeoutSecs }) =>
    Effect.asVoid(sql`
      insert into schedule (connection_id, shard, interval_secs, timeout_secs)
      values (${connectionId}, ${shardOf(connectionId)}, ${intervalSecs}, ${timeoutSecs})`)

  const edit: SyncSchedule["Type"]["edit"] = (connectionId, { intervalSecs, timeoutSecs }) =>
    Effect.asVoid(sql`
      update schedule
      set interval_secs = ${intervalSecs},
          timeout_secs = ${timeoutSecs},
          next_run_at = least(next_run_at, clock_timestamp() + make_interval(secs => ${intervalSecs}))
      where connection_id = ${connectionId}`)

  // A void lease keeps the run from reporting its end, so the job must not stay RUNNING.
  const closeRunningJob = (connectionId: string, reason: string) => sql`
    update job set status = 'FAILED', finished_at = clock_timestamp(), failure_reason = ${reason}
    where connection_id = ${connectionId} and status = 'RUNNING'`

  const pause = (connectionId: string) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          update schedule set is_paused = true, fence = nextval('sync_fence'), run_by = null
          where connection_id = ${connectionId} and not is_paused`
        yield* closeRunningJob(connectionId, PAUSED)
      })
    )

  const resume = (connectionId: string) =>
    Effect.asVoid(sql`update schedule set is_paused = false where connection_id = ${connectionId}`)

  const remove = (connectionId: string) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`delete from schedule where connection_id = ${connectionId}`
        yield* closeRunningJob(connectionId, REMOVED)
        yield* sql`delete from job where connection_id = ${connectionId} and status = 'QUEUED'`
      })
    )

  const request = (connectionId: string) =>
    Effect.asVoid(sql`
      update schedule
      set requested_at = clock_timestamp(), next_run_at = least(next_run_at, clock_timestamp())
      where connection_id = ${connectionId}`)

  // Not `next_run_at <= clock_timestamp()`: it is volatile, so the index would not bound what the query reads.
  const isDue = sql`not is_paused and next_run_at <= statement_timestamp()`

  const due: SyncSchedule["Type"]["due"] = (shards, runner, limit) =>
    sql<{ readonly connection_id: string }>`
      select connection_id from schedule
      where ${isDue}
        and shard = any(${`{${shards.join(",")}}`}::int[])
        and run_by is distinct from ${runner}
      order by next_run_at
      limit ${limit}`.pipe(Effect.map((rows) => rows.map((row) => row.connection_id)))

  // A process that was frozen and wakes up still believes that it owns its shards, and would take every job from their new owner. The
  // engine's lock row shows the truth, by the clock of the database. Nothing else reads the engine's private table.
  const holds = (lock: ShardLock) => sql`
    exists (
      select 1 from cluster_locks
      where shard_id = ${lock.shard}
        and address = ${lock.address}
        and acquired_at > localtimestamp - make_interval(secs => ${lock.expirationSecs})
    )`

  const claim: SyncSchedule["Type"]["claim"] = (connectionId, { runner, lock }) =>
    // Skips locked rows: a process that froze inside a write transaction must not block the process that takes over from it.
    sql<{ readonly connection_id: string; readonly fence: number; readonly timeout_secs: number }>`
      update schedule
      set run_by = ${runner}, fence = nextval('sync_fence'), started_at = clock_timestamp()
      from (
        select connection_id as id from schedule
        where connection_id = ${connectionId}
          and ${isDue}
          and run_by is distinct from ${runner}
          and ${lock === null ? sql`true` : holds(lock)}
        for update skip locked
      ) claimable
      where connection_id = claimable.id
      returning connection_id, fence, timeout_secs`.pipe(
      Effect.map(([row]) =>
        row === undefined ? null : { connectionId: row.connection_id, fence: row.fence, timeoutSecs: row.timeout_secs }
      )
    )

  const owned = ({ connectionId, fence }: Lease) =>
    sql`connection_id = ${connectionId} and fence = ${fence} and run_by is not null`

  // The job does not fulfil a sync that was requested while it ran.
  const unlessRequested = (nextRunAt: Fragment) =>
    sql`case when requested_at > started_at then clock_timestamp() else ${nextRunAt} end`

  const wait = (secs: Fragment) => sql`clock_timestamp() + make_interval(secs => ${secs})`

  // Doubles with every consecutive failure. The random factor keeps connections that failed together from being retried together.
  const backoff = (maxSecs: number) => sql`
    (least(interval_secs * power(2, least(failures, 30)), greatest(${maxSecs}::int, interval_secs))
      * (0.75 + random() * 0.5))`

  const endings: Readonly<Record<Ending, (lease: Lease) => Effect.Effect<unknown, SqlError.SqlError>>> = {
    // A fixed rate on average. After an outage, a single run makes up for all missed ones.
    succeeded: (lease) => sql`
      update schedule
      set run_by = null,
          failures = 0,
          next_run_at = ${unlessRequested(sql`greatest(
            make_interval(secs => interval_secs * (1 + (2 * random() - 1) * ${JITTER}::float8)) + case
              when next_run_at + make_interval(secs => interval_secs) > started_at then next_run_at
              else started_at
            end,
            clock_timestamp())`)}
      where ${owned(lease)}`,
    failed: (lease) => sql`
      update schedule
      set run_by = null,
          failures = failures + 1,
          next_run_at = ${unlessRequested(wait(backoff(MAX_BACKOFF_SECS)))}
      where ${owned(lease)}`,
    unauthorized: (lease) => sql`
      update schedule
      set run_by = null,
          failures = failures + 1,
          next_run_at = ${unlessRequested(
            wait(
              sql`greatest(interval_secs, least(${backoff(MAX_UNAUTHORIZED_BACKOFF_SECS)}, ${MAX_UNAUTHORIZED_BACKOFF_SECS}::int))`
            )
          )}
      where ${owned(lease)}`,
    released: (lease) => sql`
      update schedule
      set run_by = null, next_run_at = least(next_run_at, clock_timestamp())
      where ${owned(lease)}`
  }

  return SyncSchedule.of({
    add,
    edit,
    pause,
    resume,
    remove,
    request,
    due,
    claim,
    finish: (lease, ending) => Effect.asVoid(endings[ending](lease)),
    runningBy: (runner) =>
      sql<{ readonly connection_id: string; readonly fence: number }>`
        select connection_id, fence from schedule where run_by = ${runner}`.pipe(
        Effect.map((rows) => rows.map((row) => ({ connectionId: row.connection_id, fence: row.fence })))
      )
  })
})

/** Stores the schedule. */
export const layer: Layer.Layer<SyncSchedule, never, SqlClient.SqlClient> = Layer.effect(SyncSchedule, make)
