import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schedule } from "effect"

export const isSqlError = (error: unknown): error is SqlError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** Whether the store cannot be reached or used at the moment, so that the same call may succeed later. */
export const isUnavailable = (error: SqlError): boolean => {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined
    if (code !== undefined && (unavailableCodes.has(code) || code.startsWith("08"))) {
      return true
    }
    if (code === undefined && unavailableMessage.test(cause.message)) {
      return true
    }
  }
  return false
}

/** SQLSTATEs besides class 08 (connection exception), and what Node reports of sockets and names. */
const unavailableCodes: ReadonlySet<string> = new Set([
  "25006", // read_only_sql_transaction: still connected to what was the primary
  "25P03", // idle_in_transaction_session_timeout
  "53100", // disk_full
  "53200", // out_of_memory
  "53300", // too_many_connections
  "57014", // query_canceled, which is also the statement timeout
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P04", // database_dropped
  "57P05", // idle_session_timeout
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT", // a socket file that is not there
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT"
])

/** What `pg` and `pg-pool` report without a code. */
const unavailableMessage =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** Half a minute covers a failover of Postgres; the vendor's pages wait meanwhile. */
const whileUnavailable = Schedule.exponential("200 millis").pipe(
  Schedule.union(Schedule.spaced("2 seconds")),
  Schedule.intersect(Schedule.recurUpTo("30 seconds"))
)

/** Retries for up to 30 seconds while the database is unavailable; only for operations that may be repeated. */
export const retryWhileUnavailable = <A, E, R>(self: Effect.Effect<A, E | SqlError, R>) =>
  Effect.retry(self, { schedule: whileUnavailable, while: (error) => isSqlError(error) && isUnavailable(error) })

/** What Postgres reported, by its code: the whole error may quote the values of a record. */
export const reasonOf = (error: SqlError): string => {
  const { cause } = error
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : null
  if (code !== null) return `the store answered ${code}`
  return cause instanceof Error ? `the store failed with ${cause.name}` : "the store failed"
}
