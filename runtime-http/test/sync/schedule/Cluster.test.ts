import { ShardId, Sharding } from "@effect/cluster"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Deferred, Duration, Effect, ExecutionStrategy, Exit, Layer, Redacted, Schedule, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { Database } from "../../../src/store/postgres/Database.js"
import type { Lease } from "../../../src/store/schedule/Lease.js"
import { SHARD_GROUP, SHARDS, shardOf } from "../../../src/store/schedule/Shard.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { JobRunner } from "../../../src/sync/pull/JobRunner.js"
import * as Engine from "../../../src/sync/schedule/Engine.js"
import * as Scheduler from "../../../src/sync/schedule/Scheduler.js"
import type { SchedulerSettings } from "../../../src/sync/schedule/SchedulerSettings.js"
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
        // The counts are those of the whole job, also of what the killed process had stored.
        for (const { data_exports } of ended) {
          expect(JSON.parse(data_exports)).toMatchObject([{ seen: PAGES, created: PAGES, unchanged: 0 }])
        }
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
        // A write that the freeze caught in its transaction keeps its lease, so the woken process may still commit it. A job that
        // was taken over stays where it is.
        for (const connectionId of own) {
          const ofJob = all.filter((row) => row.connection_id === connectionId).map(({ port }) => port)
          expect(ofJob.slice(ofJob.indexOf(ports[1]))).not.toContain(ports[0])
        }
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
      Layer.provideMerge(Layer.merge(Engine.layerCluster(address), Engine.identityCluster(address))),
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

onPostgres("the engine", () => {
  it.scopedLive(
    "says when it has acquired shards",
    () =>
      Effect.gen(function* () {
        const address = { host: "127.0.0.1", port: yield* Child.freePort }
        const acquired = yield* Deferred.make<void>()
        const engine = Engine.layerCluster(address, () => Deferred.unsafeDone(acquired, Effect.void))
        yield* Effect.gen(function* () {
          const sharding = yield* Sharding.Sharding
          yield* Deferred.await(acquired)
          expect(sharding.hasShardId(ShardId.make(SHARD_GROUP, 1))).toBe(true)
        }).pipe(Effect.provide(engine.pipe(Layer.provide(TestDatabase.postgres), Layer.orDie)))
      }),
    together
  )
})

onPostgres("two schedulers", () => {
  /** Two schedulers of one installation, each in a scope of its own, whose jobs end only when they are interrupted. */
  const schedulers = Effect.gen(function* () {
    const url = yield* TestDatabase.makeUrl({ migrated: true })
    const services = yield* Layer.build(
      SyncSchedule.layer.pipe(Layer.provideMerge(Database.layerUrl({ url, maxConnections: 2 })))
    )
    const events: Array<{ readonly what: "begins" | "stops"; readonly name: string; readonly connectionId: string }> =
      []
    const runner = (name: string) =>
      Effect.map(SyncSchedule.SyncSchedule, (schedule) => ({
        run: (lease: Lease) => {
          const { connectionId } = lease
          events.push({ what: "begins", name, connectionId })
          return Effect.never.pipe(
            Effect.onInterrupt(() => {
              events.push({ what: "stops", name, connectionId })
              return Effect.orDie(schedule.finish(lease, "released"))
            })
          )
        }
      }))
    const join = (name: string, settings: Partial<SchedulerSettings> = {}) =>
      Effect.gen(function* () {
        const port = yield* Child.freePort
        const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
        const { poke } = yield* Scheduler.layerCluster(
          { host: "127.0.0.1", port },
          { pollInterval: "1 hour", drain: 0, maxJobs: 2 * CONNECTIONS, ...settings }
        ).pipe(
          Layer.provide(Layer.effect(JobRunner, runner(name))),
          Layer.provideMerge(SyncSchedule.layer),
          Layer.provideMerge(Database.layerUrl({ url, maxConnections: 4 })),
          Layer.buildWithScope(scope),
          Effect.flatMap((context) => Effect.provide(Scheduler.Scheduler, context)),
          Effect.orDie
        )
        return { poke, leave: Scope.close(scope, Exit.void) }
      })
    const haveJoined = (count: number) =>
      Effect.gen(function* () {
        const sql = yield* Effect.provide(SqlClient.SqlClient, services)
        const shares = sql<{ shards: number }>`select count(*) as shards from cluster_locks group by address`
        yield* eventually(
          shares,
          (rows) => rows.length === count && rows.every(({ shards }) => shards === SHARDS / count)
        )
      })
    const seed = Effect.forEach(Array.from({ length: CONNECTIONS }), () =>
      Effect.map(Effect.provide(FakeStore.seed(), services), ({ connectionId }) => connectionId)
    )
    /** Pokes until every connection has begun. */
    const pokeAll = (poke: (connectionId: string) => Effect.Effect<void>, ids: ReadonlyArray<string>) =>
      eventually(
        Effect.zipRight(
          Effect.forEach(ids, poke, { discard: true }),
          Effect.sync(() => begun())
        ),
        (all) => new Set(all.map(({ connectionId }) => connectionId)).size === ids.length
      )
    const begun = (name?: string) =>
      events.filter((event) => event.what === "begins" && (name === undefined || event.name === name))
    const stopped = () => events.filter(({ what }) => what === "stops")
    return { join, haveJoined, seed, pokeAll, begun, stopped }
  })

  it.scopedLive(
    "pass a poke to the one that owns the connection",
    () =>
      Effect.gen(function* () {
        const { begun, haveJoined, join, pokeAll, seed } = yield* schedulers
        const first = yield* join("first")
        yield* join("second")
        yield* haveJoined(2)
        yield* pokeAll(first.poke, yield* seed)
        expect(new Set(begun().map(({ name }) => name))).toEqual(new Set(["first", "second"]))
      }),
    together
  )

  it.scopedLive(
    "hand the jobs of one that leaves to the other at once, without waiting for its poll",
    () =>
      Effect.gen(function* () {
        const { begun, haveJoined, join, pokeAll, seed, stopped } = yield* schedulers
        const first = yield* join("first")
        yield* join("second")
        yield* haveJoined(2)
        yield* pokeAll(first.poke, yield* seed)
        const own = begun("first").map(({ connectionId }) => connectionId)
        expect(own.length).toBeGreaterThan(0)
        yield* first.leave
        expect(stopped().map(({ connectionId }) => connectionId)).toEqual(expect.arrayContaining(own))
        yield* eventually(
          Effect.sync(() => begun("second").map(({ connectionId }) => connectionId)),
          (begun) => own.every((connectionId) => begun.includes(connectionId))
        )
      }),
    together
  )

  it.scopedLive(
    "leave running jobs alone when the second one joins, and new jobs to the owner of the shard",
    () =>
      Effect.gen(function* () {
        const { begun, haveJoined, join, pokeAll, seed, stopped } = yield* schedulers
        const first = yield* join("first", { pollInterval: "50 millis" })
        yield* haveJoined(1)
        yield* pokeAll(first.poke, yield* seed)
        yield* join("second", { pollInterval: "50 millis" })
        yield* haveJoined(2)
        // Both poll for these after the shards have moved, and would have taken over the running jobs before.
        yield* seed
        yield* eventually(
          Effect.sync(() => begun()),
          (all) => all.length === 2 * CONNECTIONS
        )
        expect(begun("second").length).toBeGreaterThan(0)
        expect(stopped()).toEqual([])
        expect(new Set(begun().map(({ connectionId }) => connectionId)).size).toBe(2 * CONNECTIONS)
      }),
    together
  )
})
