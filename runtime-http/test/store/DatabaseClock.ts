import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/** The functions of Postgres that read its clock. */
const FUNCTIONS = ["clock_timestamp", "statement_timestamp", "now"]

let [hoursAhead, hoursPassed] = [0, 0]

type Setting = Effect.Effect<void, SqlError, SqlClient.SqlClient>

const shift: Setting = Effect.suspend(() =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update clock.shift set secs = ${(hoursAhead + hoursPassed) * 3_600}::float8`
  )
)

/** A clock of the process, which nobody sets. */
export const monotonic = (): number => performance.now() + hoursPassed * 3_600_000

/**
 * Gives a database a clock that tests can set. Only for one with a single session, such as the embedded one: that session finds these functions
 * before those of Postgres.
 */
export const install: Setting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Another file of the same process may have let hours pass.
  hoursAhead = 0
  hoursPassed = 0
  yield* sql.unsafe(`
    create schema clock;
    create table clock.shift (secs float8 not null);
    insert into clock.shift values (0)`)
  yield* shift
  for (const name of FUNCTIONS) {
    yield* sql.unsafe(`
      create function clock.${name}() returns timestamptz language sql volatile
      as 'select pg_catalog.${name}() + make_interval(secs => secs) from clock.shift'`)
  }
  const defaults = yield* sql<{ readonly table: string; readonly column: string; readonly value: string }>`
    select table_name as "table", column_name as "column", column_default as value
    from information_schema.columns
    where table_schema = 'public' and column_default like '%()' and data_type = 'timestamp with time zone'`
  for (const { column, table, value } of defaults) {
    yield* sql.unsafe(`alter table public.${table} alter column ${column} set default clock.${value}`)
  }
  yield* sql.unsafe("set search_path = clock, pg_catalog, public")
})

/** Sets the clock so many hours ahead of the right time; behind it if they are negative. */
export const set = (hours: number): Setting =>
  Effect.suspend(() => {
    hoursAhead = hours
    return shift
  })

/** So many hours pass, on every clock. */
export const pass = (hours: number): Setting =>
  Effect.suspend(() => {
    hoursPassed += hours
    return shift
  })
