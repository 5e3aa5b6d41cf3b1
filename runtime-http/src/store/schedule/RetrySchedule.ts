// When a connection is tried again after runs that did not read everything. Pure, so that every store can use the same rule.

/** The pauses after the first runs in a row that failed or were incomplete: most causes are over within minutes. */
const FIRST_SECS = [60, 300, 900]
/** The longest pause after that, unless the interval of the connection is longer. */
const MAX_SECS = 900
/** The longest pause while the vendor refuses the credentials, unless the interval of the connection is longer. */
const MAX_REFUSED_SECS = 86_400
/** More failures in a row do not make a pause longer. */
const MAX_DOUBLINGS = 30

/** What is known of the runs of a connection when one ends that did not read everything. */
export interface Failures {
  /** How many runs in a row failed or were incomplete, this one included; at least 1. */
  readonly count: number
  /** The refresh interval of the connection. */
  readonly intervalSecs: number
  /** For how many seconds the vendor asked to send nothing (`Retry-After`); null if it did not ask. */
  readonly retryAfterSecs: number | null
}

const first = (count: number): number => FIRST_SECS[count - 1] ?? Number.POSITIVE_INFINITY

/** A pause that begins with the interval and doubles with every failure. */
const doubled = ({ count, intervalSecs }: Failures, maxSecs: number): number =>
  Math.max(intervalSecs, Math.min(intervalSecs * 2 ** Math.min(count - 1, MAX_DOUBLINGS), maxSecs))

const atLeastAsAsked = (pauseSecs: number, { retryAfterSecs }: Failures): number =>
  Math.max(pauseSecs, retryAfterSecs ?? 0)

/**
 * How many seconds to wait after a run that failed or was incomplete: 1, 5 and 15 minutes, then the refresh interval; never less than the
 * vendor asked for. A connection with an interval below 15 minutes waits for its interval first, and for 15 minutes at most.
 */
export const afterFailure = (failures: Failures): number =>
  atLeastAsAsked(Math.min(first(failures.count), doubled(failures, MAX_SECS)), failures)

/**
 * The same if only a change of the credentials or their permissions can help: the interval, which doubles up to a day. A first sync is tried
 * after 1, 5 and 15 minutes too, because some vendors take minutes until new credentials work everywhere.
 */
export const afterRefusal = (failures: Failures, isFirstSync: boolean): number => {
  const pause = doubled(failures, MAX_REFUSED_SECS)
  return atLeastAsAsked(isFirstSync ? Math.min(first(failures.count), pause) : pause, failures)
}
