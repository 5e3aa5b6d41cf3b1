import { Effect, Stream } from "effect"
import * as VendorError from "../http/VendorError.js"

/** How a vendor answers below a row that is no more. */
const GONE = [404, 410]

/** Rows vanish one by one: where more than this share of the lists below them is not there, the path is wrong. */
const MAX_SHARE = 0.25
/** Few are no share: in the middle of a page so many may be missing, at its end one. */
const FEW = 10

interface Tally {
  answered: number
  gone: number
  last: VendorError.VendorError | null
}

const isTooMany = ({ answered, gone }: Tally, few: number): boolean =>
  gone > Math.max(few, (answered + gone) * MAX_SHARE)

/** The lists below rows that a run found, and those that were not there. */
export interface MissingParents {
  /**
   * Reads the list below one row: an empty one where the row has gone since it was listed.
   *
   * What is not there from its second page on is a failure: its rows would be taken for all.
   */
  readonly read: <A, R>(
    endpoint: string,
    pages: Stream.Stream<A, VendorError.VendorError, R>
  ) => Stream.Stream<A, VendorError.VendorError, R>
  /**
   * Fails where so many are missing that it cannot be their rows that have gone, or where none was there.
   *
   * It is asked before a checkpoint moves: no run goes on behind what nobody has proven to be gone.
   */
  readonly judge: Effect.Effect<void, VendorError.VendorError>
}

const failure = (endpoint: string, { answered, gone, last }: Tally) =>
  new VendorError.ClientError({
    endpoint,
    status: last?.status ?? null,
    detail: `${last?.detail ?? "is not there"} below ${gone} of ${answered + gone} rows`
  })

/** What a run that begins has seen: nothing. */
export const make = (): MissingParents => {
  const tallies = new Map<string, Tally>()
  const tallyOf = (endpoint: string): Tally => {
    const known = tallies.get(endpoint) ?? { answered: 0, gone: 0, last: null }
    tallies.set(endpoint, known)
    return known
  }
  return {
    read: (endpoint, pages) =>
      Stream.suspend(() => {
        const tally = tallyOf(endpoint)
        let isAnswered = false
        const answered = Effect.sync(() => {
          if (!isAnswered) tally.answered += 1
          isAnswered = true
        })
        return pages.pipe(
          Stream.tap(() => answered),
          Stream.catchAll((error) => {
            const isOfRow = error._tag === "ClientError" && error.endpoint === endpoint
            if (isAnswered || !isOfRow || !GONE.includes(error.status ?? 0)) return Stream.fail(error)
            tally.gone += 1
            tally.last = error
            return isTooMany(tally, FEW) ? Stream.fail(failure(endpoint, tally)) : Stream.empty
          })
        )
      }),
    judge: Effect.suspend(() => {
      for (const [endpoint, tally] of tallies) {
        const isUnproven = tally.gone > 0 && tally.answered === 0
        if (isUnproven || isTooMany(tally, 1)) return Effect.fail(failure(endpoint, tally))
      }
      return Effect.void
    })
  }
}
