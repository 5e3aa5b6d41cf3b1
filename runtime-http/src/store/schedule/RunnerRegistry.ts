import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import { Context, type Duration, Effect, Layer, type Scope } from "effect"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"

/*
 * Which processes live: each updates its row every few seconds, and one that has not for ten seconds is gone, by the clock of the database.
 * Everything else follows from that: who has a shard, and whose jobs are to be taken over. The only process of an embedded database does not
 * register: there, a row of the schedule that another process runs is always left from before.
 */

/** A process without a heartbeat for this long is gone, so this is how long a crash delays jobs. A shorter time would end whenever the event loop is busy for a while. */
const EXPIRATION_SECS = 10
const HEARTBEAT = "3 seconds"
/** The rows of processes that died are deleted after this time: one that was only frozen finds its row, and with it whether it takes shards. */
const KEEP_SECS = 3_600

/** A new name for this process in the schedule, `<host name>:<process id>/<random>`, so that an operator finds the process. */
export const newName = (): string => `${hostname()}:${process.pid}/${randomUUID()}`

const isSeen = (sql: SqlClient.SqlClient): Fragment =>
  sql`seen_at >= clock_timestamp() - make_interval(secs => ${EXPIRATION_SECS})`

/** Whether the process of that name lives. */
export const isAlive = (sql: SqlClient.SqlClient, name: Fragment): Fragment =>
  sql`exists (select 1 from runner where name = ${name} and ${isSeen(sql)})`

/** Whether the process that runs a row of the schedule is gone, so that its job can be taken over. */
export const isGone = (sql: SqlClient.SqlClient, runBy: Fragment): Fragment => sql`not ${isAlive(sql, runBy)}`

/** The ids of the master keys of this process, which its row names: `tributary master-keys` says which processes need a key. */
export class MasterKeyIds extends Context.Reference<MasterKeyIds>()(
  "@tributary/runtime-http/RunnerRegistry/MasterKeyIds",
  { defaultValue: (): ReadonlyArray<string> => [] }
) {}

/** Inserts the row of the process, or updates its last heartbeat. */
export const beat = (name: string): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // An id has no character that an array would quote.
    const keys = `{${(yield* MasterKeyIds).join(",")}}`
    yield* sql`
      /* runner_beat */
      insert into runner (name, master_keys) values (${name}, ${keys}::text[])
      on conflict (name) do update set seen_at = clock_timestamp()`
  })

/** The processes whose background work has ended, although they may still serve requests; null if their rows are to go at once. */
class Draining extends Context.Reference<Draining>()("@tributary/runtime-http/RunnerRegistry/Draining", {
  defaultValue: (): Set<string> | null => null
}) {}

/** Notes that the process runs no jobs any more, and still lives: its heartbeat is as old as that of one that is gone. */
const drain = (name: string): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(sql`
      /* runner_drain */
      update runner
      set takes_shards = false, seen_at = clock_timestamp() - make_interval(secs => ${EXPIRATION_SECS + 1})
      where name = ${name}`)
  )

/**
 * Keeps the row of a process until this layer closes, which is to be when the process has sent its last answer. Its jobs are taken over before,
 * but until then it may seal with its master key, so that nobody may forget the key.
 */
export const keepWhileServing: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.scopedContext(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const names = new Set<string>()
    yield* Effect.addFinalizer(() =>
      Effect.forEach(names, (name) => Effect.ignore(sql`delete from runner where name = ${name}`), { discard: true })
    )
    yield* BackgroundLoop.start(
      { name: "The heartbeat of this process while it drains", interval: HEARTBEAT },
      Effect.suspend(() => Effect.forEach(names, drain, { discard: true }))
    )
    return Draining.context(names)
  })
)

/** Registers a process while the scope is open: others take over the jobs of a process that is not registered. */
export const register = (
  name: string,
  options: { readonly heartbeat: Duration.DurationInput } = { heartbeat: HEARTBEAT }
): Effect.Effect<void, SqlError, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from runner where seen_at < clock_timestamp() - make_interval(secs => ${KEEP_SECS})`
    yield* beat(name)
    const draining = yield* Draining
    yield* Effect.addFinalizer(() => {
      if (draining === null) return Effect.ignore(sql`delete from runner where name = ${name}`)
      draining.add(name)
      return Effect.ignore(drain(name))
    })
    yield* BackgroundLoop.start(
      { name: "The heartbeat of this process", interval: options.heartbeat },
      // An interrupted statement may still run behind a pooler, after the process has said that it drains, and it would seem to live again.
      Effect.uninterruptible(beat(name))
    )
  })

/** The names of the living processes that share the shards. */
export const takers: Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<{ readonly name: string }>`
      /* runner_takers */
      select name from runner where takes_shards and ${isSeen(sql)}`.pipe(
      Effect.map((rows) => rows.map(({ name }) => name))
    )
)

/** Leaves the shards to the other processes; what the process runs stays with it. */
export const leave = (name: string): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(sql`update runner set takes_shards = false where name = ${name}`)
  )
