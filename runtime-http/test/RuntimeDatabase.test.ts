import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as RuntimeDatabase from "../src/RuntimeDatabase.js"
import * as Readiness from "../src/store/postgres/Readiness.js"
import * as Settings from "./Settings.js"
import { onPostgres, TestDatabase } from "./TestDatabase.js"

const CONNECTIONS = 4

onPostgres("the database connections of a process", () => {
  it.scopedLive("for requests, for jobs and for readiness are separate, so that none of them waits for another", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const config = yield* Settings.load({
        DATABASE_URL: Redacted.value(url),
        TRIBUTARY_API_DATABASE_CONNECTIONS: String(CONNECTIONS),
        TRIBUTARY_SYNC_DATABASE_CONNECTIONS: String(CONNECTIONS)
      })
      const pools = yield* Layer.build(RuntimeDatabase.layer(config))
      const { problem } = yield* Effect.provide(
        Readiness.make,
        Layer.provide(RuntimeDatabase.on("readiness"), Layer.succeedContext(pools))
      )
      for (const [busy, other] of [
        ["api", "sync"],
        ["sync", "api"]
      ] as const) {
        const sqlOf = (use: RuntimeDatabase.Use) =>
          Effect.provide(SqlClient.SqlClient, Layer.provide(RuntimeDatabase.on(use), Layer.succeedContext(pools)))
        const { reserve } = yield* sqlOf(busy)
        const sql = yield* sqlOf(other)
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Effect.replicateEffect(reserve, CONNECTIONS)
            expect(yield* sql`select 1 as one`).toEqual([{ one: 1 }])
            expect(yield* problem).toBe(null)
          })
        )
      }
    })
  )
})
