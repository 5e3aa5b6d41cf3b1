import { Effect, Stream } from "effect"
import * as EventLoop from "../../EventLoop.js"
import type * as VendorError from "../../http/VendorError.js"
import * as Checkpoints from "../Checkpoint.js"
import type { Checkpoint, ExtractRequest } from "../Extraction.js"
import * as ListPage from "../list/ListPage.js"
import * as ListGuard from "../walk/ListGuard.js"
import { type Checked, type Emitted, piecesOf, rowsOf } from "./StreamPage.js"

/** The pages in pieces, each with its own pause. */
export const inPieces = <D, E, R>(pages: Stream.Stream<Checked<D>, E, R>, from: Checkpoint | null) =>
  pages.pipe(
    Stream.mapAccum(from, (before, emitted) => [emitted.checkpoint ?? before, piecesOf(emitted, before)] as const),
    Stream.mapConcat((pieces) => pieces),
    Stream.tap(() => EventLoop.pause)
  )

/** The field of a checkpoint that has the rows before it. It and the next one are not the author's. */
const ROWS = "tributary.rows"
/** The field of a checkpoint that says that it is an index. */
const INDEX = "tributary.index"

/** The checkpoint as the author emitted it. */
export const authorsOf = (checkpoint: Checkpoint | null): Checkpoint | null => {
  const position = Checkpoints.positionIn(checkpoint)
  if (position === null) return null
  const { [INDEX]: _, [ROWS]: __, ...own } = position
  return own
}

/** The rows before a checkpoint; null if it does not say so. */
const rowsBefore = (checkpoint: Checkpoint | null): number | null => {
  const position = Checkpoints.positionIn(checkpoint)
  const rows = position === null ? 0 : position[ROWS]
  return typeof rows === "number" ? rows : null
}

/**
 * Fails if an author's own stream repeats a page or never ends, and notices if it ends before the vendor's total; `ListGuard` judges it as it
 * judges a walk.
 *
 * Behind a checkpoint that counts rows or pages, a later run reads the page again, because rows may have shifted; the list then proves
 * no absence. `isCounted` says that the stream emits a total, so that checkpoints have the number of rows before them.
 */
export const check = <D, E, R>(
  { endpoint, isCounted }: { readonly endpoint: string; readonly isCounted: boolean },
  request: ExtractRequest,
  pages: Stream.Stream<Emitted<D>, E, R>
): Stream.Stream<Checked<D>, E | VendorError.IncompleteList, R> =>
  Stream.suspend(() => {
    const isResumed = !Checkpoints.isStart(request.checkpoint)
    const repetition = { isDelta: request.delta !== null, mayShift: false }
    const withRows = (own: Checkpoint | null, { tally }: ListGuard.ListState, more: Checkpoint): Checkpoint | null =>
      own === null ? null : { ...own, ...more, ...(isCounted && tally.rows !== null ? { [ROWS]: tally.rows } : {}) }
    let list = ListGuard.begin({
      tally: { ...ListGuard.newTally(), rows: rowsBefore(request.checkpoint) },
      isInParts: request.checkpoint !== null && request.checkpoint[INDEX] === true
    })
    let previous = authorsOf(request.checkpoint)
    const step = (emitted: Emitted<D>): Effect.Effect<Checked<D>, VendorError.IncompleteList> => {
      const { total, ...rest } = emitted
      const before = list
      const page = { rows: emitted.drafts, count: rowsOf(emitted), total: total ?? null }
      const added = ListGuard.add(before, page, repetition)
      const bad = ListGuard.endlessAfter(before.pages) ?? added.failure
      if (bad !== null) return Effect.fail(ListGuard.failure(emitted.endpoint ?? endpoint, bad))
      list = added.list
      const checkpoint = emitted.checkpoint ?? null
      const resumption = ListGuard.isIndex(list, checkpoint, previous)
        ? withRows(previous, before, { [INDEX]: true })
        : withRows(checkpoint, list, {})
      previous = checkpoint
      const isProven =
        total !== undefined &&
        !isResumed &&
        ListPage.isOfWholeList(request) &&
        ListGuard.provenTotal(list, { isSnapshot: false }) === total
      return Effect.succeed({ ...rest, ...(isProven ? { total } : {}), checkpoint: resumption })
    }
    const end = Stream.suspend(() => {
      const short = ListGuard.shortOf(list)
      if (short === null && !list.isInParts) return Stream.empty
      const missing = short === null ? {} : { missing: `it ${short}` }
      return Stream.make<[Checked<D>]>({ drafts: [], ...missing, ...(list.isInParts ? { isInParts: true } : {}) })
    })
    return Stream.concat(Stream.mapEffect(pages, step), end)
  })
