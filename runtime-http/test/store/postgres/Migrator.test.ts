import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Database } from "../../../src/store/postgres/Database.js"
import * as Migrator from "../../../src/store/postgres/Migrator.js"
import { migrations } from "../../../src/store/postgres/migrations/index.js"
import type { Migration } from "../../../src/store/postgres/migrations/Migration.js"
import { onDirectPostgres, onPostgres, TestDatabase } from "../../TestDatabase.js"

const names = migrations.map(({ name }) => name)

const tableExists = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`, ([row]) => row?.there)
  )

for (const [kind, layer] of [
  ["on the embedded Postgres", TestDatabase.embedded],
  ["wherever the tests run", TestDatabase.layer]
] as const) {
  describe(`Migrations ${kind}`, () => {
    it.layer(layer)((it) => {
      it.effect("have run, and do not run again", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          expect(yield* Migrator.run()).toEqual([])
          expect(yield* sql`select id, name from migration order by id`).toEqual(
            migrations.map(({ id, name }) => ({ id, name }))
          )
        })
      )

      it.effect("roll back a step that fails", () =>
        Effect.gen(function* () {
          const id = Math.max(...migrations.map((migration) => migration.id)) + 1
          const good = { id, name: "good", sql: "create table good_step (id int); create index on good_step (id);" }
          const bad = { id: id + 1, name: "bad", sql: "create table bad_step (id int); select nothing;" }
          const error = yield* Effect.flip(Migrator.run([...migrations, good, bad]))
          expect(error).toMatchObject({ _tag: "MigrationError" })
          expect(error.message).toBe(
            `Migration ${id + 1} "bad" failed: column "nothing" does not exist. It was rolled back; the database is unchanged. If another program or an unreleased version made some of what is there, set DATABASE_URL, or TRIBUTARY_DATA_DIR for the embedded one, to a new, empty database.`
          )
          const divided = { id: id + 1, name: "divided", sql: "select 1 / 0" }
          expect((yield* Effect.flip(Migrator.run([...migrations, good, divided]))).message).toBe(
            `Migration ${id + 1} "divided" failed: the database reported 22012. It was rolled back; the database is unchanged.`
          )
          const loud = { id: id + 1, name: "loud", sql: `do $$ begin raise '\u001b[2J%', repeat('x', 5000); end $$` }
          const { message } = yield* Effect.flip(Migrator.run([...migrations, good, loud]))
          expect(message).toContain(`"loud" failed: \\u001b[2Jxxx`)
          expect(message.length).toBeLessThan(1_000)
          expect(yield* tableExists("good_step")).toBe(false)
          expect(yield* Migrator.run([...migrations, good])).toEqual(["good"])
          expect(yield* tableExists("good_step")).toBe(true)
          // An older release runs on a newer schema.
          expect(yield* Migrator.run()).toEqual([])
        })
      )

      it.effect("refuse a database that they did not make, and leave it unchanged", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [first, ...later] = migrations as [Migration, ...Array<Migration>]
          const refusal = (found: ReadonlyArray<Migration>) => Effect.map(Effect.flip(Migrator.run(found)), String)
          const remedy =
            "so an unreleased version or another line of releases made the database: set DATABASE_URL, or TRIBUTARY_DATA_DIR for the embedded one, to a new, empty database."
          expect(yield* refusal([{ ...first, name: "other" }, ...later])).toBe(
            `MigrationError: Migration 1 is "other" in this release but "schema" in the database, ${remedy}`
          )
          const edited = { ...first, sql: `${first.sql} create table further (id int);` }
          expect(yield* refusal([edited, ...later])).toBe(
            `MigrationError: Migration 1 "schema" has other statements in this release than in the database, ${remedy}`
          )
          expect(yield* tableExists("further")).toBe(false)
          yield* sql`update migration set name = ${`\u001b[2J${"x".repeat(5_000)}`} where id = ${first.id}`
          const foreign = yield* refusal(migrations)
          expect(foreign).toContain(`Migration 1 is "schema" in this release but "\\u001b[2Jxxx`)
          expect(foreign.length).toBeLessThan(1_000)
          yield* sql`update migration set name = ${first.name} where id = ${first.id}`
          // Comments and spaces are free.
          const commented = first.sql.replace("create table", "-- A comment.\n  create  table")
          expect(yield* Migrator.run([{ ...first, sql: commented }, ...later])).toEqual([])
          // Before the first release, the table had no hash.
          yield* sql`alter table migration drop column hash`
          expect(yield* refusal(migrations)).toContain(`Migration 1 "schema" has other statements`)
        })
      )

      it.effect("are refused out of order", () =>
        Effect.gen(function* () {
          const second = { id: 2, name: "second", sql: "" }
          const error = yield* Effect.flip(Migrator.run([second, { id: 1, name: "first", sql: "" }]))
          expect(error.message).toBe(
            'Migration "first" has the id 1, but follows "second" with the id 2. Give it a higher id than all before it.'
          )
          expect((yield* Effect.flip(Migrator.run([second, second]))).message).toContain("a higher id")
        })
      )
    })
  })
}

onPostgres("Migrations of a database that another program uses", () => {
  it.scopedLive("are refused with a sentence, and leave it unchanged", () =>
    Effect.gen(function* () {
      const refusal = (...statements: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const url = yield* TestDatabase.makeUrl({ migrated: false })
          const context = yield* Layer.build(Database.layerUrl({ url, maxConnections: 2 }))
          const refused = Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            for (const statement of statements) yield* sql.unsafe(statement)
            const error = yield* Effect.flip(Migrator.run())
            expect(yield* tableExists("connection")).toBe(false)
            return String(error)
          })
          return yield* Effect.provide(refused, context)
        })
      const message =
        'MigrationError: The table migration of the database does not have "schema", so another program made the table: set DATABASE_URL, or TRIBUTARY_DATA_DIR for the embedded one, to a new, empty database.'
      expect(
        yield* refusal(
          "create table migration (version text primary key, apply_time int)",
          "insert into migration values ('m000000_000000_base', 1)"
        )
      ).toBe(message)
      expect(
        yield* refusal(
          "create table migration (id int primary key, name text not null, hash text not null)",
          "insert into migration values (7, 'seventh', 'x')"
        )
      ).toBe(message)
      const remedy = "set DATABASE_URL, or TRIBUTARY_DATA_DIR for the embedded one, to a new, empty database."
      const lacking = `MigrationError: The table migration of the database lacks the columns id, name, hash, so another program made the table: ${remedy}`
      expect(yield* refusal("create table migration (version int)")).toBe(lacking)
      expect(yield* refusal("create view migration as select 1 as version where false")).toBe(lacking)
      const noTable = `MigrationError: What the database calls migration is not a table, so another program made it: ${remedy}`
      expect(yield* refusal("create sequence migration")).toBe(noTable)
      expect(yield* refusal("create table other (id int)", "create index migration on other (id)")).toBe(noTable)
      expect(yield* refusal("create table account (id int)")).toBe(
        `MigrationError: Migration 1 "schema" failed: relation "account" already exists. It was rolled back; the database is unchanged. If another program or an unreleased version made some of what is there, ${remedy}`
      )
    })
  )
})

onDirectPostgres("Migrations on a search path without a schema", () => {
  it.scopedLive("are refused with the search path", () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* TestDatabase.makeUrl({ migrated: true })))
      url.searchParams.set("options", "-c search_path=nowhere")
      const context = yield* Layer.build(Database.layerUrl({ url: Redacted.make(url.href), maxConnections: 1 }))
      const error = yield* Effect.flip(Effect.provide(Migrator.run(), context))
      expect(String(error)).toBe(
        "MigrationError: In this database, no schema of the search path exists or may be used (search_path = nowhere). Correct the search path, or grant the user usage on the schema, such as: grant usage on schema public to <user>;"
      )
    })
  )
})

onDirectPostgres("Migrations of several processes at once", () => {
  it.scopedLive.each(["read committed", "repeatable read"])("run once, and no process fails: %s", (level) =>
    Effect.gen(function* () {
      const empty = new URL(Redacted.value(yield* TestDatabase.makeUrl({ migrated: false })))
      empty.searchParams.set("options", `-c default_transaction_isolation=${level.replace(" ", "\\ ")}`)
      const url = Redacted.make(empty.href)
      const process_ = Layer.build(Database.layerUrl({ url, maxConnections: 2 }))
      const contexts = yield* Effect.all([process_, process_, process_, process_])
      const ran = yield* Effect.forEach(contexts, (context) => Effect.provide(Migrator.run(), context), {
        concurrency: 4
      })
      expect(ran.filter((list) => list.length > 0)).toEqual([names])
      yield* Effect.forEach(contexts, (context) => Effect.provide(Migrator.run(), context), { concurrency: 4 })
    })
  )
})
