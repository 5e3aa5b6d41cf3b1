import { existsSync } from "node:fs"
import { join } from "node:path"
import { Command, Options } from "@effect/cli"
import { Console, Effect } from "effect"
import * as RuntimeConfig from "../RuntimeConfig.js"
import * as RuntimeDatabase from "../RuntimeDatabase.js"
import type { SqlClient, SqlError } from "../Sql.js"
import * as DatabaseAddress from "../store/postgres/DatabaseAddress.js"
import * as Migrator from "../store/postgres/Migrator.js"
import * as SchemaState from "../store/postgres/SchemaState.js"
import { CommandError } from "./CommandError.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SchemaState.MigrationError | SqlError, SqlClient.SqlClient>

/** The exit code of `--status` if migrations are pending: 1 is a failure, and 2 a command that is not written as it must be. */
const PENDING = 3

const UP_TO_DATE = "The schema is up to date."

const columns: Table.Columns<{ readonly id: number; readonly name: string; readonly state: string }> = [
  ["MIGRATION", ({ id }) => String(id)],
  ["NAME", ({ name }) => name],
  ["APPLIED", ({ state }) => state]
]

/** Somebody may have written a time into the table that no calendar has, such as `infinity`. */
const timeOf = (appliedAt: string | null): string => {
  const time = new Date(appliedAt ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? "at an unknown time" : time.toISOString()
}

/** Lists the migrations of the database and of this release. */
const printStatus = ({ applied, pending }: SchemaState.SchemaState): Effect.Effect<void, CommandError> =>
  Effect.gen(function* () {
    const lines = [
      ...applied.map(({ appliedAt, ...migration }) => ({
        ...migration,
        state: timeOf(appliedAt)
      })),
      ...pending.map(({ id, name }) => ({ id, name, state: "pending" }))
    ]
    yield* Console.log(
      Table.print(
        columns,
        lines.sort((one, other) => one.id - other.id)
      )
    )
    if (pending.length === 0) return yield* Console.log(`\n${UP_TO_DATE}`)
    yield* new CommandError({
      message: `The database lacks the ${SchemaState.namesOf(pending)}: run "tributary migrate".`,
      exitCode: PENDING
    })
  })

const printScript = ({ pending }: SchemaState.SchemaState, database: string): Effect.Effect<void> =>
  Console.log(pending.length === 0 ? `-- ${database}\n-- ${UP_TO_DATE}` : Migrator.scriptOf(pending, database))

const migrateAll: Handled = Effect.gen(function* () {
  const ran = yield* Migrator.run()
  yield* Console.log(ran.length === 0 ? UP_TO_DATE : ran.map((name) => `Applied the migration ${name}.`).join("\n"))
})

/** What only reads the state of the schema must not create an embedded database to read it of. */
const stateOf = (config: RuntimeConfig.RuntimeConfig) =>
  config.databaseUrl === null && !existsSync(join(config.dataDir, "postgres"))
    ? Effect.succeed(SchemaState.empty)
    : Effect.provide(SchemaState.read(), RuntimeDatabase.single(config))

const run = (
  config: RuntimeConfig.RuntimeConfig,
  { dryRun, status }: { readonly dryRun: boolean; readonly status: boolean }
) =>
  Effect.gen(function* () {
    const database = DatabaseAddress.nameOf(config)
    if (dryRun) return yield* Effect.flatMap(stateOf(config), (state) => printScript(state, database))
    // First, because settings that are missing lead to another database than was meant.
    yield* Console.log(`${database}:`)
    if (status) return yield* Effect.flatMap(stateOf(config), printStatus)
    return yield* Effect.provide(migrateAll, RuntimeDatabase.single(config))
  })

const status = Options.boolean("status").pipe(
  Options.withDescription(
    `Only lists which migrations have run and which are pending; exits with ${PENDING} if any is pending.`
  )
)

const dryRun = Options.boolean("dry-run").pipe(
  Options.withDescription("Only prints the SQL that would run, as a script for psql.")
)

/** Brings the schema of the database up to date, for installations whose processes may not create tables. */
export const migrate = Command.make("migrate", { status, dryRun }, ({ status, dryRun }) =>
  Effect.gen(function* () {
    if (status && dryRun) {
      return yield* new CommandError({ message: "Give --status or --dry-run, not both.", exitCode: 2 })
    }
    const config = yield* RuntimeConfig.load
    return yield* Effect.mapError(run(config, { status, dryRun }), RuntimeDatabase.explained(config))
  })
).pipe(
  Command.withDescription(
    "Runs the pending migrations of the database, as a user that may create tables. Needs no master key."
  )
)
