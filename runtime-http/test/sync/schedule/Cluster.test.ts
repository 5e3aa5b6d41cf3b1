import { Sharding } from "@effect/cluster"
import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Deferred, Duration, Effect, ExecutionStrategy, Exit, Layer, Redacted, Schedule, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { Database } from "../../../src/store/postgres/Database.js"
import * as Announcements from "../../../src/store/schedule/Announcements.js"
import type { Lease } from "../../../src/store/schedule/Lease.js"
import { SHARDS, shardOf } from "../../../src/store/schedule/Shard.js"
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

/** The tests mostly wait until a process counts as gone, so they wait together. */
const together = { concurrent: true, timeout: 180_000 }

interface Write {
  readonly connection_id: string
  readonly fence: number
  /** How many runs in a row crashed before this one. */
  readonly crashes: number
  readonly process: number
  readonly at: Date
}

const writes = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Write>`select connection_id, fence, crashes, process, at from write_log order by at`
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

/** How the two processes sign what they write. */
const [FIRST, SECOND] = [1, 2]

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
    yield* (yield* sql)`create table write_log (connection_id uuid, fence bigint, crashes int, process int, at timestamptz)`
    const start = (process: number) =>
      Child.start(file, {
        DATABASE_URL: Redacted.value(url),
        PROCESS: String(process),
        PAGES: String(options.pages),
        PAGE_MILLIS: String(options.pageMillis)
      })
    const children = [yield* start(FIRST), yield* start(SECOND)] as const
    yield* Effect.addFinalizer((exit) =>
      exit._tag === "Success" ? Effect.void : Effect.logError(...children.map((child) => child.output()))
    )
    // Both processes join before the first connection is created, so that they share the jobs.
    const haveJoined = eventually(
      (yield* sql)<{ runner: string }>`select distinct runner from shard_lock`,
      (rows) => rows.length === 2
    )
    const oneEnded = Effect.promise(() => Promise.race(children.map(({ ended }) => ended)))
    yield* Effect.raceFirst(haveJoined, Effect.zipRight(oneEnded, Effect.die("a process did not start")))
    for (let index = 0; index < CONNECTIONS; index += 1) yield* Effect.provide(FakeStore.seed(), services)
    yield* eventually(Effect.provide(writes, services), (all) => new Set(all.map(({ process }) => process)).size === 2)
    return { services, children }
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
        const { services, children } = yield* twoProcesses(file, { pages: PAGES, pageMillis: 200 })
        children[0].signal("SIGKILL")
        yield* Effect.promise(() => children[0].ended)
        const atKill = yield* Effect.provide(writes, services)
        const orphaned = new Set(atKill.filter(({ process }) => process === FIRST).map((row) => row.connection_id))
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
          expect(new Set(own.map(({ process }) => process))).toEqual(new Set([FIRST, SECOND]))
          // Jobs resumed from their checkpoint, so no page was stored twice.
          expect(own).toHaveLength(PAGES)
          expect(new Set(own.map(({ crashes, process }) => `${process} ${crashes}`))).toEqual(
            new Set([`${FIRST} 0`, `${SECOND} 1`])
          )
        }
        const resumed = all.find(({ connection_id, process }) => orphaned.has(connection_id) && process === SECOND)
        const killed = atKill.filter(({ process }) => process === FIRST).at(-1)
        const gap = (resumed?.at.getTime() ?? Number.POSITIVE_INFINITY) - (killed?.at.getTime() ?? 0)
        // A process counts as gone after 10 seconds.
        expect(gap).toBeLessThan(Duration.toMillis("30 seconds"))
      }),
    together
  )

  it.scopedLive(
    "when one is frozen until the other has taken over, it wakes up without writing or taking anything back",
    () =>
      Effect.gen(function* () {
        const { services, children } = yield* twoProcesses(file, { pages: 150, pageMillis: 150 })
        children[0].signal("SIGSTOP")
        const frozen = yield* Effect.provide(writes, services)
        const own = new Set(frozen.filter(({ process }) => process === FIRST).map((row) => row.connection_id))
        yield* eventually(Effect.provide(writes, services), (all) => {
          const taken = new Set(all.filter(({ process }) => process === SECOND).map((row) => row.connection_id))
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
          const ofJob = all.filter((row) => row.connection_id === connectionId).map(({ process }) => process)
          expect(ofJob.slice(ofJob.indexOf(SECOND))).not.toContain(FIRST)
        }
      }),
    together
  )

  it.scopedLive(
    "when one is stopped, it releases its jobs and its shards at once, without waiting for either to end",
    () =>
      Effect.gen(function* () {
        // Jobs of several minutes: a process that waited for them would not end within the time of this test.
        const { services, children } = yield* twoProcesses(file, { pages: 1_000, pageMillis: 300 })
        children[0].signal("SIGTERM")
        yield* Effect.promise(() => children[0].ended)
        const sql = yield* Effect.provide(SqlClient.SqlClient, services)
        // The rows of a process that is killed stay until it counts as gone.
        const ofChild = `%:${children[0].pid}/%`
        expect(yield* sql`select name from runner where name like ${ofChild}`).toEqual([])
        expect(yield* sql`select shard from shard_lock where runner like ${ofChild}`).toEqual([])
        const before = yield* Effect.provide(writes, services)
        const own = new Set(before.filter(({ process }) => process === FIRST).map((row) => row.connection_id))
        expect(own.size).toBeGreaterThan(0)
        yield* eventually(Effect.provide(writes, services), (all) => {
          const taken = new Set(all.filter(({ process }) => process === SECOND).map((row) => row.connection_id))
          return [...own].every((connectionId) => taken.has(connectionId))
        })
        expect(staleWrites(yield* Effect.provide(writes, services))).toEqual([])
      }),
    together
  )
})

onPostgres("a process on one Postgres", () => {
  const services = SyncSchedule.layer.pipe(
    Layer.provideMerge(Engine.layerCluster()),
    Layer.provideMerge(Engine.identityCluster),
    Layer.provideMerge(TestDatabase.postgres),
    Layer.orDie
  )

  it.scopedLive(
    "claims only connections of its shards, and only while it is alive",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const schedule = yield* SyncSchedule.SyncSchedule
        const sharding = yield* Sharding.Sharding
        const { hasLocks, runner } = yield* Engine.RunnerIdentity
        expect(hasLocks).toBe(true)
        const { connectionId } = yield* FakeStore.seed()
        const shard = shardOf(connectionId)
        yield* eventually(
          Effect.sync(() => sharding.hasShardId(Engine.shardId(shard))),
          (has) => has
        )
        const claim = schedule.claim(connectionId, { runner, lock: shard })
        /** Claims after a change, and undoes both. */
        const claimAfter = (change: Effect.Effect<unknown, SqlError.SqlError>) =>
          Effect.zipRight(change, claim).pipe(
            Effect.flatMap((lease) => Effect.fail({ _tag: "Undone" as const, lease })),
            sql.withTransaction,
            Effect.catchTag("Undone", ({ lease }) => Effect.succeed(lease))
          )

        expect(yield* schedule.claim(connectionId, { runner: "other/1", lock: shard })).toBeNull()
        expect(yield* claimAfter(sql`delete from shard_lock where shard = ${shard}`)).toBeNull()
        expect(yield* claimAfter(sql`update runner set seen_at = seen_at - interval '11 seconds'`)).toBeNull()
        expect(yield* claimAfter(sql`delete from shard_lock where shard <> ${shard}`)).toMatchObject({ connectionId })

        // The engine has no tables of its own.
        expect(yield* sql`select tablename from pg_tables where tablename like 'cluster%'`).toEqual([])
      }).pipe(Effect.provide(services)),
    together
  )

  it.scopedLive(
    "is notified when it has acquired shards",
    () =>
      Effect.gen(function* () {
        const acquired = yield* Deferred.make<void>()
        const engine = Engine.layerCluster(() => Deferred.unsafeDone(acquired, Effect.void)).pipe(
          Layer.provide(Engine.identityCluster),
          Layer.provide(TestDatabase.postgres),
          Layer.orDie
        )
        yield* Effect.gen(function* () {
          const sharding = yield* Sharding.Sharding
          yield* Deferred.await(acquired)
          expect(sharding.hasShardId(Engine.shardId(1))).toBe(true)
        }).pipe(Effect.provide(engine))
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
        const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
        const { poke } = yield* Scheduler.layerCluster({
          pollInterval: "1 hour",
          drain: 0,
          maxJobs: 2 * CONNECTIONS,
          ...settings
        }).pipe(
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
        const shares = sql<{ shards: number }>`select count(*) as shards from shard_lock group by runner`
        yield* eventually(
          shares,
          (rows) => rows.length === count && rows.every(({ shards }) => shards === SHARDS / count)
        )
      })
    const seed = Effect.forEach(Array.from({ length: CONNECTIONS }), () =>
      Effect.map(Effect.provide(FakeStore.seed(), services), ({ connectionId }) => connectionId)
    )
    /** Pokes each connection in these schedulers until all have begun. */
    const pokeAll = (
      schedulers: ReadonlyArray<{ readonly poke: (connectionId: string) => Effect.Effect<void> }>,
      ids: ReadonlyArray<string>
    ) =>
      eventually(
        Effect.zipRight(
          Effect.forEach(schedulers, ({ poke }) => Effect.forEach(ids, poke, { discard: true }), { discard: true }),
          Effect.sync(() => begun())
        ),
        (all) => new Set(all.map(({ connectionId }) => connectionId)).size === ids.length
      )
    const begun = (name?: string) =>
      events.filter((event) => event.what === "begins" && (name === undefined || event.name === name))
    const stopped = () => events.filter(({ what }) => what === "stops")
    return { services, join, haveJoined, seed, pokeAll, begun, stopped }
  })

  it.scopedLive(
    "claim their own connections when they are poked, and pass on pokes for those of the other",
    () =>
      Effect.gen(function* () {
        const { begun, haveJoined, join, pokeAll, seed, services } = yield* schedulers
        const first = yield* join("first")
        const second = yield* join("second")
        yield* haveJoined(2)
        const ids = yield* seed
        const heard: Array<"open" | "due"> = []
        yield* Announcements.listen({
          released: () => {},
          due: () => void heard.push("due"),
          outbound: () => {},
          webhooks: () => {},
          isOpen: () => void heard.push("open")
        }).pipe(Effect.provide(services))
        // Whoever begins to listen takes something for due.
        yield* eventually(
          Effect.sync(() => heard.join()),
          (all) => all === "open,due"
        )
        yield* Effect.forEach(ids, first.poke)
        yield* eventually(
          Effect.sync(() => heard.length),
          (count) => count > 2
        )
        expect(begun("second")).toEqual([])
        yield* pokeAll([first, second], ids)
        expect(begun()).toHaveLength(CONNECTIONS)
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
        const second = yield* join("second")
        yield* haveJoined(2)
        yield* pokeAll([first, second], yield* seed)
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
        yield* pokeAll([first], yield* seed)
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
