import type { Fragment, SqlClient } from "../../Sql.js"

/*
 * An instant that is later than now was stored while the clock of the database was ahead, as after a failover to a server whose clock is
 * right. It says nothing about when something happened: as the lower bound of a delta it would leave out all changes until then, and as
 * the age of a scan it would put off the next one.
 */

/** Servers that take over from each other may differ by so much; the lookback of a delta makes up for that. */
const TOLERANCE_SECS = 60

/** Whether an instant was stored while the clock of the database was ahead; both are in milliseconds since 1970. */
export const isAheadOf = (instant: number, now: number): boolean => instant > now + TOLERANCE_SECS * 1_000

/** The same of the instant of this column, as SQL; null if the column is null. */
export const isAheadText = (column: string): string =>
  `(${column} > clock_timestamp() + make_interval(secs => ${TOLERANCE_SECS}))`

/** Now, or just after the instant of this column, if the clock was set back since, or has not moved. */
export const nowAfterText = (column: string): string =>
  `greatest(clock_timestamp(), ${column} + interval '1 microsecond')`

/** Whether the instant of this column was stored while the clock of the database was ahead; null if the column is null. */
export const isAhead = (sql: SqlClient.SqlClient, column: string): Fragment => sql`${sql.literal(isAheadText(column))}`

/** The instant of this column; null if it is unknown, because the clock of the database was ahead when it was stored. */
export const known = (sql: SqlClient.SqlClient, column: string): Fragment =>
  sql`(case when not ${isAhead(sql, column)} then ${sql.literal(column)} end)`
