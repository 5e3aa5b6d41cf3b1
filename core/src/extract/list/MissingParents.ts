import { Effect, Stream } from "effect"
import type * as VendorError from "../../http/VendorError.js"
import * as MissingTally from "../lookup/MissingTally.js"

/** What a tally of lists counts, in errors. */
const PARENTS = "parent rows"

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

/** The empty tally of a new run. */
export const make = (): MissingParents => {
  const tallies = new Map<string, MissingTally.MissingTally>()
  const tallyOf = (endpoint: string): MissingTally.MissingTally => {
    const known = tallies.get(endpoint) ?? MissingTally.begin()
    tallies.set(endpoint, known)
    return known
  }
  const fail = (endpoint: string, tally: MissingTally.MissingTally) => MissingTally.failure(endpoint, tally, PARENTS)
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
            if (isFound || !MissingTally.isMissing(endpoint, error)) return Stream.fail(error)
            tally.missing += 1
            tally.lastError = error
            return MissingTally.isTooMany(tally, MissingTally.TOLERATED_WITHIN_PAGE)
              ? Stream.fail(fail(endpoint, tally))
              : Stream.make(instead)
          })
        )
      }),
    count: () => [...tallies.values()].reduce((sum, { missing }) => sum + missing, 0),
    check: Effect.suspend(() => {
      for (const [endpoint, tally] of tallies) {
        const isBad =
          MissingTally.isUnproven(tally) || MissingTally.isTooMany(tally, MissingTally.TOLERATED_AT_PAGE_END)
        if (isBad) return Effect.fail(fail(endpoint, tally))
      }
      return Effect.void
    })
  }
}
