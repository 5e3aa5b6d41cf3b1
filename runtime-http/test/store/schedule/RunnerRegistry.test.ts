import { setImmediate } from "node:timers/promises"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import * as RunnerRegistry from "../../../src/store/schedule/RunnerRegistry.js"
import * as ShardLocks from "../../../src/store/schedule/ShardLocks.js"
import * as MasterKeyLedger from "../../../src/store/secrets/MasterKeyLedger.js"
import { TestDatabase } from "../../TestDatabase.js"

const SHARDS = [1, 2, 3]

const onEmpty = <A, E, R>(test: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from runner`
    return yield* test(sql)
  })

/** Ends the heartbeat of a process so long ago. */
const lastSeen = (sql: SqlClient.SqlClient, name: string, secs: number) =>
  sql`update runner set seen_at = clock_timestamp() - make_interval(secs => ${secs}::float8) where name = ${name}`

const isGone = (sql: SqlClient.SqlClient, name: string) =>
  Effect.map(
    sql<{ isGone: boolean }>`select ${RunnerRegistry.isGone(sql, sql`${name}`)} as "isGone"`,
    ([row]) => row?.isGone
  )

layer(TestDatabase.layer, { excludeTestServices: true })("a process", (it) => {
  it.scoped("is registered until it ends, under a name of its own", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        const [own, other] = [RunnerRegistry.newName(), RunnerRegistry.newName()]
        expect(own).not.toBe(other)
        const scope = yield* Scope.make()
        yield* Scope.extend(RunnerRegistry.register(own), scope)
        yield* RunnerRegistry.register(other)
        expect([...(yield* RunnerRegistry.takers)].sort()).toEqual([own, other].sort())
        yield* ShardLocks.acquire(own, SHARDS)
        yield* Scope.close(scope, Exit.void)
        expect(yield* RunnerRegistry.takers).toEqual([other])
        expect(yield* isGone(sql, own)).toBe(true)
        expect(yield* isGone(sql, other)).toBe(false)
        expect(yield* ShardLocks.acquire(other, SHARDS)).toEqual(SHARDS)
      })
    )
  )

  it.scoped("runs no jobs while it drains, and keeps its master keys until it has sent its last answer", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        const own = RunnerRegistry.newName()
        const [serving, background] = [yield* Scope.make(), yield* Scope.make()]
        const kept = yield* Layer.buildWithScope(RunnerRegistry.keepWhileServing, serving)
        yield* Scope.extend(RunnerRegistry.register(own), background).pipe(Effect.provide(kept))
        const living = Effect.map(MasterKeyLedger.processes, (all) => all.map(({ name }) => name))
        yield* ShardLocks.acquire(own, SHARDS)
        yield* Scope.close(background, Exit.void)
        expect([yield* isGone(sql, own), yield* RunnerRegistry.takers, yield* living]).toEqual([true, [], [own]])
        yield* Scope.close(serving, Exit.void)
        expect(yield* sql`select from runner`).toEqual([])
      })
    )
  )

  it.scoped("is gone when it drains, whatever its heartbeat does at that moment", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        const kept = yield* Layer.build(RunnerRegistry.keepWhileServing)
        const gone = yield* Effect.forEach(Array.from({ length: 100 }), (_, turns) =>
          Effect.gen(function* () {
            const [own, background] = [RunnerRegistry.newName(), yield* Scope.make()]
            // The first heartbeat of the loop begins at once: the process ends before it, during it, and after it.
            yield* Scope.extend(RunnerRegistry.register(own), background).pipe(Effect.provide(kept))
            for (let turn = 0; turn < turns; turn += 1) yield* Effect.promise(() => setImmediate())
            yield* Scope.close(background, Exit.void)
            return yield* isGone(sql, own)
          })
        )
        expect(new Set(gone)).toEqual(new Set([true]))
      })
    )
  )

  it.scoped("is gone ten seconds after its last heartbeat, and back with its next one", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        yield* RunnerRegistry.beat("a")
        yield* lastSeen(sql, "a", 9)
        expect(yield* isGone(sql, "a")).toBe(false)
        expect(yield* RunnerRegistry.takers).toEqual(["a"])
        yield* lastSeen(sql, "a", 11)
        expect(yield* isGone(sql, "a")).toBe(true)
        expect(yield* RunnerRegistry.takers).toEqual([])
        yield* RunnerRegistry.beat("a")
        expect(yield* isGone(sql, "a")).toBe(false)
        expect(yield* RunnerRegistry.takers).toEqual(["a"])
      })
    )
  )

  it.scoped("beats while it is registered", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        yield* RunnerRegistry.register("a", { heartbeat: "20 millis" })
        yield* lastSeen(sql, "a", 11)
        yield* Effect.repeat(isGone(sql, "a"), { until: (gone) => gone === false })
      })
    )
  )

  it.scoped("that leaves takes no shards, even if it freezes meanwhile, but keeps its jobs", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        yield* RunnerRegistry.beat("a")
        yield* RunnerRegistry.leave("a")
        yield* lastSeen(sql, "a", 60)
        // Another process starts, and clears what dead processes have left.
        yield* RunnerRegistry.register("b")
        yield* RunnerRegistry.beat("a")
        expect(yield* isGone(sql, "a")).toBe(false)
        expect(yield* RunnerRegistry.takers).toEqual(["b"])
      })
    )
  )

  it.scoped("clears the rows of processes that died long ago", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        yield* RunnerRegistry.beat("a")
        yield* lastSeen(sql, "a", 3_601)
        yield* RunnerRegistry.register("b")
        expect(yield* sql`select name from runner`).toEqual([{ name: "b" }])
      })
    )
  )
})

layer(TestDatabase.layer, { excludeTestServices: true })("the lock of a shard", (it) => {
  it.scoped("belongs to one living process at a time, until it is released", () =>
    onEmpty(() =>
      Effect.gen(function* () {
        yield* RunnerRegistry.beat("a")
        yield* RunnerRegistry.beat("b")
        expect(yield* ShardLocks.acquire("a", [2, 1])).toEqual([1, 2])
        expect(yield* ShardLocks.acquire("b", SHARDS)).toEqual([3])
        // Whoever has it may ask again.
        expect(yield* ShardLocks.acquire("a", SHARDS)).toEqual([1, 2])
        yield* ShardLocks.release("b", [1, 2])
        expect(yield* ShardLocks.held("a")).toEqual([1, 2])
        yield* ShardLocks.release("a", [1, 3])
        expect(yield* ShardLocks.acquire("b", SHARDS)).toEqual([1, 3])
        yield* ShardLocks.releaseAll("b")
        expect(yield* ShardLocks.held("b")).toEqual([])
        expect(yield* ShardLocks.held("a")).toEqual([2])
      })
    )
  )

  it.scoped("goes to another process once its own is gone, which does not get it back when it wakes up", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        yield* RunnerRegistry.beat("a")
        yield* RunnerRegistry.beat("b")
        yield* ShardLocks.acquire("a", SHARDS)
        yield* lastSeen(sql, "a", 9)
        expect(yield* ShardLocks.acquire("b", SHARDS)).toEqual([])
        yield* lastSeen(sql, "a", 11)
        expect(yield* ShardLocks.acquire("b", [1, 2])).toEqual([1, 2])
        yield* RunnerRegistry.beat("a")
        expect(yield* ShardLocks.acquire("a", SHARDS)).toEqual([3])
        expect(yield* ShardLocks.held("a")).toEqual([3])
      })
    )
  )

  it.scoped("is not given to a process that is gone", () =>
    onEmpty((sql) =>
      Effect.gen(function* () {
        yield* RunnerRegistry.beat("a")
        yield* lastSeen(sql, "a", 11)
        expect(yield* ShardLocks.acquire("a", SHARDS)).toEqual([])
      })
    )
  )
})
