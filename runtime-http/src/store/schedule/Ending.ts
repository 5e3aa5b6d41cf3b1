import type { Fragment, SqlClient } from "../../Sql.js"
import * as RetrySchedule from "./RetrySchedule.js"

/** How a run ended, which determines when the next one is due. */
export type Ending =
  /** The data is up to date. */
  | "succeeded"
  /** The time limit, or the most events of one job, stopped a scan that had advanced; the next run continues it. */
  | "unfinished"
  /** Something could not be read, and may be readable soon. */
  | "failed"
  /** Something could not be read until somebody acts, such as by granting a permission; everything else was read. */
  | "partly"
  /** The vendor refused the credentials. */
  | "unauthorized"
  /** The vendor's rate limit is used up, for longer than a job waits. */
  | "limited"
  /** The connection was paused; once it is resumed, the next run continues this one at once. */
  | "paused"
  /** The process gives the run up, so that another one can continue it. */
  | "released"
  /** The database was away, so nothing is known about the connection; the next run continues this one. */
  | "interrupted"
  /** The job was not run, because too many processes in a row died while they ran it. */
  | "suspended"

/** What an ending sets in the schedule row. */
interface Change {
  readonly nextRunAt: Fragment
  readonly failures: Fragment
  readonly crashes: Fragment
}

/** How far a regular run is moved at random, as a share of the interval, so that connections that are due together spread. */
export const JITTER = 0.05
/** One run decides about all lists for which scans are planned within so many seconds: those of a job begin one after another. */
export const CONFIRMED_TOGETHER_SECS = 300
/** The share of its wait by which a retry starts later at random, so that connections that failed together are not retried together. */
const RETRY_JITTER = 0.1
/** The shortest wait of a run that was limited; shorter pauses are waited for within the run. */
const MIN_LIMITED_SECS = 60
/** The share of its wait, and the seconds at most, by which a limited run starts later at random: all that share the limit are due together. */
const LIMITED_JITTER = { share: 0.1, maxSecs: 60 }
/** About how long the next run of an unfinished scan waits: long enough for other connections to get the slot in between. */
const UNFINISHED_SECS = 20
/** About how long the next run of a job waits that the database has interrupted, so that not all of them start in the moment when it is back. */
const INTERRUPTED_SECS = 20
/** About how long a suspended connection waits. */
const SUSPENSION_SECS = 3_600

/** What a run that did not read everything has to know about the runs before it. */
export interface Before extends Omit<RetrySchedule.Failures, "retryAfterSecs"> {
  /** Whether some of the data has never been read completely. */
  readonly isFirstSync: boolean
}

/** The endings for which `changes` has to know the runs before. */
export const RETRIED: ReadonlyArray<Ending> = ["failed", "partly", "unauthorized"]

/** A factor between 0.75 and 1.25, so that connections whose processes died together are not retried together. */
export const spread = (sql: SqlClient.SqlClient) => sql`(0.75 + random() * 0.5)`

/**
 * What each ending sets in the schedule row.
 *
 * `limitedSecs` is how long the rate limit of an export is used up; null if none is limited. A run that read other exports is then due
 * when the limit allows, or regularly if that is sooner.
 */
export const changes = (
  sql: SqlClient.SqlClient,
  limitedSecs: number | null,
  { isFirstSync, ...before }: Before
): Readonly<Record<Ending, Change>> => {
  const wait = (secs: Fragment) => sql`clock_timestamp() + make_interval(secs => ${secs})`

  // The job does not fulfil a sync that was requested while it ran.
  const unlessRequested = (nextRunAt: Fragment) =>
    sql`case when requested_at > started_at then clock_timestamp() else ${nextRunAt} end`

  // A fixed rate on average. After an outage, a single run makes up for all missed ones. It is in the future if somebody has set the clock of
  // the database back during the run, which must not put the next one off.
  const last = sql`
    least(
      case
        when next_run_at + make_interval(secs => interval_secs) > started_at then next_run_at
        else started_at
      end,
      clock_timestamp())`
  // The run that decides about missing records is not one more run if it takes the place of the regular one, so it may come as late as that.
  // One that was due when this run began was this run, even if it failed: the next regular one is then soon enough.
  const confirming = sql`(
    select max(confirm_at)
    from (
      select confirm_at, min(confirm_at) over () as first
      from scan
      where scan.connection_id = schedule.connection_id and confirm_at > schedule.started_at
    ) as planned
    where
      confirm_at <= first + make_interval(secs => least(timeout_secs, ${CONFIRMED_TOGETHER_SECS}::int))
      and confirm_at <= make_interval(secs => interval_secs * ${1 + JITTER}::float8) + ${last}
  )`
  const regular = sql`
    greatest(
      coalesce(
        ${confirming},
        make_interval(secs => interval_secs * (1 + (2 * random() - 1) * ${JITTER}::float8)) + ${last}),
      clock_timestamp())`

  const about = (secs: number) => wait(sql`${secs}::int * ${spread(sql)}`)

  const failed: RetrySchedule.Failures = { ...before, retryAfterSecs: limitedSecs }
  const retry = (secs: number) => wait(sql`${secs}::float8 * (1 + random() * ${RETRY_JITTER}::float8)`)

  const pause = Math.max(limitedSecs ?? 0, MIN_LIMITED_SECS)
  const jitter = Math.min(pause * LIMITED_JITTER.share, LIMITED_JITTER.maxSecs)
  const allowed = wait(sql`${pause}::float8 + random() * ${jitter}::float8`)
  const regularOrAllowed = limitedSecs === null ? regular : sql`least(${regular}, ${allowed})`

  const [none, failures, crashes] = [sql`0`, sql`failures`, sql`crashes`]
  const oneMore = sql`failures + 1`

  return {
    succeeded: { nextRunAt: unlessRequested(regularOrAllowed), failures: none, crashes: none },
    unfinished: { nextRunAt: unlessRequested(about(UNFINISHED_SECS)), failures: none, crashes: none },
    failed: { nextRunAt: unlessRequested(retry(RetrySchedule.afterFailure(failed))), failures: oneMore, crashes: none },
    partly: isFirstSync
      ? { nextRunAt: unlessRequested(retry(RetrySchedule.afterFailure(failed))), failures: oneMore, crashes: none }
      : { nextRunAt: unlessRequested(regularOrAllowed), failures: none, crashes: none },
    unauthorized: {
      nextRunAt: unlessRequested(retry(RetrySchedule.afterRefusal(failed, isFirstSync))),
      failures: oneMore,
      crashes: none
    },
    limited: { nextRunAt: unlessRequested(allowed), failures, crashes: none },
    paused: { nextRunAt: sql`least(next_run_at, clock_timestamp())`, failures, crashes: none },
    released: { nextRunAt: sql`least(next_run_at, clock_timestamp())`, failures, crashes },
    interrupted: { nextRunAt: about(INTERRUPTED_SECS), failures, crashes },
    suspended: { nextRunAt: unlessRequested(about(SUSPENSION_SECS)), failures, crashes }
  }
}
