import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect, Exit, Layer } from "effect"
import type pg from "pg"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import { Database } from "../../../src/store/postgres/Database.js"
import { MAX_STATEMENT_SECS } from "../../../src/store/postgres/DatabaseShares.js"
import { RecordQuery, TakesTooLong } from "../../../src/store/read/RecordQuery.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind
const LIMIT = `statement_timeout = ${MAX_STATEMENT_SECS * 1_000}`

type Done = (error: Error | null) => void
type Query = (query: string | pg.QueryConfig, ...rest: ReadonlyArray<unknown>) => void

/** Lets every query fail as a timeout does that has the limit of a request's statement. */
const impatient = (pool: pg.Pool): pg.Pool =>
  new Proxy(pool, {
    get: (target, name) => {
      if (name !== "connect") return Reflect.get(target, name)
      return (use: (failure: Error | undefined, client: unknown, release: unknown) => void) =>
        target.connect((failure, client, release) => {
          if (client === undefined) return use(failure, client, release)
          const query: Query = Reflect.get(client, "query").bind(client)
          let isLimited = false
          const asked: Query = (asked, ...rest) => {
            if (typeof asked === "string" && asked.includes(LIMIT)) isLimited = true
            if (!isLimited || typeof asked === "string") return query(asked, ...rest)
            const done = rest.at(-1) as Done
            done(Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" }))
          }
          const through = new Proxy(client, {
            get: (target, name) => {
              const value = name === "query" ? asked : Reflect.get(target, name)
              return typeof value === "function" ? value.bind(target) : value
            }
          })
          use(failure, through, release)
        })
    }
  })

Fixture.eitherDatabase("a request for a list", (it) => {
  it.effect("can do without its total and without a high offset if they take too long, and needs everything else", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(3))
      const database = yield* Database
      const impatientQuery = Layer.provide(RecordQuery.layer, ApiKeys.layer).pipe(
        Layer.provide(Layer.succeed(Database, { ...database, pool: impatient(database.pool) }))
      )
      const list = (conditions: Parameters<typeof Fixture.list>[2]) =>
        Effect.provide(Effect.exit(Fixture.list(at, IdpUser, conditions)), impatientQuery)
      const active = { filters: [Fixture.any("vendor_status:ACTIVE")] }
      const start = (offset: number) => ({ start: { _tag: "Offset", offset } as const })
      for (const [conditions, answer] of [
        [{ wantsTotal: true }, 3],
        [active, null],
        [start(1_000), null],
        [{ ...active, wantsTotal: true }, new TakesTooLong({ part: "total" })],
        [{ updatedSince: "2020-01-01T00:00:00Z", wantsTotal: true }, new TakesTooLong({ part: "total" })],
        [start(1_001), new TakesTooLong({ part: "offset" })],
        [{ ...active, ...start(1_001), wantsTotal: true }, new TakesTooLong({ part: "offset" })]
      ] as const) {
        const exit = yield* list(conditions)
        const found = Exit.isSuccess(exit) ? exit.value.total : exit
        expect([conditions, found]).toEqual([conditions, Exit.isSuccess(exit) ? answer : Exit.fail(answer)])
      }
    })
  )
})
