import { createHash } from "node:crypto"
import { Data, Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { NO_SCHEMA } from "./DatabaseCauses.js"
import { shown } from "./DatabaseFailure.js"
import { migrations as all } from "./migrations/index.js"
import type { Migration } from "./migrations/Migration.js"

/** The database schema cannot be used, or cannot be brought up to date. */
export class MigrationError extends Data.TaggedError("MigrationError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** A migration that the database has, of this release or of a later one. */
export interface AppliedMigration {
  readonly id: number
  readonly name: string
  /** When it ran, as the database says it; null if the table does not say it. */
  readonly appliedAt: string | null
}

/** Which migrations a database has. */
export interface SchemaState {
  /** Those that it has, oldest first. */
  readonly applied: ReadonlyArray<AppliedMigration>
  /** Those of this release that it lacks. */
  readonly pending: ReadonlyArray<Migration>
}

/** The state of a database that has nothing. */
export const empty: SchemaState = { applied: [], pending: all }

/** What to do about a database that is not one of this service. */
export const REMEDY = "set DATABASE_URL, or TRIBUTARY_DATA_DIR for the embedded one, to a new, empty database."

/** A migration that the database has; a column is null if the table does not have it, as that of another program or an unreleased version. */
interface Row {
  readonly id: string | null
  readonly name: string | null
  readonly hash: string | null
  readonly appliedAt: string | null
}

/** Tells whether a migration was edited after it ran; comments and spaces do not count. */
export const hashOf = ({ sql }: Migration): string =>
  createHash("sha256").update(sql.replaceAll(/--.*/g, "").replaceAll(/\s+/g, " ")).digest("hex")

/** How a migration differs from what ran under its id; null if it does not, or has not run. */
const differenceOf = (migration: Migration, before: Row | undefined): string | null => {
  const { name } = migration
  if (before === undefined) return null
  if (before.name !== name) return `is "${name}" in this release but "${shown(before.name ?? "")}"`
  return before.hash === hashOf(migration) ? null : `"${name}" has other statements in this release than`
}

/** Why a database with these rows was not made by the migrations; null if it was. */
const refusalOf = (migrations: ReadonlyArray<Migration>, applied: ReadonlyMap<number, Row>): string | null => {
  for (const migration of migrations) {
    const difference = differenceOf(migration, applied.get(migration.id))
    if (difference !== null) {
      return `Migration ${migration.id} ${difference} in the database, so an unreleased version or another line of releases made the database: ${REMEDY}`
    }
  }
  // Every release begins with the first migration.
  const [first] = migrations
  return first !== undefined && applied.size > 0 && !applied.has(first.id)
    ? `The table migration of the database does not have "${first.name}", so another program made the table: ${REMEDY}`
    : null
}

/** What the database has by the name of the table of the migrations. */
interface Found {
  /** Which kind of relation it is, as `pg_class` says it; null if there is none. */
  readonly kind: string | null
  readonly columns: ReadonlyArray<string>
  /** Whether the user may use a schema of its search path. */
  readonly hasSchema: boolean
  /** In which schemas Postgres looks for tables, as it is set. */
  readonly searchPath: string
}

/** Tables, partitioned ones, and views. */
const READABLE: ReadonlyArray<string> = ["r", "p", "v"]

const NO_TABLE = `What the database calls migration is not a table, so another program made it: ${REMEDY}`

/** The columns without which no migration can be noted. */
const COLUMNS: ReadonlyArray<string> = ["id", "name", "hash"]

/** Why no migration can be noted in the table; null if one can. */
const lackOf = ({ columns }: Found): string | null => {
  const lacking = COLUMNS.filter((column) => !columns.includes(column))
  return lacking.length === 0
    ? null
    : `The table migration of the database lacks the column${lacking.length === 1 ? "" : "s"} ${lacking.join(", ")}, so another program made the table: ${REMEDY}`
}

const noSchema = (searchPath: string): MigrationError =>
  new MigrationError({
    message: `In this database, ${NO_SCHEMA.what} (search_path = ${shown(searchPath)}). ${NO_SCHEMA.remedy}`
  })

/**
 * Reads which migrations the database has, and changes nothing. A database that other migrations made is refused; one that has migrations of
 * later releases is not, so that a release can be rolled back.
 */
export const read = (
  migrations: ReadonlyArray<Migration> = all
): Effect.Effect<SchemaState, MigrationError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql<Found>`
      select (select relkind from pg_class where oid = to_regclass('migration')) as kind,
        array(select attname::text from pg_attribute where attrelid = to_regclass('migration')) as columns,
        current_schema() is not null as "hasSchema", current_setting('search_path') as "searchPath"`
    if (found === undefined || found.kind === null) {
      return yield* found?.hasSchema === false
        ? Effect.fail(noSchema(found.searchPath))
        : Effect.succeed({ applied: [], pending: migrations })
    }
    if (!READABLE.includes(found.kind)) return yield* new MigrationError({ message: NO_TABLE })
    // Through JSON, because the table of another program, or of an unreleased version, may lack columns.
    const rows = yield* sql<Row>`
      select row ->> 'id' as id, row ->> 'name' as name, row ->> 'hash' as hash, row ->> 'applied_at' as "appliedAt"
      from (select to_jsonb(migration) as row from migration) as found`
    const byId = new Map(rows.map((row) => [Number(row.id), row]))
    const message = refusalOf(migrations, byId) ?? lackOf(found)
    if (message !== null) return yield* new MigrationError({ message })
    const applied = [...byId].map(([id, { appliedAt, name }]) => ({ id, name: shown(name ?? ""), appliedAt }))
    return {
      applied: applied.sort((one, other) => one.id - other.id),
      pending: migrations.filter(({ id }) => !byId.has(id))
    }
  })

/** The names of migrations, as in a sentence. */
export const namesOf = (migrations: ReadonlyArray<Migration>): string =>
  `migration${migrations.length === 1 ? "" : "s"} ${migrations.map(({ id, name }) => `${id} "${name}"`).join(", ")}`

/** Fails unless the database has all migrations of this release; changes nothing. */
export const requireCurrent = (
  migrations: ReadonlyArray<Migration> = all
): Effect.Effect<void, MigrationError | SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(read(migrations), ({ applied, pending }) =>
    pending.length === 0
      ? Effect.void
      : new MigrationError({
          message: `The database ${applied.length === 0 ? "has no schema yet" : "has the schema of an older release"}: it lacks the ${namesOf(pending)}. Run "tributary migrate" first, as a user that may create tables.`
        })
  )
