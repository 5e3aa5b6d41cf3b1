import * as SqlClient from "@effect/sql/SqlClient"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"
import * as SchemaDump from "./SchemaDump.js"

/** `pnpm generate` writes the file. */
const file = "../../../schema.sql"

layer(TestDatabase.embedded)("schema.sql", (it) => {
  it.effect("is the schema that the migrations create", ({ expect }) =>
    Effect.gen(function* () {
      const dump = yield* SchemaDump.dump
      yield* Effect.promise(() => expect(dump).toMatchFileSnapshot(file))
    })
  )

  it.effect("leaves no object out", ({ expect }) =>
    Effect.gen(function* () {
      expect(yield* SchemaDump.leftOut).toEqual([])
    })
  )

  // The last one, because it replaces the schema of the database that these tests share.
  it.effect("creates the same schema when it is run", ({ expect }) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const dump = yield* SchemaDump.dump
      yield* sql.unsafe("drop schema public cascade; create schema public")
      yield* sql.unsafe(dump)
      expect(yield* SchemaDump.dump).toBe(dump)
    })
  )
})

onPostgres("schema.sql on Postgres", () => {
  layer(TestDatabase.postgres)("", (it) => {
    it.effect("is the schema that the migrations create", ({ expect, skip }) =>
      Effect.gen(function* () {
        if (TestDatabase.isPartitioned)
          skip("TEST_PARTITIONED is set: the schema has partitions, which the file does not have.")
        const dump = yield* SchemaDump.dump
        yield* Effect.promise(() => expect(dump).toMatchFileSnapshot(file))
      })
    )
  })
})
