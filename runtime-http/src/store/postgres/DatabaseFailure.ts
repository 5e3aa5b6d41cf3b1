import { MonotonicTime, PlainText } from "@tributary/core"
import { Effect, Schedule } from "effect"
import type { SqlError } from "../../Sql.js"
import {
  byCode,
  byMessage,
  CONNECTION_EXCEPTION,
  type Condition,
  type DatabaseCause,
  NOT_CONNECTED,
  REFUSED_AT_START
} from "./DatabaseCauses.js"

/** Whether an error or defect is a `SqlError`. */
export const isSqlError = (error: unknown): error is SqlError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** The class of SQLSTATEs that are about the connection. */
const CONNECTION_CLASS = "08"

/** The SQLSTATE of a statement that was canceled, or took longer than it may. */
const CANCELED = "57014"

/** The SQLSTATE of a row that violates a unique index. */
const UNIQUE_VIOLATION = "23505"

/** The SQLSTATE of a right that the user lacks. */
const MISSING_RIGHT = "42501"

/** The SQLSTATEs with which Postgres refuses a parameter, of a session as of a function. */
const PARAMETER_REFUSALS: ReadonlyArray<string | null> = ["22023", "42601", "42704", "55P02"]

/** An error in the chain of causes of a failed call. */
interface Link {
  readonly code: string | null
  readonly message: string
  /** Whether Postgres ended the session with it, as at its start. What it says then quotes nothing of a statement. */
  readonly isFatal: boolean
}

const linksOf = (error: SqlError): ReadonlyArray<Link> => {
  const links: Array<Link> = []
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : null
    const isFatal = "severity" in cause && cause.severity === "FATAL"
    links.push({ code, message: cause.message, isFatal })
  }
  return links
}

const meaningOf = ({ code, isFatal, message }: Link): DatabaseCause | null => {
  if (code === null) return byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? null
  if (isFatal && PARAMETER_REFUSALS.includes(code)) return REFUSED_AT_START
  return byCode[code] ?? (code.startsWith(CONNECTION_CLASS) ? CONNECTION_EXCEPTION : null)
}

/** The first meaning that says something about later calls; null if none does. */
const conditionalOf = (error: SqlError): DatabaseCause | null => {
  for (const link of linksOf(error)) {
    const cause = meaningOf(link)
    if (cause !== null && cause.condition !== null) return cause
  }
  return null
}

const conditionOf = (error: SqlError): Condition | null => conditionalOf(error)?.condition ?? null

/** Whether the same call may succeed later. */
export const isUnavailable = (error: SqlError): boolean => conditionOf(error) !== null

/** Whether the database ended a statement because it took longer than it may. */
export const isTooLong = ({ cause }: SqlError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === CANCELED

/** Whether the user lacks a right that a statement needs. */
export const isMissingRight = ({ cause }: SqlError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === MISSING_RIGHT

/** The SQLSTATEs of a relation, or of another object, that is there already, and of a column that a relation lacks. */
const FOREIGN_OBJECTS: ReadonlyArray<unknown> = ["42P07", "42710", "42703"]

/** Whether a change of the schema failed as it does on a schema that something else made. */
export const meetsForeign = ({ cause }: SqlError): boolean =>
  cause instanceof Error && "code" in cause && FOREIGN_OBJECTS.includes(cause.code)

/** Whether a statement failed because another row already has a value that must be unique. */
export const isDuplicate = ({ cause }: SqlError, constraint: string): boolean =>
  cause instanceof Error &&
  "code" in cause &&
  cause.code === UNIQUE_VIOLATION &&
  "constraint" in cause &&
  cause.constraint === constraint

/** Whether the database is there, but did not carry out this call, because other calls have its connections, its time or its locks. */
export const isBusy = (error: SqlError): boolean => {
  const cause = conditionalOf(error)
  return cause?.condition === "busy" || cause?.mayBeBusy === true
}

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

/** A meaning with the error that has it. */
interface Found {
  readonly link: Link
  readonly cause: DatabaseCause
}

/** How the codes of Postgres look; those of Node are longer, or begin with E as none of Postgres does. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/

/** The first error with a meaning, or else that of Node; null if there is none. */
const found = (error: SqlError): Found | null => {
  const links = linksOf(error)
  for (const link of links) {
    const cause = meaningOf(link)
    if (cause !== null) return { link, cause }
  }
  const link = links.find(({ code }) => code !== null && !SQLSTATE.test(code))
  return link === undefined ? null : { link, cause: NOT_CONNECTED }
}

/** Describes an error by its code and what that means, because the whole error may quote values of a record. */
export const reasonOf = (error: SqlError): string => {
  const { cause } = error
  const known = found(error)
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : null
  if (code !== null) return `the database reported ${code}${known === null ? "" : ` (${known.cause.what})`}`
  if (known !== null) return `the database cannot be used: ${known.cause.what}`
  return cause instanceof Error ? `the database call failed with ${cause.name}` : "the database call failed"
}

/** The longest text of a database that is quoted. */
const MAX_QUOTED = 300

/** A text of a database, or of its settings, as it is quoted within a line. */
export const shown = (text: string): string => PlainText.inLine(text).slice(0, MAX_QUOTED)

/** The classes of SQLSTATEs whose messages quote values: of data that cannot be used, and of violated constraints. */
const QUOTING = /^2[23]/

/** What Postgres says of a failed change of the schema, without values of rows. */
export const messageOf = (error: SqlError): string => {
  const [link] = linksOf(error)
  if (link === undefined) return shown(error.message)
  return link.code !== null && QUOTING.test(link.code) ? reasonOf(error) : shown(link.message)
}

/** What is in parentheses behind a cause: its code and, if that can name nothing of a row, what Postgres says of it. */
const detailOf = ({ code, isFatal, message }: Link): string => {
  if (code === null) return ""
  const isQuoted = isFatal || code === MISSING_RIGHT
  return isQuoted ? ` (${code}: ${shown(message)})` : ` (${code})`
}

/**
 * Why a database cannot be used, and what to do; `where` is the subject of the sentence. It quotes no statement and no value of a row.
 */
export const sentenceOf = (error: SqlError, where: string): string => {
  const known = found(error)
  if (known === null) {
    const fatal = linksOf(error).find(({ isFatal }) => isFatal)
    return `${where} failed: ${reasonOf(error)}${fatal === undefined ? "" : detailOf(fatal)}. The log of Postgres says more.`
  }
  return `${where} cannot be used: ${known.cause.what}${detailOf(known.link)}. ${known.cause.remedy}`
}
