import type { SqlError } from "@effect/sql"
import { Effect, Schedule } from "effect"
import { isUnavailable } from "./Database.js"

/** Half a minute covers a failover of Postgres; the vendor's pages wait meanwhile. */
const patience = Schedule.exponential("200 millis").pipe(
  Schedule.union(Schedule.spaced("2 seconds")),
  Schedule.intersect(Schedule.recurUpTo("30 seconds"))
)

/** Asks again for a while where the store is away: every operation of a job may be repeated. */
export const patiently = <A, E, R>(self: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.retry(self, { schedule: patience, while: (error) => isSqlError(error) && isUnavailable(error) })

export const isSqlError = (error: unknown): error is SqlError.SqlError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** What Postgres reported, by its code: the whole error may quote the values of a record. */
export const reasonOf = (error: SqlError.SqlError): string => {
  const { cause } = error
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : null
  if (code !== null) return `the store answered ${code}`
  return cause instanceof Error ? `the store failed with ${cause.name}` : "the store failed"
}
