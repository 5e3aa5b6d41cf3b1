import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import * as RunnerRegistry from "./RunnerRegistry.js"

/*
 * Which process has which shard. A lock has no time of its own: it holds while its process lives, so nothing has to be renewed, and a process
 * loses its shards and its jobs in the same moment.
 */

const arrayOf = (shards: ReadonlyArray<number>): string => `{${shards.join(",")}}`

/** Takes those of the shards whose lock is free, or belongs to a process that is gone; returns them. */
export const acquire = (
  runner: string,
  shards: ReadonlyArray<number>
): Effect.Effect<ReadonlyArray<number>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // In one order, so that two processes that take shards cannot deadlock.
    const rows = yield* sql<{ readonly shard: number }>`
      /* shard_lock_acquire */
      insert into shard_lock (shard, runner)
      select wanted, ${runner}
      from unnest(${arrayOf(shards)}::int[]) as wanted
      where ${RunnerRegistry.isAlive(sql, sql`${runner}`)}
      order by wanted
      on conflict (shard) do update set runner = excluded.runner
      where shard_lock.runner = excluded.runner or ${RunnerRegistry.isGone(sql, sql`shard_lock.runner`)}
      returning shard`
    return rows.map(({ shard }) => shard)
  })

/** The shards whose locks the process still has: others took them if it was frozen. */
export const held = (runner: string): Effect.Effect<ReadonlyArray<number>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly shard: number }>`
      /* shard_lock_held */
      select shard from shard_lock where runner = ${runner}`
    return rows.map(({ shard }) => shard)
  })

/** Gives these shards to whoever takes them next. */
export const release = (
  runner: string,
  shards: ReadonlyArray<number>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(sql`delete from shard_lock where runner = ${runner} and shard = any(${arrayOf(shards)}::int[])`)
  )

/** Gives all shards of the process away. */
export const releaseAll = (runner: string): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql`delete from shard_lock where runner = ${runner}`))

/** Whether the process lives and has the lock of the shard. */
export const isHeld = (sql: SqlClient.SqlClient, runner: string, shard: number): Fragment => sql`
  exists (select 1 from shard_lock where shard = ${shard} and runner = ${runner})
  and ${RunnerRegistry.isAlive(sql, sql`${runner}`)}`
