import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { Database } from "../../../src/store/postgres/Database.js"
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
    const link = { isPooled: true, isEncrypted: false, unset: ["jit", "statement_timeout"] }
    expect(ServerLink.remedyOf(link, "app")).toBe(
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
      expect([named, link]).toEqual([true, { isPooled: false, isEncrypted: false, unset: [] }])
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
          unset: ["idle_in_transaction_session_timeout", "jit", "statement_timeout"]
        }
      ])
      const heard: Array<boolean> = []
      const ears = {
        released: () => {},
        due: () => {},
        outbound: () => {},
        isOpen: (isOpen: boolean) => void heard.push(isOpen)
      }
      yield* Effect.provide(Announcements.listen(ears), context)
      expect(heard).toEqual([])
    })
  )

  it.scopedLive(
    "gets nothing canceled by a caller who is interrupted, which could be the statement of another one",
    () =>
      Effect.gen(function* () {
        const context = yield* opened
        const sql = Context.get(context, SqlClient.SqlClient)
        const slow = yield* Effect.fork(sql`select pg_sleep(0.2), 'done' as result`)
        const other = yield* Effect.fork(sql<{ readonly result: string }>`select pg_sleep(0.4), 'other' as result`)
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(slow)
        expect((yield* Fiber.join(other))[0]?.result).toBe("other")
      })
  )
})
