// store/schedule: when each connection is due, who runs it, and the lease that lets only one run write.

import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { Context, Effect, Layer } from "effect"
import type { Lease } from "./Lease.js"
import { shardOf } from "./Shard.js"

/** How a run ended, as far as the next one is concerned. */
export type Ending = "succeeded" | "failed" | "unauthorized" | "released"

/**
 * The schedule: one row per connection. Its changes are plain updates that any process may make; the first six run
 * inside the caller's transaction where there is one.
 */
export class SyncSchedule extends Context.Tag("@tributary/runtime-http/SyncSchedule")<
  SyncSchedule,
  {
    /** Due at once. */
    readonly add: (
      connectionId: string,
      settings: { readonly intervalSecs: number; readonly timeoutSecs: number }
    ) => Effect.Effect<void, SqlError.SqlError>
    readonly edit: (
      connectionId: string,
      settings: { readonly intervalSecs: number; readonly timeoutSecs: number }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Ends a running job at its next write and closes it as FAILED; a queued one waits for `resume`. */
    readonly pause: (connectionId: string) => Effect.Effect<void, SqlError.SqlError>
    readonly resume: (connectionId: string) => Effect.Effect<void, SqlError.SqlError>
    /** Ends a running job like `pause`, and drops a queued one. */
    readonly remove: (connectionId: string) => Effect.Effect<void, SqlError.SqlError>
    /** Makes the connection due now; while a job runs, the next one follows at once. */
    readonly request: (connectionId: string) => Effect.Effect<void, SqlError.SqlError>

    /** Connections of these shards that are due and not run by `runner`. */
    readonly due: (
      shards: ReadonlyArray<number>,
      runner: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
    /** Takes the row, with a new fence; null where it is not due any more or somebody else has it. */
    readonly claim: (
      connectionId: string,
      owner: { readonly runner: string; readonly lock: ShardLock | null }
    ) => Effect.Effect<Lease | null, SqlError.SqlError>
    /** Gives the row back and sets the next run; does nothing when the fence has moved or the row was given back before. */
    readonly finish: (lease: Lease, ending: Ending) => Effect.Effect<void, SqlError.SqlError>
    /** The rows that say they are run by `runner`. */
    readonly runningBy: (
      runner: string
    ) => Effect.Effect<ReadonlyArray<{ readonly connectionId: string; readonly fence: number }>, SqlError.SqlError>
  }
>() {}

/** The engine's lock that a claim must find held, at the database's own clock. */
export interface ShardLock {
  readonly shard: string
  readonly address: string
  readonly expirationSecs: number
}

/** A failing connection is tried again after this long at most, or after its interval where that is longer. */
const MAX_BACKOFF_SECS = 3_600
/** A connection whose credentials were refused is tried again after this long at most. */
const MAX_UNAUTHORIZED_BACKOFF_SECS = 86_400

const PAUSED = "The connection was paused while its job ran."
const REMOVED = "The connection was deleted while its job ran."

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

  // No job stays RUNNING behind a lease that is void: its run can no longer say how it ended.
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

  const due: SyncSchedule["Type"]["due"] = (shards, runner, limit) =>
    sql<{ readonly connection_id: string }>`
      select connection_id from schedule
      where not is_paused
        and shard = any(${`{${shards.join(",")}}`}::int[])
        and next_run_at <= clock_timestamp()
        and run_by is distinct from ${runner}
      order by next_run_at
      limit ${limit}`.pipe(Effect.map((rows) => rows.map((row) => row.connection_id)))

  // The one place that reads the engine's private table: a process that was frozen and woke up still believes that it
  // owns its shards, and would take every job from their new owner. The lock row tells, at the database's own clock.
  const holds = (lock: ShardLock) => sql`
    exists (
      select 1 from cluster_locks
      where shard_id = ${lock.shard}
        and address = ${lock.address}
        and acquired_at > localtimestamp - make_interval(secs => ${lock.expirationSecs})
    )`

  const claim: SyncSchedule["Type"]["claim"] = (connectionId, { runner, lock }) =>
    // Locked rows are skipped: a process frozen inside a write transaction must not block who takes over from it.
    sql<{ readonly connection_id: string; readonly fence: number; readonly timeout_secs: number }>`
      update schedule
      set run_by = ${runner}, fence = nextval('sync_fence'), started_at = clock_timestamp()
      from (
        select connection_id as id from schedule
        where connection_id = ${connectionId}
          and not is_paused
          and next_run_at <= clock_timestamp()
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

  // What was asked for while the job ran is not answered by that job.
  const unlessRequested = (nextRunAt: Fragment) =>
    sql`case when requested_at > started_at then clock_timestamp() else ${nextRunAt} end`

  const wait = (secs: Fragment) => sql`clock_timestamp() + make_interval(secs => ${secs})`

  // Doubles with every failure in a row; the random part keeps connections that failed together from returning together.
  const backoff = (maxSecs: number) => sql`
    (least(interval_secs * power(2, least(failures, 30)), greatest(${maxSecs}::int, interval_secs))
      * (0.75 + random() * 0.5))`

  const endings: Readonly<Record<Ending, (lease: Lease) => Effect.Effect<unknown, SqlError.SqlError>>> = {
    // A fixed rate; what was missed while nothing ran is made up for by one run, not by several.
    succeeded: (lease) => sql`
      update schedule
      set run_by = null,
          failures = 0,
          next_run_at = ${unlessRequested(sql`greatest(
            make_interval(secs => interval_secs) + case
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

export const layer: Layer.Layer<SyncSchedule, never, SqlClient.SqlClient> = Layer.effect(SyncSchedule, make)
