import { MonotonicTime } from "@tributary/core"
import { Effect, Schedule } from "effect"
import type { SqlError } from "../../Sql.js"

/** Whether an error or defect is a `SqlError`. */
export const isSqlError = (error: unknown): error is SqlError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** The class of SQLSTATEs that are about the connection. */
const CONNECTION_EXCEPTION = "08"

/** The SQLSTATE of a statement that was canceled, or took longer than it may. */
const CANCELED = "57014"

/** The SQLSTATE of a row that violates a unique index. */
const UNIQUE_VIOLATION = "23505"

/** What a failed call says about the database, if the same call may succeed later. */
type Condition =
  /** It cannot be reached, or does not take any work. Nothing is wrong with the call. */
  | "away"
  /** It did not carry out this call, and may carry out others. */
  | "busy"

/** By SQLSTATE, or by the code that Node has for sockets and DNS. A code without an entry is a fault of the call, such as a violated constraint. */
const conditions: Readonly<Record<string, Condition>> = {
  "25006": "away", // read_only_sql_transaction: a replica, or still the former primary
  "25P03": "busy", // idle_in_transaction_session_timeout
  "40001": "busy", // serialization_failure
  "40P01": "busy", // deadlock_detected
  "53100": "away", // disk_full
  "53200": "busy", // out_of_memory
  "53300": "away", // too_many_connections
  [CANCELED]: "busy", // query_canceled, also reported for the statement timeout
  "57P01": "away", // admin_shutdown
  "57P02": "away", // crash_shutdown
  "57P03": "away", // cannot_connect_now: it starts, recovers or shuts down
  "57P04": "away", // database_dropped
  "57P05": "away", // idle_session_timeout
  ECONNREFUSED: "away",
  ECONNRESET: "away",
  EAI_AGAIN: "away",
  EHOSTDOWN: "away",
  EHOSTUNREACH: "away",
  ENETDOWN: "away",
  ENETUNREACH: "away",
  ENOENT: "away", // a missing socket file
  ENOTFOUND: "away",
  EPIPE: "away",
  ETIMEDOUT: "away"
}

/** Errors that `pg` and `pg-pool` report without a code. */
const awayMessage =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

const conditionOf = (error: SqlError): Condition | null => {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : null
    if (code === null ? awayMessage.test(cause.message) : code.startsWith(CONNECTION_EXCEPTION)) return "away"
    const condition = code === null ? undefined : conditions[code]
    if (condition !== undefined) return condition
  }
  return null
}

/** Whether the same call may succeed later. */
export const isUnavailable = (error: SqlError): boolean => conditionOf(error) !== null

/** What `pg-pool` reports of a call that waited in vain for a connection, and a query in turns of one that waited for its turn. */
const busyMessage = /^(timeout exceeded when trying to connect|timeout expired while other statements)/

/** Whether the database ended a statement because it took longer than it may. */
export const isTooLong = ({ cause }: SqlError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === CANCELED

/** Whether a statement failed because another row already has a value that must be unique. */
export const isDuplicate = ({ cause }: SqlError, constraint: string): boolean =>
  cause instanceof Error &&
  "code" in cause &&
  cause.code === UNIQUE_VIOLATION &&
  "constraint" in cause &&
  cause.constraint === constraint

/** Whether the database is there, but did not carry out this call, because other calls have its connections, its time or its locks. */
export const isBusy = (error: SqlError): boolean =>
  conditionOf(error) === "busy" || (error.cause instanceof Error && busyMessage.test(error.cause.message))

/** Whether the database cannot be reached, or does not take any work, so that nothing else can be stored either until it is back. */
export const isAway = (error: SqlError): boolean => conditionOf(error) === "away"

/** Half a minute covers a failover of Postgres; reading from the vendor pauses meanwhile. */
const RETRY_MILLIS = 30_000
const pauses = Schedule.union(Schedule.exponential("200 millis"), Schedule.spaced("2 seconds"))

/**
 * Retries for up to 30 seconds after the first failure while the database is unavailable; only for operations that may be repeated. A call
 * that fails after a longer time is repeated too: the database may have stood still since it began.
 */
export const retryWhileUnavailable = <A, E, R>(self: Effect.Effect<A, E | SqlError, R>) =>
  Effect.suspend(() => {
    let failedAt: number | null = null
    const isSoon = Effect.map(MonotonicTime.millis, (now) => {
      failedAt ??= now
      return now - failedAt < RETRY_MILLIS
    })
    return Effect.retry(self, {
      schedule: pauses,
      while: (error) => (isSqlError(error) && isUnavailable(error) ? isSoon : Effect.succeed(false))
    })
  })

/** Describes an error by its code, or by words of the driver that never change, because the whole error may quote values of a record. */
export const reasonOf = (error: SqlError): string => {
  const { cause } = error
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : null
  if (code !== null) return `the database reported ${code}`
  const words = cause instanceof Error ? awayMessage.exec(cause.message)?.[0] : undefined
  if (words !== undefined) return `the database driver reported: ${words}`
  return cause instanceof Error ? `the database call failed with ${cause.name}` : "the database call failed"
}
