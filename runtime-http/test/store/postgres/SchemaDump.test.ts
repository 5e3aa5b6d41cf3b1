import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import type { DatabaseServices } from "../../../src/store/postgres/Database.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"
import * as SchemaDump from "./SchemaDump.js"

/** `pnpm generate` writes the file. */
const file = "../../../schema.sql"

const on = <A, E>(layer: Layer.Layer<DatabaseServices>, effect: Effect.Effect<A, E, DatabaseServices>) =>
  Effect.runPromise(Effect.provide(effect, layer))

describe("schema.sql", () => {
  it("is the schema that the migrations create", async ({ expect }) => {
    await expect(await on(TestDatabase.embedded, SchemaDump.dump)).toMatchFileSnapshot(file)
  })

  it("leaves no object out", async () => {
    expect(await on(TestDatabase.embedded, SchemaDump.leftOut)).toEqual([])
  })

  it("creates the same schema when it is run", async () => {
    const again = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const dump = yield* SchemaDump.dump
      yield* sql.unsafe("drop schema public cascade; create schema public")
      yield* sql.unsafe(dump)
      expect(yield* SchemaDump.dump).toBe(dump)
    })
    await on(TestDatabase.embedded, again)
  })
})

onPostgres("schema.sql on Postgres", () => {
  it("is the schema that the migrations create", async ({ expect }) => {
    await expect(await on(TestDatabase.postgres, SchemaDump.dump)).toMatchFileSnapshot(file)
  })
})
