import * as Result from "../../Result.js"
import * as Batch from "../../record/Batch.js"
import * as FieldPath from "../../record/FieldPath.js"
import type { Owner } from "../../record/normalize.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { Checkpoint, Page } from "../Extraction.js"
import type { UnreadFields } from "../lookup/MissingTally.js"
import * as PageCut from "../walk/PageCut.js"
import * as PartialDraft from "./PartialDraft.js"

/** A row of an author's own stream that could not become a draft. */
export interface Rejected {
  /** The `vendor_id` of the row's record, which then counts as seen; null if the row has no readable id either. */
  readonly id: string | null
  /** What is wrong, as `path: Expected ...`, without the values of the row. */
  readonly issues: ReadonlyArray<string>
}

/** One page of an author's own stream. */
export interface Emitted<D> {
  /** The declared endpoint that the rows come from, for errors; that of the extractor by default. */
  readonly endpoint?: string
  /** The drafts of the page's records. */
  readonly drafts: ReadonlyArray<D>
  /** The page's rows as the vendor sent them, which `Extractor.readRows` passes on: one of another tenant fails the export. By default none is checked. */
  readonly rows?: ReadonlyArray<unknown>
  /** The rows that could not become drafts, which `Extractor.readRows` finds; they count as rejected, and too many of them fail the export. None by default. */
  readonly rejections?: ReadonlyArray<Rejected>
  /** The `vendor_id`s that a delta reports as removed; none by default. */
  readonly removed?: ReadonlyArray<string>
  /** Where to resume once this page is stored: a token of the vendor, not an index, which is dropped; by default the scan starts again. */
  readonly checkpoint?: Checkpoint | null
  /** The token with which the next delta begins, on the last page; null by default. */
  readonly delta?: string | null
  /** How many rows the vendor says that the list has, on the last page or on each, so that a stream with fewer is incomplete; absent if it does not say. */
  readonly total?: number
  /** The fields of the page's records that could not be read, such as those of a refused request: they keep what was read before; none by default. */
  readonly unread?: ReadonlyArray<Omit<UnreadFields, "kind">>
  /** Why the list lacks rows that it should have, such as `a page could not be read`, so that the scan is incomplete; absent if it lacks none. */
  readonly missing?: string
}

/** A page after the guard has judged it. */
export interface Checked<D> extends Emitted<D> {
  /** On the last page: whether an earlier run read the rows before an index; false by default. */
  readonly isInParts?: boolean
}

/** How many of the vendor's rows the page contains: those that became drafts, and those that were rejected. */
export const rowsOf = <D>({ drafts, rejections = [] }: Emitted<D>): number => drafts.length + rejections.length

/** Cuts a page with very many drafts into pieces; `before` is the checkpoint in front of it. */
export const piecesOf = <D>(emitted: Checked<D>, before: Checkpoint | null): ReadonlyArray<Checked<D>> => {
  const { drafts, unread } = emitted
  if (drafts.length <= PageCut.ROWS.rows) return [emitted]
  return PageCut.pieces(
    PageCut.parts(drafts, PageCut.ROWS),
    (piece): Checked<D> => ({ drafts: piece, checkpoint: before, ...(unread === undefined ? {} : { unread }) }),
    (piece) => ({ ...emitted, drafts: piece })
  )
}

/** The drafts and rejections of a page; throws if the author names a field that the record does not have. */
const mappedOf = <D>(
  kind: RecordKind.Any,
  { drafts, rejections = [], unread = [] }: Emitted<D>
): ReadonlyArray<Batch.Mapped> => {
  const fields = [...new Set(unread.flatMap((each) => each.fields))]
  const unknown = fields.filter((field) => !FieldPath.exists(kind, field))
  if (unknown.length > 0)
    throw new Error(`${kind.name} has no field ${unknown.join(", ")}. Name in unread what it has.`)
  const mapped = drafts.map((item) =>
    Result.succeed(PartialDraft.read(item as Readonly<Record<string, unknown>>, fields))
  )
  return [...mapped, ...rejections.map(({ id, issues }) => Result.fail({ issues, vendorId: id }))]
}

/** The page of records that it becomes. */
export const toPage = <D>(
  { endpoint, kind, owner }: { readonly endpoint: string; readonly kind: RecordKind.Any; readonly owner: Owner },
  emitted: Checked<D>
): Page => {
  const { checkpoint = null, delta = null, isInParts = false, missing, removed, total, unread } = emitted
  return {
    batches: [Batch.make(kind, owner, mappedOf(kind, emitted), removed)],
    checkpoint,
    delta,
    ...(missing === undefined ? {} : { missing: [{ endpoint: emitted.endpoint ?? endpoint, detail: missing }] }),
    ...(isInParts ? { isInParts } : {}),
    ...(total === undefined ? {} : { total }),
    ...(unread === undefined ? {} : { unread: unread.map((each) => ({ kind, ...each })) })
  }
}
