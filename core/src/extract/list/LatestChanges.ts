/*
 * Deltas of a list that has several changes of one row, in any order and on any pages: only the latest counts.
 *
 * Which change of a row was the latest so far is known only to the run that has read it, so a run that continues a delta reads it from its
 * beginning.
 */
import { Effect, Stream } from "effect"
import * as LazyArray from "../../decode/LazyArray.js"
import * as VendorError from "../../http/VendorError.js"
import * as Checkpoint from "../Checkpoint.js"
import type { Any } from "../Extraction.js"
import type { RowIdReader } from "../row/RowId.js"
import * as ShortHash from "../row/ShortHash.js"
import type { WalkedPage } from "../walk/WalkedPage.js"

/** What orders the changes of one row: of two, the one with the greater text is later. */
export type ChangeOrder = (row: unknown) => string

/** The latest change of a row so far. */
interface Latest {
  readonly order: string
  /** On which page it is, and where. */
  readonly page: number
  readonly place: number
}

/** The most changed rows that a run remembers, which take about 30 MB; a full scan is cheaper than a delta with more. */
export const MOST_ROWS = 250_000

/** The pages without the changes that are older than another change of the same row on the same page, or on one before it. */
export const ofPages =
  (endpoint: string, idOf: RowIdReader, orderOf: ChangeOrder, most = MOST_ROWS) =>
  <P extends WalkedPage, R>(
    pages: Stream.Stream<P, VendorError.VendorError, R>
  ): Stream.Stream<P, VendorError.VendorError, R> =>
    Stream.suspend(() => {
      const latest = new Map<string, Latest>()
      let count = 0
      const withoutOlder = (page: P): P => {
        const keys = page.rows.map((row, place) => {
          const id = idOf(row)
          if (id === null) return null
          const key = ShortHash.of(id)
          const order = orderOf(row)
          const known = latest.get(key)
          if (known === undefined || order >= known.order) latest.set(key, { order, page: count, place })
          return key
        })
        const places = keys.flatMap((key, place) => {
          if (key === null) return [place]
          const last = latest.get(key)
          return last?.page === count && last.place === place ? [place] : []
        })
        count += 1
        return places.length === keys.length ? page : { ...page, rows: LazyArray.pick(page.rows, places) }
      }
      return Stream.mapEffect(pages, (page) => {
        const found = withoutOlder(page)
        if (latest.size <= most) return Effect.succeed(found)
        const detail = `listed changes of more than ${most} rows, so a full scan is cheaper`
        return new VendorError.CheckpointExpired({ endpoint, status: 200, detail })
      })
    })

/** The pages of an extractor, of which a delta can be continued only from its beginning. */
export const fromBeginning =
  (pages: Any["pages"]): Any["pages"] =>
  (request) => {
    const { checkpoint, since } = request
    if (since === null) return pages(request)
    const begun = pages({ ...request, checkpoint: checkpoint === null ? null : Checkpoint.START })
    return Stream.map(begun, (page) => ({ ...page, checkpoint: null }))
  }
