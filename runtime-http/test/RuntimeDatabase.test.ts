import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Logger, LogLevel, Redacted } from "effect"
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

onPostgres("a process whose region has no account, although others have", () => {
  it.scopedLive("logs it when it starts, because it refuses all keys", () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* TestDatabase.makeUrl({ migrated: true }))
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      const start = (region: string) =>
        Effect.flatMap(Settings.load({ DATABASE_URL: url, TRIBUTARY_REGION: region }), (config) =>
          Layer.build(RuntimeDatabase.layer(config))
        ).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
      const pools = yield* start("eu")
      const sql = yield* Effect.provide(
        SqlClient.SqlClient,
        Layer.provide(RuntimeDatabase.on("api"), Layer.succeedContext(pools))
      )
      yield* sql`insert into account (id, name, region) values (gen_random_uuid(), 'Acme', 'us')`
      yield* start("us")
      expect(lines).toEqual([])
      yield* start("eu")
      expect(lines).toEqual([
        "This database has accounts of the region us, and none of eu: all keys are refused here. Correct TRIBUTARY_REGION, or make an account."
      ])
    })
  )
})

describe("the way to the database", () => {
  const direct = { isPooled: false, isEncrypted: false, unset: [], user: "app" }
  const at = (host: string) => ({
    databaseUrl: Redacted.make(`postgres://app:s3cret@${host}:6432/main`),
    dataDir: "."
  })

  it("is warned of if it leads to another machine without TLS", () => {
    expect(RuntimeDatabase.noticesOf(direct, at("db.internal"))).toEqual([
      [
        LogLevel.Warning,
        'The database "main" at db.internal:6432, with the user "app", is reached without TLS: whoever is on the way there can read every record. Add ?sslmode=verify-full to DATABASE_URL.'
      ]
    ])
    expect(RuntimeDatabase.noticesOf({ ...direct, isEncrypted: true }, at("db.internal"))).toEqual([])
    expect(RuntimeDatabase.noticesOf(direct, at("127.0.0.1"))).toEqual([])
    expect(RuntimeDatabase.noticesOf(direct, { databaseUrl: null, dataDir: "." })).toEqual([])
  })

  it("is warned of if its sessions have no time limit, with what mends it, and without a password", () => {
    const notices = RuntimeDatabase.noticesOf(
      { isPooled: true, isEncrypted: false, unset: ["statement_timeout"], user: "app" },
      at("localhost")
    )
    expect(notices.map(([level]) => level)).toEqual([LogLevel.Info, LogLevel.Warning])
    expect(notices[1]?.[1]).toContain(`run: alter role "app" set statement_timeout = '60s';`)
    expect(String(notices)).not.toContain("s3cret")
  })
})
