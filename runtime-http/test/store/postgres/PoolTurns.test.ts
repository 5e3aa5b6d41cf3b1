import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import pg from "pg"
import { until } from "../../../../tests/support/Wait.js"
import { Database, runNamed } from "../../../src/store/postgres/Database.js"
import * as DatabaseShares from "../../../src/store/postgres/DatabaseShares.js"
import { onDirectPostgres, onPostgres, TestDatabase } from "../../TestDatabase.js"

const POOL = 3

const withShares = Effect.gen(function* () {
  const shares = DatabaseShares.make({ millisPerSecond: 1_000_000, connections: POOL, maxWaitMillis: 60_000 })
  const url = yield* TestDatabase.makeUrl({ migrated: false })
  const database = yield* Layer.build(Database.layerUrl({ url, maxConnections: POOL })).pipe(
    Effect.provideService(DatabaseShares.DatabaseShares, shares)
  )
  return { shares, database }
})

const as =
  (accountId: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(self, DatabaseShares.Payer, accountId)

/** A transaction of an account that goes on until it is let go. */
const held = (accountId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const begun = yield* Deferred.make<void>()
    const released = yield* Deferred.make<void>()
    const fiber = yield* sql
      .withTransaction(
        Effect.zipRight(sql`select 1`, Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(released)))
      )
      .pipe(as(accountId), Effect.fork)
    return { begun, fiber, end: Effect.zipRight(Deferred.succeed(released, undefined), Fiber.join(fiber)) }
  })

const one = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1 as n`)

onPostgres("the pool of connections", () => {
  it.scopedLive("has a connection for other accounts while one has statements and transactions that wait", () =>
    Effect.gen(function* () {
      const { database } = yield* withShares
      yield* Effect.gen(function* () {
        const [first, second] = [yield* held("noisy"), yield* held("noisy")]
        yield* Deferred.await(first.begun)
        yield* Deferred.await(second.begun)
        const third = yield* held("noisy")
        const waiting = yield* Effect.fork(
          Effect.all(
            Array.from({ length: 20 }, () => as("noisy")(one)),
            { concurrency: "unbounded" }
          )
        )
        // The only free connection of the pool, for another account, and for whatever no account pays.
        expect(yield* as("polite")(one)).toEqual([{ n: 1 }])
        expect(yield* one).toEqual([{ n: 1 }])
        expect(yield* runNamed(yield* Database, { name: "one", text: "select 1" }, [])).toEqual([[1]])
        expect([yield* Deferred.isDone(third.begun), waiting.unsafePoll()]).toEqual([false, null])
        yield* first.end
        yield* second.end
        yield* Deferred.await(third.begun)
        yield* third.end
        expect(yield* Fiber.join(waiting)).toHaveLength(20)
      }).pipe(Effect.provide(database))
    })
  )

  it.scopedLive("gives on the turn of a statement that fails, and of one for which nobody waits any more", () =>
    Effect.gen(function* () {
      const { database } = yield* withShares
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [first, second] = [yield* held("noisy"), yield* held("noisy")]
        yield* Deferred.await(first.begun)
        yield* Deferred.await(second.begun)
        const given = yield* Effect.fork(as("noisy")(one))
        yield* Effect.yieldNow()
        const failing = yield* Effect.fork(as("noisy")(Effect.exit(sql`select nothing`)))
        const slow = yield* Effect.fork(as("noisy")(sql`select pg_sleep(60)`))
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(given)
        yield* first.end
        expect(Exit.isFailure(yield* Fiber.join(failing))).toBe(true)
        yield* Fiber.interrupt(slow)
        yield* second.end
        for (const other of [yield* held("noisy"), yield* held("noisy")]) {
          yield* Deferred.await(other.begun)
          yield* other.end
        }
      }).pipe(Effect.provide(database))
    })
  )

  it.scopedLive("counts for the account how long it has a connection, and not how long it waits for one", () =>
    Effect.gen(function* () {
      const charged = new Map<string, number>()
      const shares: DatabaseShares.Shares = {
        take: () => 0,
        hasFullLine: () => false,
        spent: () => new Map(),
        waiting: () => 0,
        turnsOf: (accountId) => ({
          enter: (start) => start(),
          leave: (millis) => void charged.set(accountId, (charged.get(accountId) ?? 0) + millis)
        })
      }
      const url = yield* TestDatabase.makeUrl({ migrated: false })
      const database = yield* Layer.build(Database.layerUrl({ url, maxConnections: 1 })).pipe(
        Effect.provideService(DatabaseShares.DatabaseShares, shares)
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const slow = yield* Effect.fork(as("slow")(sql`select pg_sleep(0.2)`))
        yield* Effect.yieldNow()
        yield* as("quick")(one)
        yield* Fiber.join(slow)
        yield* one
      }).pipe(Effect.provide(database))
      expect([...charged.keys()].sort()).toEqual(["quick", "slow"])
      expect(charged.get("slow")).toBeGreaterThan(190)
      expect(charged.get("quick")).toBeLessThan(charged.get("slow") ?? 0)
    })
  )
})

/** A lock of Postgres that statements wait for, held by a session outside the pool. */
const locked = (url: Redacted.Redacted, key: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new pg.Client({ connectionString: Redacted.value(url) })
        await client.connect()
        await client.query("select pg_advisory_lock($1)", [key])
        return client
      }),
      (client) => Effect.promise(() => client.end())
    ),
    (client) => {
      const waiting = async () => {
        const { rows } = await client.query<{ readonly n: number }>(
          `select count(*)::integer as n from pg_locks where locktype = 'advisory' and objid = $1 and not granted
           and database = (select oid from pg_database where datname = current_database())`,
          [key]
        )
        return rows[0]?.n ?? 0
      }
      return {
        /** Ends when so many statements wait for it. */
        awaitedBy: (count: number) =>
          Effect.promise(() => until(async () => ((await waiting()) === count ? count : null))),
        open: Effect.promise(() => client.query("select pg_advisory_unlock($1)", [key]))
      }
    }
  )

/** A statement that ends when a lock is open. */
const behind = (key: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select pg_advisory_lock_shared(${key}), 1 as n`)

const onTwo = Effect.gen(function* () {
  const url = TestDatabase.patient(yield* TestDatabase.makeUrl({ migrated: false }))
  return { url, database: yield* Layer.build(Database.layerUrl({ url, maxConnections: 2 })) }
})

onDirectPostgres("the cancellation of the statement of an interrupted caller", () => {
  it.scopedLive("frees its connection, also within a transaction", () =>
    Effect.gen(function* () {
      const { database, url } = yield* onTwo
      const lock = yield* locked(url, 1)
      yield* Effect.gen(function* () {
        for (const abandoned of [behind(1), (yield* SqlClient.SqlClient).withTransaction(behind(1))]) {
          const fiber = yield* Effect.fork(abandoned)
          yield* lock.awaitedBy(1)
          yield* Fiber.interrupt(fiber)
          yield* lock.awaitedBy(0)
          // Both connections of the pool at once.
          const next = [yield* held("one"), yield* held("another")]
          for (const { begun } of next) yield* Deferred.await(begun)
          for (const { end } of next) yield* end
        }
      }).pipe(Effect.provide(database))
    })
  )

  it.scopedLive("never strikes the statement of another caller who has the connection next", () =>
    Effect.gen(function* () {
      const { database, url } = yield* onTwo
      const [first, second] = [yield* locked(url, 1), yield* locked(url, 2)]
      yield* Effect.gen(function* () {
        const other = yield* held("other")
        yield* Deferred.await(other.begun)
        const abandoned = yield* Effect.fork(behind(1))
        yield* first.awaitedBy(1)
        // It waits for a connection, and gets that of the abandoned statement before the cancellation has got one.
        const next = yield* Effect.fork(behind(2))
        yield* Effect.yieldNow()
        const interruption = yield* Effect.fork(Fiber.interrupt(abandoned))
        yield* Effect.yieldNow()
        yield* first.open
        yield* second.awaitedBy(1)
        yield* other.end
        yield* Fiber.join(interruption)
        // Would wait for the only other connection, if the cancellation still had it.
        expect(yield* one).toEqual([{ n: 1 }])
        yield* second.open
        expect(yield* Fiber.join(next)).toMatchObject([{ n: 1 }])
      }).pipe(Effect.provide(database))
    })
  )
})
