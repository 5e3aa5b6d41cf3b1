import type { SqlError } from "@effect/sql/SqlError"
import { MonotonicTime } from "@tributary/core"
import { Effect, Schedule } from "effect"

/** Whether an error or defect is a `SqlError`. */
export const isSqlError = (error: unknown): error is SqlError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** Whether the database is unavailable at the moment, so that the same call may succeed later. */
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

/** SQLSTATEs other than class 08 (connection exception), and error codes of Node for sockets and DNS. */
const unavailableCodes: ReadonlySet<string> = new Set([
  "25006", // read_only_sql_transaction: still connected to the former primary
  "25P03", // idle_in_transaction_session_timeout
  "53100", // disk_full
  "53200", // out_of_memory
  "53300", // too_many_connections
  "57014", // query_canceled, also reported for the statement timeout
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
  "ENOENT", // a missing socket file
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT"
])

/** Errors that `pg` and `pg-pool` report without a code. */
const unavailableMessage =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** Half a minute covers a failover of Postgres; reading from the vendor pauses meanwhile. */
const RETRY_MILLIS = 30_000
const pauses = Schedule.union(Schedule.exponential("200 millis"), Schedule.spaced("2 seconds"))

/** Retries for up to 30 seconds while the database is unavailable; only for operations that may be repeated. */
export const retryWhileUnavailable = <A, E, R>(self: Effect.Effect<A, E | SqlError, R>) =>
  Effect.flatMap(MonotonicTime.millis, (begun) =>
    Effect.retry(self, {
      schedule: pauses,
      while: (error) =>
        isSqlError(error) && isUnavailable(error)
          ? Effect.map(MonotonicTime.millis, (now) => now - begun < RETRY_MILLIS)
          : Effect.succeed(false)
    })
  )

/** Describes an error by its code only, because the whole error may quote values of a record. */
export const reasonOf = (error: SqlError): string => {
  const { cause } = error
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : null
  if (code !== null) return `the database reported ${code}`
  return cause instanceof Error ? `the database call failed with ${cause.name}` : "the database call failed"
}
