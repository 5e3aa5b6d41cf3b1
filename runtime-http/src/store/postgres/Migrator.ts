import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { isMissingRight, isUnavailable, meetsForeign, messageOf } from "./DatabaseFailure.js"
import { migrations as all } from "./migrations/index.js"
import type { Migration } from "./migrations/Migration.js"
import * as SchemaState from "./SchemaState.js"
import { MigrationError } from "./SchemaState.js"

/**
 * Brings the schema up to date and returns the names of the migrations that ran.
 *
 * Any number of processes may start at once: the first takes the lock and migrates, the others wait and then find nothing to do. If there is
 * nothing to do from the start, this only reads, so that the user needs no right to create tables. A schema that is newer than this release
 * is left unchanged, so that a release can be rolled back. A database that other migrations made is refused.
 *
 * This does not use the Migrator of @effect/sql for three reasons: it creates its table before it takes its lock, so that one of two
 * processes on an empty database fails; it reports a failed migration as a defect; and it loads migrations as modules.
 */
export const run = (
  migrations: ReadonlyArray<Migration> = all
): Effect.Effect<ReadonlyArray<string>, MigrationError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* checkOrder(migrations)
    const { pending } = yield* SchemaState.read(migrations)
    return pending.length === 0 ? [] : yield* migrate(migrations)
  })

const migrate = (migrations: ReadonlyArray<Migration>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(LOCK)
    // Another process may have migrated before it gave the lock away.
    const { pending } = yield* SchemaState.read(migrations)
    if (pending.length === 0) return []
    yield* sql.unsafe(CREATE_TABLE).pipe(explained("The table migration could not be created", pending))
    for (const migration of pending) {
      const what = `Migration ${migration.id} "${migration.name}" failed`
      yield* sql.unsafe(statementsOf(migration)).pipe(explained(what, pending))
    }
    return pending.map(({ name }) => name)
  }).pipe(inTransaction)

/**
 * Whatever the defaults of the server. Each statement sees what another process has migrated while this one waited for the lock; and migrating,
 * like waiting, takes as long as it needs.
 */
const SETTINGS =
  "set transaction isolation level read committed; set local statement_timeout = 0; set local lock_timeout = 0;"

/**
 * With an arbitrary number that nothing else in the same database locks; held until the transaction ends. PGlite grants it to everyone, but
 * PGlite has only one session.
 */
const LOCK = "select pg_advisory_xact_lock(7214093118);"

const CREATE_TABLE = `create table if not exists migration (
  id int primary key, name text not null, hash text not null, applied_at timestamptz not null default now()
);`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** What a migration runs, and the note that it ran. */
const statementsOf = (migration: Migration): string => {
  const text = migration.sql.trimEnd()
  const values = `${migration.id}, ${quoted(migration.name)}, ${quoted(SchemaState.hashOf(migration))}`
  return `${text}${/(^|;)$/.test(text) ? "" : "\n;"}\ninsert into migration (id, name, hash) values (${values});`
}

/**
 * What a script for psql begins with. Without the first line, psql goes on after an error and ends with 0, although the transaction was rolled
 * back.
 */
const headOf = (database: string): string => `\\set ON_ERROR_STOP on
-- ${database}
-- Run this as the user of tributary migrate, because the tables belong to whoever runs it.`

/** The script that `run` would run for these migrations of the database, for whoever wants to read it, or to run it with psql. */
export const scriptOf = (pending: ReadonlyArray<Migration>, database: string): string =>
  [
    headOf(database),
    "begin;",
    SETTINGS,
    LOCK,
    CREATE_TABLE,
    ...pending.map((migration) => `\n-- ${migration.id} ${migration.name}\n${statementsOf(migration).trimStart()}`),
    "\ncommit;"
  ].join("\n")

const inTransaction = <A, E>(self: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(Effect.zipRight(sql.unsafe(SETTINGS), self)))

const FOREIGN = ` If another program or an unreleased version made some of what is there, ${SchemaState.REMEDY}`

/** Says what failed, unless the database is away. */
const explained =
  (what: string, pending: ReadonlyArray<Migration>) =>
  <A>(self: Effect.Effect<A, SqlError>): Effect.Effect<A, MigrationError | SqlError> =>
    Effect.mapError(self, (cause) => {
      if (isUnavailable(cause)) return cause
      const message = isMissingRight(cause)
        ? `The database lacks the ${SchemaState.namesOf(pending)}, and this user may not make the changes (${messageOf(cause)}). Run "tributary migrate" as a user that owns the tables and may create further ones. The database is unchanged.`
        : `${what}: ${messageOf(cause)}. It was rolled back; the database is unchanged.${meetsForeign(cause) ? FOREIGN : ""}`
      return new MigrationError({ message, cause })
    })

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
