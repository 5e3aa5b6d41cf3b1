import type { Fragment, SqlClient } from "../../Sql.js"

/** Milliseconds since 1970 as an SQL expression of type `timestamptz`. */
export const instant = (sql: SqlClient.SqlClient, millis: number | null): Fragment =>
  sql`${millis === null ? null : new Date(millis).toISOString()}::timestamptz`

/** An SQL expression of type `timestamptz` as whole milliseconds since 1970. */
export const millis = (sql: SqlClient.SqlClient, expression: Fragment): Fragment =>
  sql`floor(extract(epoch from ${expression}) * 1000)::float8`
