import { Effect, Stream } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as VendorError from "../http/VendorError.js"
import { type Emitted, piecesOf, rowsOf } from "./Emission.js"
import type { Checkpoint, ExtractRequest } from "./Extraction.js"
import { fingerprintOf } from "./PageFingerprint.js"
import * as PageWalk from "./PageWalk.js"
import * as ShiftingIndex from "./ShiftingIndex.js"

/** The emissions in pieces, each with its own pause. */
export const inPieces = <D, E, R>(emissions: Stream.Stream<Emitted<D>, E, R>, from: Checkpoint | null) =>
  emissions.pipe(
    Stream.mapAccum(from, (before, emitted) => [emitted.checkpoint ?? before, piecesOf(emitted, before)] as const),
    Stream.mapConcat((pieces) => pieces),
    Stream.tap(() => EventLoop.pause)
  )

/**
 * Fails if an author's own stream repeats a page or never ends, as `PageWalk` does for a pagination.
 *
 * It drops checkpoints that count rows or pages: a later run that continued at an index would miss rows that have shifted.
 */
export const check = <D, E, R>(
  endpoint: string,
  { checkpoint: begun, delta: changesSince }: ExtractRequest,
  emissions: Stream.Stream<Emitted<D>, E, R>
): Stream.Stream<Emitted<D>, E | VendorError.BadPayload | VendorError.ServerError, R> => {
  interface Walked {
    readonly pages: number
    readonly rows: number
    /** The fingerprints of the pages. One set that grows, because a copy per page would take quadratic time. */
    readonly seen: Set<string>
    /** How many pages had the rows of another one. */
    readonly repeated: number
    readonly checkpoint: Checkpoint | null
  }
  const mostRepeated = changesSince === null ? 0 : PageWalk.MAX_REPEATED_PAGES
  const start: Walked = { pages: 0, rows: 0, seen: new Set(), repeated: 0, checkpoint: begun }
  type Checked = Effect.Effect<readonly [Walked, Emitted<D>], VendorError.BadPayload | VendorError.ServerError>
  return Stream.mapAccumEffect(emissions, start, (walked, emitted): Checked => {
    const from = emitted.endpoint ?? endpoint
    const bad = (detail: string) => Effect.fail(new VendorError.BadPayload({ endpoint: from, status: 200, detail }))
    const short = (rows: number, total: number) =>
      Effect.fail(
        new VendorError.ServerError({ endpoint, status: 200, detail: `ended after ${rows} of ${total} rows` })
      )
    if (walked.pages >= PageWalk.MAX_PAGES) return bad(`did not end after ${PageWalk.MAX_PAGES} pages`)
    const fingerprint = fingerprintOf(emitted.drafts)
    const repeated = walked.repeated + (fingerprint !== null && walked.seen.has(fingerprint) ? 1 : 0)
    if (repeated > mostRepeated) return bad("repeated a page")
    if (fingerprint !== null) walked.seen.add(fingerprint)
    const pages = walked.pages + 1
    const rows = walked.rows + rowsOf(emitted)
    const checkpoint = emitted.checkpoint ?? null
    const isDropped =
      ShiftingIndex.isIndex(checkpoint, walked.checkpoint, rows, pages) ||
      ShiftingIndex.mayBeIndex(checkpoint, walked.checkpoint, rows, pages)
    const next: Walked = { pages, rows, seen: walked.seen, repeated, checkpoint }
    const { total } = emitted
    if (begun === null && total !== undefined && rows < total) return short(rows, total)
    const { total: _, ...rest } = emitted
    // Rows can move between two requests, so only one response proves that none was missed; see `ListTally.provenTotal`.
    const proven: Emitted<D> = total === rows && rowsOf(emitted) === rows ? emitted : rest
    return Effect.succeed([next, isDropped ? { ...proven, checkpoint: null } : proven] as const)
  })
}
