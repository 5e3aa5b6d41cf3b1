import { Array as Arr, Effect, Either, Stream } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import * as FieldPath from "../record/FieldPath.js"
import type * as RecordKind from "../record/RecordKind.js"
import * as AccessCheck from "./AccessCheck.js"
import { type Checkpoint, DEFAULT_LOOKBACK_SECS, type Extractor, type ExtractRequest, type Page } from "./Extraction.js"
import type { SourceList } from "./ListInfo.js"
import { fingerprintOf } from "./PageFingerprint.js"
import * as PageWalk from "./PageWalk.js"
import { limitRejections } from "./RejectionLimit.js"
import * as ShiftingIndex from "./ShiftingIndex.js"
import type { UnreadFields } from "./UnreadFields.js"

/** One page of an author's own stream. */
export interface Emitted<D> {
  /** The drafts of the page's records. */
  readonly drafts: ReadonlyArray<D>
  /** The `vendor_id`s that a delta reports as removed; none by default. */
  readonly removed?: ReadonlyArray<string>
  /** Where to resume once this page is stored: a token of the vendor, not an index, which is dropped; by default the scan starts again. */
  readonly checkpoint?: Checkpoint | null
  /** The token with which the next delta begins, on the last page; null by default. */
  readonly delta?: string | null
  /** On the last page of a full scan: how many rows the vendor says that the list has, so that a stream with fewer drafts fails; absent if it does not say. */
  readonly total?: number
  /** The fields of the page's records that could not be read, such as those of a refused request: they keep what was read before; none by default. */
  readonly unread?: ReadonlyArray<Omit<UnreadFields, "kind">>
}

/** The mapped drafts of a page; throws if the author names a field that the record does not have. */
const mappedOf = <D>(kind: RecordKind.Any, { drafts, unread = [] }: Emitted<D>): ReadonlyArray<Batch.Mapped> => {
  const fields = [...new Set(unread.flatMap((each) => each.fields))]
  const unknown = fields.filter((field) => !FieldPath.exists(kind, field))
  if (unknown.length > 0)
    throw new Error(`${kind.name} has no field ${unknown.join(", ")}. Name in unread what it has.`)
  return drafts.map((item) => {
    const draft = item as Readonly<Record<string, unknown>>
    return Either.right(fields.length === 0 ? draft : new Batch.PartlyRead({ draft, unread: fields }))
  })
}

/** Cuts an emission with very many drafts into pieces; a run that stops between them resumes before the emission. */
const piecesOf = <D>(emitted: Emitted<D>, before: Checkpoint | null): ReadonlyArray<Emitted<D>> => {
  const { drafts } = emitted
  if (drafts.length <= PageWalk.MAX_ROWS) return [emitted]
  return Arr.chunksOf(drafts, PageWalk.MAX_ROWS).map((piece, index, all) =>
    index === all.length - 1
      ? { ...emitted, drafts: piece }
      : { drafts: piece, checkpoint: before, ...(emitted.unread === undefined ? {} : { unread: emitted.unread }) }
  )
}

/** The emissions in pieces, each with its own pause. */
const inPieces = <D, E, R>(emissions: Stream.Stream<Emitted<D>, E, R>, from: Checkpoint | null) =>
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
const checkPages = <D, E, R>(
  endpoint: string,
  { checkpoint: from, delta: changesSince }: ExtractRequest,
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
  const start: Walked = { pages: 0, rows: 0, seen: new Set(), repeated: 0, checkpoint: from }
  type Checked = Effect.Effect<readonly [Walked, Emitted<D>], VendorError.BadPayload | VendorError.ServerError>
  return Stream.mapAccumEffect(emissions, start, (walked, emitted): Checked => {
    const bad = (detail: string) => Effect.fail(new VendorError.BadPayload({ endpoint, status: 200, detail }))
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
    const rows = walked.rows + emitted.drafts.length
    const checkpoint = emitted.checkpoint ?? null
    const isDropped =
      ShiftingIndex.isIndex(checkpoint, walked.checkpoint, rows, pages) ||
      ShiftingIndex.mayBeIndex(checkpoint, walked.checkpoint, rows, pages)
    const next: Walked = { pages, rows, seen: walked.seen, repeated, checkpoint }
    const { total } = emitted
    if (from === null && total !== undefined && rows < total) return short(rows, total)
    const { total: _, ...rest } = emitted
    // Rows can move between two requests, so only one response proves that none was missed; see `ListTally.provenTotal`.
    const proven: Emitted<D> = total === rows && emitted.drafts.length === rows ? emitted : rest
    return Effect.succeed([next, isDropped ? { ...proven, checkpoint: null } : proven] as const)
  })
}

/** An extractor from an author's own stream of drafts, for a list that no pagination describes. */
export const fromStream = <K extends RecordKind.Any>(options: {
  /** The kind of record that a draft becomes. */
  readonly record: K
  /** Identifies the extractor within its connector, and its scan in the store; the name of its kind by default. */
  readonly name?: string
  /** The path of the list below the base address. */
  readonly endpoint: string
  /** The permissions that reading the list needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Whether `pages` reads only changes if the request has `since` or `delta`; false by default. */
  readonly isIncremental?: boolean
  /** Whether a delta begins at the `delta` that the last page emitted, instead of at an instant; false by default. */
  readonly usesDeltaToken?: boolean
  /** Whether a delta names every record that was removed, in `removed`; false by default, and only full scans find deletions then. */
  readonly namesRemoved?: boolean
  /** How many seconds before the start of the last scan a delta begins, for vendors that index late; 600 by default. */
  readonly lookbackSecs?: number
  /** Whether the list can have more than one page; true by default. */
  readonly isPaged?: boolean
  /** The author's stream: reads the list from the request's checkpoint, page by page. */
  readonly pages: (
    request: ExtractRequest
  ) => Stream.Stream<Emitted<RecordKind.Draft<K>>, VendorError.VendorError, VendorHttp>
}): Extractor<K["exportType"]> => {
  const { endpoint, permissions, record } = options
  const own: SourceList = {
    role: "own",
    endpoint,
    kind: record,
    permissions,
    isPaged: options.isPaged ?? true,
    pagination: null,
    accepts: null,
    row: null
  }
  return {
    exportType: record.exportType,
    name: options.name ?? record.name,
    kinds: [record],
    endpoint,
    permissions,
    optionalPermissions: [],
    isIncremental: options.isIncremental ?? false,
    usesDeltaToken: options.usesDeltaToken ?? false,
    deltaCoverage: [{ kind: record, hasChanges: true, hasRemovals: options.namesRemoved ?? false }],
    lookbackSecs: options.lookbackSecs ?? DEFAULT_LOOKBACK_SECS,
    lists: [own],
    pages: (request) =>
      limitRejections(
        endpoint,
        request,
        Stream.map(
          inPieces(checkPages(endpoint, request, options.pages(request)), request.checkpoint),
          (emitted): Page => ({
            batches: [Batch.make(record, request.owner, mappedOf(record, emitted), emitted.removed)],
            checkpoint: emitted.checkpoint ?? null,
            delta: emitted.delta ?? null,
            ...(emitted.total === undefined ? {} : { total: emitted.total }),
            ...(emitted.unread === undefined
              ? {}
              : { unread: emitted.unread.map((each) => ({ kind: record, ...each })) })
          })
        )
      ),
    checkAccess: (owner) =>
      AccessCheck.ofFirstPage(own, options.pages({ owner, since: null, checkpoint: null, delta: null }))
  }
}
