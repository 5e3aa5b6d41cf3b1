import { ShardId, Sharding } from "@effect/cluster"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Duration, Effect, Exit, Layer, Redacted, Schedule, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { Database } from "../../../src/store/postgres/Database.js"
import { SHARD_GROUP, shardOf } from "../../../src/store/schedule/Shard.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { JobRunner } from "../../../src/sync/pull/JobRunner.js"
import * as Engine from "../../../src/sync/schedule/Engine.js"
import * as Scheduler from "../../../src/sync/schedule/Scheduler.js"
import { bundleBeside } from "../../Bundle.js"
import * as Child from "../../Child.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"
import * as FakeStore from "../FakeStore.js"

const eventually = <A, E, R>(self: Effect.Effect<A, E, R>, holds: (value: A) => boolean) =>
  self.pipe(
    Effect.filterOrFail(holds, () => "not yet" as const),
    Effect.retry({ while: (error) => error === "not yet", schedule: Schedule.spaced("50 millis") }),
    Effect.timeout("100 seconds")
  )

/** The tests mostly wait for locks to expire, so they wait together. */
const together = { concurrent: true, timeout: 180_000 }

interface Write {
  readonly connection_id: string
  readonly fence: number
  /** How many runs in a row crashed before this one. */
  readonly crashes: number
  readonly port: number
  readonly at: Date
}

const writes = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Write>`select connection_id, fence, crashes, port, at from write_log order by at`
)

const jobs = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ connection_id: string; status: string; data_exports: string }>`
    select connection_id, status, data_exports from job`
)

/** Writes under an old fence after a write under a newer one, which must never happen. */
const staleWrites = (all: ReadonlyArray<Write>) => {
  const newest = new Map<string, number>()
  return all.filter(({ connection_id, fence }) => {
    const known = newest.get(connection_id) ?? 0
    newest.set(connection_id, Math.max(known, fence))
    return fence < known
  })
}

/** Enough that both processes run some of them. */
const CONNECTIONS = 12

/** So many that no job is at its last page when its process is killed: the next run would read that page again. */
const PAGES = 30

/** Starts two processes of the program `file` on a new database with twelve connections; returns once both have written. */
const twoProcesses = (file: string, options: { readonly pages: number; readonly pageMillis: number }) =>
  Effect.gen(function* () {
    const url = yield* TestDatabase.makeUrl({ migrated: true })
    const services = yield* Layer.build(
      SyncSchedule.layer.pipe(Layer.provideMerge(Database.layerUrl({ url, maxConnections: 4 })))
    )
    const sql = SqlClient.SqlClient.pipe(Effect.provide(services))
    yield* (yield* sql)`create table write_log (connection_id uuid, fence bigint, crashes int, port int, at timestamptz)`
    const ports = [yield* Child.freePort, yield* Child.freePort] as const
    const start = (port: number) =>
      Child.start(file, {
        DATABASE_URL: Redacted.value(url),
        RUNNER_PORT: String(port),
        PAGES: String(options.pages),
        PAGE_MILLIS: String(options.pageMillis)
      })
    const children = [yield* start(ports[0]), yield* start(ports[1])] as const
    yield* Effect.addFinalizer((exit) =>
      exit._tag === "Success" ? Effect.void : Effect.logError(...children.map((child) => child.output()))
    )
    // Both processes join before the first connection is created, so that they share the jobs.
    const haveJoined = eventually(
      // The table does not exist until the first process has created it.
      (yield* sql)<{ address: string }>`select distinct address from cluster_locks`.pipe(
        Effect.orElseSucceed(() => [])
      ),
      (rows) => rows.length === 2
    )
    const oneEnded = Effect.raceFirst(children[0].ended, children[1].ended)
    yield* Effect.raceFirst(haveJoined, Effect.zipRight(oneEnded, Effect.die("a process did not start")))
    for (let index = 0; index < CONNECTIONS; index += 1) yield* Effect.provide(FakeStore.seed(), services)
    yield* eventually(Effect.provide(writes, services), (all) => new Set(all.map(({ port }) => port)).size === 2)
    return { services, children, ports }
  })

onPostgres("two processes on one Postgres", () => {
  const scope = Effect.runSync(Scope.make())
  let file = ""
  beforeAll(async () => {
    file = await Effect.runPromise(Scope.extend(bundleBeside(import.meta.url, "ClusterProcess"), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.scopedLive(
    "when one is killed in the middle of its jobs, the other resumes them, and no job runs twice at once",
    () =>
      Effect.gen(function* () {
        const { services, children, ports } = yield* twoProcesses(file, { pages: PAGES, pageMillis: 200 })
        children[0].signal("SIGKILL")
        yield* children[0].ended
        const atKill = yield* Effect.provide(writes, services)
        const orphaned = new Set(atKill.filter(({ port }) => port === ports[0]).map((row) => row.connection_id))
        expect(orphaned.size).toBeGreaterThan(0)

        const ended = yield* eventually(Effect.provide(jobs, services), (all) =>
          all.every(({ status }) => status === "SUCCESS")
        )
        // The same jobs continued: no process started another one.
        expect(ended).toHaveLength(CONNECTIONS)
        const all = yield* Effect.provide(writes, services)
        expect(staleWrites(all)).toEqual([])
        for (const connectionId of orphaned) {
          const own = all.filter((row) => row.connection_id === connectionId)
          expect(new Set(own.map(({ port }) => port))).toEqual(new Set(ports))
          // Jobs resumed from their checkpoint, so no page was stored twice.
          expect(own).toHaveLength(PAGES)
          expect(new Set(own.map(({ crashes, port }) => `${port} ${crashes}`))).toEqual(
            new Set([`${ports[0]} 0`, `${ports[1]} 1`])
          )
        }
        const resumed = all.find(({ connection_id, port }) => orphaned.has(connection_id) && port === ports[1])
        const killed = atKill.filter(({ port }) => port === ports[0]).at(-1)
        const gap = (resumed?.at.getTime() ?? Number.POSITIVE_INFINITY) - (killed?.at.getTime() ?? 0)
        // The locks expire after 10 seconds; with the engine's own default it would be 35.
        expect(gap).toBeLessThan(Duration.toMillis("30 seconds"))
      }),
    together
  )

  it.scopedLive(
    "when one is frozen until the other has taken over, it wakes up without writing or taking anything back",
    () =>
      Effect.gen(function* () {
        const { services, children, ports } = yield* twoProcesses(file, { pages: 150, pageMillis: 150 })
        children[0].signal("SIGSTOP")
        const frozen = yield* Effect.provide(writes, services)
        const own = new Set(frozen.filter(({ port }) => port === ports[0]).map((row) => row.connection_id))
        yield* eventually(Effect.provide(writes, services), (all) => {
          const taken = new Set(all.filter(({ port }) => port === ports[1]).map((row) => row.connection_id))
          return [...own].every((connectionId) => taken.has(connectionId))
        })
        children[0].signal("SIGCONT")
        const atWake = yield* Effect.provide(writes, services)
        yield* eventually(Effect.provide(writes, services), (all) => all.length > atWake.length + 100)
        const all = yield* Effect.provide(writes, services)
        expect(staleWrites(all)).toEqual([])
        // The woken process gets its shards back later, by claiming; until then only the other process runs jobs.
        expect(all.slice(atWake.length, atWake.length + 12).filter(({ port }) => port === ports[0])).toEqual([])
      }),
    together
  )

  it.scopedLive(
    "when one is stopped, it releases its jobs and its locks at once, without waiting for either to end",
    () =>
      Effect.gen(function* () {
        // Jobs of several minutes: a process that waited for them would not end within the time of this test.
        const { services, children, ports } = yield* twoProcesses(file, { pages: 1_000, pageMillis: 300 })
        children[0].signal("SIGTERM")
        yield* children[0].ended
        const sql = yield* Effect.provide(SqlClient.SqlClient, services)
        // A lock that it had kept would still be in the table, because nobody else takes it before it expires.
        expect(yield* sql`select shard_id from cluster_locks where address = ${`127.0.0.1:${ports[0]}`}`).toEqual([])
        const before = yield* Effect.provide(writes, services)
        const own = new Set(before.filter(({ port }) => port === ports[0]).map((row) => row.connection_id))
        expect(own.size).toBeGreaterThan(0)
        yield* eventually(Effect.provide(writes, services), (all) => {
          const taken = new Set(all.filter(({ port }) => port === ports[1]).map((row) => row.connection_id))
          return [...own].every((connectionId) => taken.has(connectionId))
        })
        expect(staleWrites(yield* Effect.provide(writes, services))).toEqual([])
      }),
    together
  )
})

onPostgres("the engine's lock table", () => {
  const services = (address: Engine.ClusterAddress) =>
    SyncSchedule.layer.pipe(
      Layer.provideMerge(Engine.layerCluster(address)),
      Layer.provideMerge(TestDatabase.postgres),
      Layer.orDie
    )

  it.scopedLive(
    "has the columns that a claim reads: a claim succeeds under a held lock, and fails under a lost or expired one",
    () =>
      Effect.gen(function* () {
        const address = { host: "127.0.0.1", port: yield* Child.freePort }
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const schedule = yield* SyncSchedule.SyncSchedule
          const sharding = yield* Sharding.Sharding
          const { runner, lock } = yield* Engine.RunnerIdentity
          const { connectionId } = yield* FakeStore.seed()
          const shard = ShardId.make(SHARD_GROUP, shardOf(connectionId))
          yield* eventually(
            Effect.sync(() => sharding.hasShardId(shard)),
            (has) => has
          )
          if (lock === null) return yield* Effect.die("a cluster without a lock")
          const claim = (change: Partial<SyncSchedule.ShardLock>) =>
            schedule.claim(connectionId, { runner, lock: { shard: shard.toString(), ...lock, ...change } })

          expect(yield* claim({ address: "127.0.0.1:1" })).toBeNull()
          expect(yield* claim({ shard: `${SHARD_GROUP}:0` })).toBeNull()
          expect(yield* claim({ expirationSecs: 0 })).toBeNull()
          expect(yield* claim({})).toMatchObject({ connectionId })

          const columns = yield* sql`
            select column_name, data_type from information_schema.columns
            where table_name = 'cluster_locks' order by column_name`
          expect(columns).toEqual([
            { column_name: "acquired_at", data_type: "timestamp without time zone" },
            { column_name: "address", data_type: "character varying" },
            { column_name: "shard_id", data_type: "character varying" }
          ])
          // The engine stores no messages, so nothing accumulates.
          const tables = yield* sql`
            select table_name from information_schema.tables where table_name like 'cluster%' order by table_name`
          expect(tables).toEqual([{ table_name: "cluster_locks" }, { table_name: "cluster_runners" }])
        }).pipe(Effect.provide(services(address)))
      }),
    together
  )
})

onPostgres("two schedulers", () => {
  it.scopedLive(
    "pass a poke to the one that owns the connection",
    () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.makeUrl({ migrated: true })
        const ran: Array<{ readonly port: number; readonly connectionId: string }> = []
        const scheduler = (port: number) =>
          Scheduler.layerCluster({ host: "127.0.0.1", port }, { pollInterval: "1 hour", drain: 0 }).pipe(
            Layer.provide(
              Layer.succeed(JobRunner, {
                run: ({ connectionId }) => Effect.sync(() => ran.push({ port, connectionId }))
              })
            ),
            Layer.provideMerge(SyncSchedule.layer),
            Layer.provideMerge(Database.layerUrl({ url, maxConnections: 4 })),
            Layer.build,
            Effect.orDie
          )
        const ports = [yield* Child.freePort, yield* Child.freePort] as const
        const first = yield* scheduler(ports[0])
        yield* scheduler(ports[1])
        const sql = yield* Effect.provide(SqlClient.SqlClient, first)
        yield* eventually(
          sql<{ address: string }>`select distinct address from cluster_locks`,
          (rows) => rows.length === 2
        )
        const ids: Array<string> = []
        for (let index = 0; index < CONNECTIONS; index += 1) {
          ids.push((yield* Effect.provide(FakeStore.seed(), first)).connectionId)
        }
        const { poke } = yield* Effect.provide(Scheduler.Scheduler, first)
        yield* eventually(
          Effect.zipRight(
            Effect.forEach(ids, poke, { discard: true }),
            Effect.sync(() => ran)
          ),
          (all) => new Set(all.map(({ connectionId }) => connectionId)).size === CONNECTIONS
        )
        expect(new Set(ran.map(({ port }) => port))).toEqual(new Set(ports))
      }),
    together
  )
})
