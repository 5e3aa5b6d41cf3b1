import { Effect, Stream } from "effect"
import * as VendorError from "../http/VendorError.js"

/** How vendors answer below a row that no longer exists. */
const MISSING = [404, 410]

/** Rows are deleted one by one: if more than this share of the lists below them is missing, the path must be wrong. */
const MAX_SHARE = 0.25
/** A share says nothing about small numbers: tolerate ten missing lists within a page, and one at its end. */
const TOLERATED_WITHIN_PAGE = 10
const TOLERATED_AT_PAGE_END = 1

/** The lists below the rows of one parent list that a run has requested so far. */
interface Tally {
  found: number
  missing: number
  lastError: VendorError.VendorError | null
}

const isTooMany = ({ found, missing }: Tally, tolerated: number): boolean =>
  missing > Math.max(tolerated, (found + missing) * MAX_SHARE)

/** Tells rows that were deleted during a run from a wrong path, by how many of the lists below them are missing. */
export interface MissingParents {
  /**
   * Passes on the list below one row. If it is missing, because the row was deleted after it was listed, returns `instead`.
   *
   * Fails if too many lists are missing, and if a list goes missing after its first page, because its rows are incomplete.
   */
  readonly read: <A, R>(
    endpoint: string,
    pages: Stream.Stream<A, VendorError.VendorError, R>,
    instead: A
  ) => Stream.Stream<A, VendorError.VendorError, R>
  /**
   * Fails if too many lists were missing for deleted rows to explain it, or if none was found.
   *
   * Run it before the checkpoint moves: otherwise a later run would skip lists that only seemed to be missing.
   */
  readonly check: Effect.Effect<void, VendorError.VendorError>
  /** How many lists were missing so far. */
  readonly count: () => number
}

const failure = (endpoint: string, { found, missing, lastError }: Tally) =>
  new VendorError.ClientError({
    endpoint,
    status: lastError?.status ?? null,
    detail: `${lastError?.detail ?? "is missing"} for ${missing} of ${found + missing} parent rows`
  })

/** The empty tally of a new run. */
export const make = (): MissingParents => {
  const tallies = new Map<string, Tally>()
  const tallyOf = (endpoint: string): Tally => {
    const known = tallies.get(endpoint) ?? { found: 0, missing: 0, lastError: null }
    tallies.set(endpoint, known)
    return known
  }
  return {
    read: (endpoint, pages, instead) =>
      Stream.suspend(() => {
        const tally = tallyOf(endpoint)
        let isFound = false
        const countFound = Effect.sync(() => {
          if (!isFound) tally.found += 1
          isFound = true
        })
        return pages.pipe(
          Stream.tap(() => countFound),
          Stream.catchAll((error) => {
            const isOfThisList = error._tag === "ClientError" && error.endpoint === endpoint
            if (isFound || !isOfThisList || !MISSING.includes(error.status ?? 0)) return Stream.fail(error)
            tally.missing += 1
            tally.lastError = error
            return isTooMany(tally, TOLERATED_WITHIN_PAGE)
              ? Stream.fail(failure(endpoint, tally))
              : Stream.make(instead)
          })
        )
      }),
    count: () => [...tallies.values()].reduce((sum, { missing }) => sum + missing, 0),
    check: Effect.suspend(() => {
      for (const [endpoint, tally] of tallies) {
        const isUnproven = tally.missing > 0 && tally.found === 0
        if (isUnproven || isTooMany(tally, TOLERATED_AT_PAGE_END)) return Effect.fail(failure(endpoint, tally))
      }
      return Effect.void
    })
  }
}
