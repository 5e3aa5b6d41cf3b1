import { createHash } from "node:crypto"
import { Data, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
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
 * that is newer than this release is left unchanged, so that a release can be rolled back. A database that other migrations made is refused.
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
    yield* sql`
      create table if not exists migration (
        id int primary key, name text not null, hash text not null, applied_at timestamptz not null default now()
      )`
    // Through JSON, because the table of another program, or of an unreleased version, may lack columns.
    const rows = yield* sql<Row>`
      select row ->> 'id' as id, row ->> 'name' as name, row ->> 'hash' as hash
      from (select to_jsonb(migration) as row from migration) as found`
    const applied = new Map(rows.map((row) => [Number(row.id), row]))
    for (const migration of migrations) {
      const difference = differenceOf(migration, applied.get(migration.id))
      if (difference !== null) {
        return yield* new MigrationError({
          message: `Migration ${migration.id} ${difference} in the database, so an unreleased version or another line of releases made the database: ${REMEDY}`
        })
      }
    }
    // Every release begins with the first migration.
    const [first] = migrations
    if (first !== undefined && rows.length > 0 && !applied.has(first.id)) {
      return yield* new MigrationError({
        message: `The table migration of the database does not have "${first.name}", so another program made the table: ${REMEDY}`
      })
    }
    const pending = migrations.filter(({ id }) => !applied.has(id))
    yield* Effect.forEach(pending, (migration) => apply(sql, migration), { discard: true })
    return pending.map(({ name }) => name)
  }).pipe(inTransaction)

const REMEDY = "set DATABASE_URL, or TRIBUTARY_DATA_DIR for the embedded one, to a new, empty database."

/** A migration that the database has; a column is null if the table does not have it, as that of another program or an unreleased version. */
interface Row {
  readonly id: string | null
  readonly name: string | null
  readonly hash: string | null
}

/** Tells whether a migration was edited after it ran; comments and spaces do not count. */
const hashOf = ({ sql }: Migration): string =>
  createHash("sha256").update(sql.replaceAll(/--.*/g, "").replaceAll(/\s+/g, " ")).digest("hex")

/** How a migration differs from what ran under its id; null if it does not, or has not run. */
const differenceOf = (migration: Migration, before: Row | undefined): string | null => {
  const { name } = migration
  if (before === undefined) return null
  if (before.name !== name) return `is "${name}" in this release but "${before.name}"`
  return before.hash === hashOf(migration) ? null : `"${name}" has other statements in this release than`
}

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

const apply = (sql: SqlClient.SqlClient, migration: Migration) => {
  const { id, name, sql: text } = migration
  const row = { id, name, hash: hashOf(migration) }
  return Effect.zipRight(sql.unsafe(text), sql`insert into migration ${sql.insert(row)}`).pipe(
    Effect.mapError((cause) =>
      isUnavailable(cause)
        ? cause
        : new MigrationError({
            message: `Migration ${id} "${name}" failed: ${reason(cause)}. It was rolled back; the database is unchanged.`,
            cause
          })
    )
  )
}

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
