import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { Database } from "../../../src/store/postgres/Database.js"
import * as DatabaseShares from "../../../src/store/postgres/DatabaseShares.js"
import * as ServerLink from "../../../src/store/postgres/ServerLink.js"
import * as Announcements from "../../../src/store/schedule/Announcements.js"
import { onPooler, onPostgres, TestDatabase } from "../../TestDatabase.js"

describe("The way to the database", () => {
  it.each([
    ["", false],
    ["/var/run/postgresql", false],
    ["localhost", false],
    ["127.0.0.1", false],
    ["127.8.0.1", false],
    ["[::1]", false],
    ["10.0.0.5", true],
    ["[2001:db8::1]", true],
    ["db.internal", true],
    ["127.example.com", true]
  ])("leads to another machine if the host is %s: %s", (host, expected) => {
    expect(ServerLink.isRemote(host)).toBe(expected)
  })

  it("lacks settings that the user can be given", () => {
    const link = { isPooled: true, isEncrypted: false, unset: ["jit", "statement_timeout"], user: "app" }
    expect(ServerLink.remedyOf(link)).toBe(
      `alter role "app" set jit = off; alter role "app" set statement_timeout = '60s';`
    )
  })
})

const opened = Effect.gen(function* () {
  const url = yield* TestDatabase.makeUrl({ migrated: true })
  return yield* Layer.build(Database.layerUrl({ url, maxConnections: 2 }))
})

onPostgres("A server that is reached directly", () => {
  it.scopedLive.skipIf(TestDatabase.isPooled)("has sessions with the settings, and prepares statements", () =>
    Effect.gen(function* () {
      const { link, named } = Context.get(yield* opened, Database)
      expect([named, link]).toEqual([
        true,
        { isPooled: false, isEncrypted: false, unset: [], user: expect.any(String) }
      ])
    })
  )
})

onPooler("A server behind a pooler that passes no start-up parameters on", () => {
  it.scopedLive("is used without what a session would keep, and says which settings are missing", () =>
    Effect.gen(function* () {
      const context = yield* opened
      const { link, named } = Context.get(context, Database)
      expect([named, link]).toEqual([
        false,
        {
          isPooled: true,
          isEncrypted: false,
          unset: ["idle_in_transaction_session_timeout", "jit", "statement_timeout"],
          user: expect.any(String)
        }
      ])
      const heard: Array<boolean> = []
      const ears = {
        released: () => {},
        due: () => {},
        outbound: () => {},
        webhooks: () => {},
        isOpen: (isOpen: boolean) => void heard.push(isOpen)
      }
      yield* Effect.provide(Announcements.listen(ears), context)
      expect(heard).toEqual([])
    })
  )

  it.scopedLive("serves others while statements of callers who are gone still run, which keep their turns", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const shares = DatabaseShares.make({ millisPerSecond: 1_000_000, connections: 3, maxWaitMillis: 60_000 })
      const context = yield* Layer.build(Database.layerUrl({ url, maxConnections: 3 })).pipe(
        Effect.provideService(DatabaseShares.DatabaseShares, shares)
      )
      const sql = Context.get(context, SqlClient.SqlClient)
      const other = Context.get(yield* Layer.build(Database.layerUrl({ url, maxConnections: 2 })), SqlClient.SqlClient)
      const isLocked = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const lock = yield* other`lock table setting in access exclusive mode`.pipe(
        Effect.zipRight(Deferred.succeed(isLocked, undefined)),
        Effect.zipRight(Deferred.await(mayEnd)),
        other.withTransaction,
        Effect.fork
      )
      yield* Deferred.await(isLocked)
      const waiting = Effect.map(
        other<{ readonly count: number }>`
          select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        ([row]) => row?.count ?? 0
      )
      for (const expected of [1, 2, 2]) {
        const greedy = yield* sql`select count(*) from setting`.pipe(
          Effect.provideService(DatabaseShares.Payer, "greedy"),
          Effect.fork
        )
        yield* Effect.repeat(waiting, { until: (count) => count === expected })
        yield* Fiber.interrupt(greedy)
      }
      expect(yield* Effect.provideService(sql`select 1 as n`, DatabaseShares.Payer, "polite")).toEqual([{ n: 1 }])
      expect(yield* waiting).toBe(2)
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(lock)
      const again = yield* Effect.provideService(sql`select count(*) as n from setting`, DatabaseShares.Payer, "greedy")
      expect(again).toEqual([{ n: 0 }])
    })
  )
})
