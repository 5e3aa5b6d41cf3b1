import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect, Layer } from "effect"
import { isUnavailable } from "./DatabaseFailure.js"
import { migrations as all } from "./migrations/index.js"
import type { Migration } from "./migrations/Migration.js"

/** The database schema cannot be brought up to date. */
export class MigrationError extends Data.TaggedError("MigrationError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * Brings the schema up to date and returns the names of the migrations that ran.
 *
 * Any number of processes may start at once: the first takes the lock and migrates, the others wait and then find nothing to do. A schema
 * that is newer than this release is left unchanged, so that a release can be rolled back.
 *
 * This does not use the Migrator of @effect/sql for three reasons: it creates its table before it takes its lock, so that one of two
 * processes on an empty database fails; it reports a failed migration as a defect; and it loads migrations as modules.
 */
export const run = (
  migrations: ReadonlyArray<Migration> = all
): Effect.Effect<ReadonlyArray<string>, MigrationError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* checkOrder(migrations)
    // Held until the transaction ends. PGlite grants it to everyone, but PGlite has only one session.
    yield* sql`select pg_advisory_xact_lock(${lockKey})`
    yield* sql`create table if not exists migration (id int primary key, name text not null, applied_at timestamptz not null default now())`
    const applied = yield* sql<{ readonly id: number; readonly name: string }>`select id, name from migration`
    const names = new Map(applied.map(({ id, name }) => [id, name]))
    for (const { id, name } of migrations) {
      const before = names.get(id)
      if (before !== undefined && before !== name) {
        return yield* new MigrationError({
          message: `Migration ${id} is "${name}" in this release but "${before}" in the database. The database belongs to another line of releases: use a different database.`
        })
      }
    }
    const pending = migrations.filter(({ id }) => !names.has(id))
    yield* Effect.forEach(pending, (migration) => apply(sql, migration), { discard: true })
    return pending.map(({ name }) => name)
  }).pipe(inTransaction)

/** Runs the migrations when the layer is built. */
export const layer: Layer.Layer<never, MigrationError | SqlError, SqlClient.SqlClient> = Layer.effectDiscard(
  Effect.suspend(() => run())
)

/** An arbitrary number that nothing else in the same database locks. */
const lockKey = 7_214_093_118

/** Without timeouts: migrating, and waiting for another process that migrates, take as long as they need. */
const inTransaction = <A, E>(self: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.zipRight(sql.unsafe("set local statement_timeout = 0; set local lock_timeout = 0"), self)
    )
  )

const apply = (sql: SqlClient.SqlClient, { id, name, sql: text }: Migration) =>
  Effect.zipRight(sql.unsafe(text), sql`insert into migration ${sql.insert({ id, name })}`).pipe(
    Effect.mapError((cause) =>
      isUnavailable(cause)
        ? cause
        : new MigrationError({
            message: `Migration ${id} "${name}" failed: ${reason(cause)}. It was rolled back; the database is unchanged.`,
            cause
          })
    )
  )

const reason = (error: SqlError): string => (error.cause instanceof Error ? error.cause.message : error.message)

/** Ids ascend, but may have gaps: branches that each add a migration can then be merged in any order. */
const checkOrder = (migrations: ReadonlyArray<Migration>) =>
  Effect.forEach(
    migrations.slice(1),
    ({ id, name }, index) => {
      const before = migrations[index] as Migration
      return id > before.id
        ? Effect.void
        : new MigrationError({
            message: `Migration "${name}" has the id ${id}, but follows "${before.name}" with the id ${before.id}. Give it a higher id than all before it.`
          })
    },
    { discard: true }
  )
