import { Effect, Stream } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as VendorError from "../http/VendorError.js"
import * as Checkpoints from "./Checkpoint.js"
import { type Checked, type Emitted, piecesOf, rowsOf } from "./Emission.js"
import type { Checkpoint, ExtractRequest } from "./Extraction.js"
import * as ListTally from "./ListTally.js"
import { fingerprintOf } from "./PageFingerprint.js"
import * as PagePart from "./PagePart.js"
import * as PageWalk from "./PageWalk.js"
import * as ShiftingIndex from "./ShiftingIndex.js"

/** The emissions in pieces, each with its own pause. */
export const inPieces = <D, E, R>(emissions: Stream.Stream<Checked<D>, E, R>, from: Checkpoint | null) =>
  emissions.pipe(
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

/** What is known of the stream so far. */
interface Walked {
  readonly pages: number
  /** The rows of this run. */
  readonly rows: number
  /** The rows of the scan, which earlier runs may have begun, and the vendor's total. */
  readonly tally: ListTally.ListTally
  /** The fingerprints of the pages. One set that grows, because a copy per page would take quadratic time. */
  readonly seen: Set<string>
  /** How many pages had the rows of another one. */
  readonly repeated: number
  readonly checkpoint: Checkpoint | null
}

type Failure = VendorError.CheckpointExpired | VendorError.IncompleteList

/**
 * Fails if an author's own stream repeats a page, never ends, or ends before the vendor's total, as `PageWalk` does for a pagination.
 *
 * Behind a checkpoint that counts rows or pages, a later run reads the page again, because rows may have shifted; the list then proves
 * no absence. `isCounted` says that the stream emits a total, so that checkpoints have the number of rows before them.
 */
export const check = <D, E, R>(
  { endpoint, isCounted }: { readonly endpoint: string; readonly isCounted: boolean },
  request: ExtractRequest,
  emissions: Stream.Stream<Emitted<D>, E, R>
): Stream.Stream<Checked<D>, E | Failure, R> =>
  Stream.suspend(() => {
    const isResumed = !Checkpoints.isStart(request.checkpoint)
    const isInParts = request.checkpoint !== null && request.checkpoint[INDEX] === true
    const withRows = (own: Checkpoint | null, { rows }: ListTally.ListTally, more: Checkpoint): Checkpoint | null =>
      own === null ? null : { ...own, ...more, ...(isCounted && rows !== null ? { [ROWS]: rows } : {}) }
    const mostRepeated = request.delta === null ? 0 : PageWalk.MAX_REPEATED_PAGES
    const begun = ListTally.begin(true)
    let walked: Walked = {
      pages: 0,
      rows: 0,
      tally: { ...begun, rows: rowsBefore(request.checkpoint) },
      seen: new Set(),
      repeated: 0,
      checkpoint: authorsOf(request.checkpoint)
    }
    const step = (emitted: Emitted<D>): Effect.Effect<Checked<D>, Failure> => {
      const from = emitted.endpoint ?? endpoint
      const bad = (detail: string) =>
        Effect.fail(new VendorError.IncompleteList({ endpoint: from, status: 200, detail }))
      if (walked.pages >= PageWalk.MAX_PAGES) return bad(`did not end after ${PageWalk.MAX_PAGES} pages`)
      const fingerprint = fingerprintOf(emitted.drafts)
      const repeated = walked.repeated + (fingerprint !== null && walked.seen.has(fingerprint) ? 1 : 0)
      if (repeated > mostRepeated) return bad("repeated a page")
      if (fingerprint !== null) walked.seen.add(fingerprint)
      const { total, ...rest } = emitted
      const own = rowsOf(emitted)
      const pages = walked.pages + 1
      const rows = walked.rows + own
      const tally = ListTally.add(walked.tally, { rows: own, chosen: own, total: total ?? null })
      const checkpoint = emitted.checkpoint ?? null
      const isIndex =
        ShiftingIndex.isIndex(checkpoint, walked.checkpoint, rows, pages) ||
        ShiftingIndex.mayBeIndex(checkpoint, walked.checkpoint, rows, pages)
      const resumption = isIndex
        ? withRows(walked.checkpoint, walked.tally, { [INDEX]: true })
        : withRows(checkpoint, tally, {})
      walked = { pages, rows, tally, seen: walked.seen, repeated, checkpoint }
      // Rows can move between two requests, so only one response proves that none was missed; see `ListTally.provenTotal`.
      const isProven = !isResumed && PagePart.isOfWholeList(request) && total === rows && own === rows
      return Effect.succeed({ ...rest, ...(isProven ? { total } : {}), checkpoint: resumption })
    }
    const end = Stream.suspend(() => {
      const detail = ListTally.missingOf(walked.tally)
      if (detail === null) return isInParts ? Stream.make<[Checked<D>]>({ drafts: [], isInParts }) : Stream.empty
      const fields = { endpoint, status: 200, detail }
      // A resumed run would count the same rows again and again: only a scan from the start can reach the total.
      return Stream.fail(isResumed ? new VendorError.CheckpointExpired(fields) : new VendorError.IncompleteList(fields))
    })
    return Stream.concat(Stream.mapEffect(emissions, step), end)
  })
