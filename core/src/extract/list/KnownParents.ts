/*
 * Deltas of lists below rows: a row whose lists no complete scan has read yet, such as an organization that the customer has just allowed, is read
 * from its beginning, because what the vendor changed before the last scan is new, too. Which rows were read is the state of the extractor, which
 * a runtime keeps between scans like a delta token.
 */
import * as ShortHash from "../row/ShortHash.js"

/** The most rows that the state names; what is below any others is read from its beginning in each scan. */
const MOST_PARENTS = 10_000

const VERSION = "1:"

/** Which rows the lists below were read for, before this run and in it. */
export interface KnownParents {
  /** The instant since which to read what is below a row; null to read all of it. */
  readonly sinceOf: (key: string | null) => string | null
  /** Notes that the scan has read every list below a row. */
  readonly add: (key: string) => void
  /** The state for the next delta; it replaces the one before, also if the scan could read nothing. */
  readonly state: () => string
}

/** Nothing is noted for an extractor whose deltas do not need it. */
export const NONE: KnownParents = { sinceOf: () => null, add: () => {}, state: () => VERSION }

const read = (state: string | null): ReadonlySet<string> => {
  if (state?.startsWith(VERSION) !== true) return new Set()
  const text = state.slice(VERSION.length)
  return new Set(
    Array.from({ length: text.length / ShortHash.LENGTH }, (_, index) =>
      text.slice(index * ShortHash.LENGTH, (index + 1) * ShortHash.LENGTH)
    )
  )
}

/**
 * What is known at the start of a run from the state of the scan before, which is null if there was none. What is below a row that is not known is
 * read from its beginning; in a log, from `first`.
 */
export const begin = (state: string | null, since: string | null, first: string | null): KnownParents => {
  const before = read(state)
  // A log whose first load goes on, or that was not read for long, begins where it was.
  const start = first !== null && since !== null && since < first ? since : first
  const complete = new Set<string>()
  return {
    sinceOf: (key) => (key !== null && before.has(ShortHash.of(key)) ? since : start),
    add: (key) => {
      if (complete.size < MOST_PARENTS) complete.add(ShortHash.of(key))
    },
    state: () => `${VERSION}${[...complete].join("")}`
  }
}
