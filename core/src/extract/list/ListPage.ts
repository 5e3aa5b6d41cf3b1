import { Effect, Stream } from "effect"
import * as EventLoop from "../../EventLoop.js"
import * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as Result from "../../Result.js"
import * as Batch from "../../record/Batch.js"
import type { Owner } from "../../record/normalize.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { RowReader } from "../../record/Row.js"
import { type Checkpoint, type ExtractRequest, isWholeScan, type Page } from "../Extraction.js"
import * as LookupAnswers from "../lookup/LookupAnswers.js"
import type { LookupCache } from "../lookup/LookupCache.js"
import type { UnreadFields } from "../lookup/MissingTally.js"
import * as MissingTally from "../lookup/MissingTally.js"
import * as RowId from "../row/RowId.js"
import * as RowMapping from "../row/RowMapping.js"
import type { Position, WalkedPage } from "../walk/PageWalk.js"
import type { MissingPart } from "../walk/ScanVerdict.js"
import * as ScanVerdict from "../walk/ScanVerdict.js"
import type { Also } from "./Also.js"
import { type Child, kindsOf } from "./Child.js"
import * as DetailRequest from "./DetailRequest.js"
import type { Checked } from "./ListOptions.js"
import type { Mention } from "./Mention.js"

/** What reading a page needs to know about the run. */
export interface PageContext {
  /** The connection that the records belong to. */
  readonly owner: Owner
  /** The run's answers to lookups. */
  readonly cache: LookupCache
  /** What the run's requests for details have found. */
  readonly details: DetailTally
}

/** What the requests for details of one run have found. */
export interface DetailTally {
  /** Whether the run reads only what changed. */
  readonly isOfChanges: boolean
  /** How many rows they have found so far. */
  found: number
  /** How many listed rows they have not found. */
  lost: number
}

/** What is missing if a run of changes ends without the details of any row: one row may have left meanwhile, but nothing says that the others have not changed. */
const lostChanges = (endpoint: string, { found, isOfChanges, lost }: DetailTally): ReadonlyArray<MissingPart> =>
  isOfChanges && found === 0 && lost > 0
    ? [{ endpoint, detail: `it has the details of none of the rows that changed, ${lost} so far` }]
    : []

/** A row that could be decoded. */
export interface Parent<Row> {
  /** The decoded row. */
  readonly row: Row
  /** The raw row's id; null if it has none. */
  readonly id: string | null
}

/** What one page of a list contained. */
export interface ListPage<Row> {
  /** A batch for each kind that the rows become, the list's own first, then the records that the rows mention. */
  readonly batches: ReadonlyArray<Batch.Batch>
  /** The rows that could be decoded; the lists below them are read next. */
  readonly parents: ReadonlyArray<Parent<Row>>
  /** What the vendor left out of the details of its rows. */
  readonly missing: ReadonlyArray<MissingPart>
}

/**
 * The batch of a page's rows, or of what they mention, whose lookups are judged before anything of the page is stored. `lost` are rows of which
 * the list has only the ids; null for what rows mention.
 */
const batchOf = <Row>(
  mapping: RowMapping.RowMapping<Row>,
  kind: RecordKind.Any,
  read: ReadonlyArray<RowMapping.ReadRow<Row>>,
  { cache, owner }: PageContext,
  { after, base = "" }: WalkedPage,
  lost: ReadonlyArray<Batch.Mapped> | null
) =>
  Effect.gen(function* () {
    const check = LookupAnswers.check(mapping.lookups, cache, after === null)
    const own = yield* RowMapping.mapPage(mapping, read, { base, cache, check })
    const mapped = [...own, ...(lost ?? [])]
    if (mapping.kind !== null) {
      const batch = yield* Batch.makeInTurns(kind, owner, mapped)
      const decided = own.filter((each) => !Batch.isUndecided(each))
      return lost === null ? batch : { ...batch, skipped: read.length - decided.length }
    }
    // The rows of a parent list become no records; those that cannot be read count as rejected, without an id of the kind below.
    const unreadable = mapped.filter(Result.isFailure)
    return Batch.make(
      kind,
      owner,
      unreadable.map(({ failure }) => Result.fail({ ...failure, vendorId: null }))
    )
  })

const mentionedBatch = <Row>(
  { kind, mapping, things }: Mention<Row>,
  parents: ReadonlyArray<Parent<Row>>,
  context: PageContext,
  page: WalkedPage
) => {
  const read = parents.flatMap(({ row }) => things(row)).map(mapping.read)
  return batchOf(mapping, kind, read, context, page, null)
}

const WITHOUT_DETAILS = ["details: Expected the row of this id"]

/** Whether the row does not lead to this list although the value that decides about it may have been lost. */
const mayHide =
  <Row>({ when }: Child<Row>) =>
  ({ decoded }: RowMapping.ReadRow<Row>): boolean =>
    Result.isSuccess(decoded) && decoded.success.lost.length > 0 && !when(decoded.success.value)

/** Turns a page of rows into batches of records: fetches details, then maps the rows and what they mention. */
export const read = <Row>(
  options: Checked<Row>,
  kinds: readonly [RecordKind.Any, ...ReadonlyArray<RecordKind.Any>],
  readRow: RowReader<Row>
): ((page: WalkedPage, context: PageContext) => Effect.Effect<ListPage<Row>, VendorError.VendorError, VendorHttp>) => {
  const { also, children, detailRequest, endpoint, lookups = {}, mentions, record, toRecord } = options
  const [first] = kinds
  const inRows = new Set([record, ...also.map(({ kind }) => kind), ...mentions.map(({ kind }) => kind)])
  const below = kinds.filter((each) => !inRows.has(each))
  const idOf = RowId.reader(options.id ?? "id")
  const mappingOf = (each: Pick<Also<Row>, "lookups" | "toRecord"> & { readonly kind: RecordKind.Any | null }) =>
    RowMapping.make<Row, Row>({ endpoint, reader: readRow, idOf, about: (row) => row, ...each })
  const own = mappingOf({ kind: record, lookups, toRecord })
  const mappings = [own, ...also.map(mappingOf)]
  return (page, context) =>
    Effect.gen(function* () {
      const { isCut = false, rows: listed } = page
      const { details, owner } = context
      const {
        missing: left,
        rows: complete,
        lost
      } = detailRequest === undefined
        ? { rows: listed, missing: [], lost: [] }
        : yield* DetailRequest.fetch(detailRequest, listed, idOf, page.base ?? "")
      details.found += complete.length
      details.lost += lost.length
      const unfound = page.after === null ? lostChanges(detailRequest?.endpoint ?? endpoint, details) : []
      const missing = [...left, ...unfound]
      const read = yield* EventLoop.map(complete, own.read)
      const rejected = lost.map((vendorId) => Result.fail({ issues: WITHOUT_DETAILS, vendorId }))
      const batches = yield* Effect.forEach(mappings, (mapping) =>
        Effect.map(batchOf(mapping, mapping.kind ?? first, read, context, page, rejected), (batch) =>
          isCut ? { ...batch, isIncomplete: true } : batch
        )
      )
      const parents = read.flatMap(({ decoded, id }) =>
        Result.isFailure(decoded) ? [] : [{ row: decoded.success.value, id }]
      )
      const mentioned = yield* Effect.forEach(mentions, (mention) => mentionedBatch(mention, parents, context, page))
      // A row that was not read completely may hide mentions and lists below it; an unknown row hides its own record, too.
      const hiddenBelow = (isHidden: (row: RowMapping.ReadRow<Row>) => boolean): ReadonlyArray<Batch.UnreadParent> => [
        ...read.filter(isHidden).map(({ id: vendorId }) => ({ kind: record, vendorId })),
        ...lost.map((vendorId) => ({ kind: record, vendorId })),
        ...(isCut ? [{ kind: null, vendorId: null }] : [])
      ]
      const unread = hiddenBelow(RowMapping.isUnread)
      if (unread.length === 0) return { batches: [...batches, ...mentioned], parents, missing }
      const kept = below.map((each) => {
        const lists = children.filter((child) => kindsOf(child).includes(each)).map(mayHide)
        const hidden = hiddenBelow((row) => Result.isFailure(row.decoded) || lists.some((isHidden) => isHidden(row)))
        return Batch.unreadBelow(each, owner, hidden)
      })
      return {
        batches: [...batches, ...mentioned.map((batch) => Batch.keeping(batch, owner, unread)), ...kept],
        parents,
        missing
      }
    })
}

const asCheckpoint = (position: Position | null): Checkpoint | null => (position === null ? null : { ...position })

/** The page with the fields of its records that were not read. */
export const withUnread = (page: Page, unread: ReadonlyArray<UnreadFields>): Page =>
  unread.length === 0 ? page : { ...page, unread }

/** What the vendor left out of a page, and whether its list was read in parts; nothing if neither is so. */
const gapsOf = ({ isInParts = false, missing = [] }: WalkedPage): Pick<Page, "isInParts" | "missing"> => ({
  ...(missing.length === 0 ? {} : { missing }),
  ...(isInParts ? { isInParts } : {})
})

/** The page, which also says what was missing from the lists below its rows. */
export const withMissing = (page: Page, missing: ReadonlyArray<MissingPart>): Page =>
  missing.length === 0 ? page : { ...page, missing: ScanVerdict.merge(page.missing ?? [], missing) }

/** A part of a page, after which a later run reads the page again; `before` is the position before the page. */
export const inner = (batches: ReadonlyArray<Batch.Batch>, before: Position | null): Page => ({
  batches,
  checkpoint: asCheckpoint(before),
  delta: null
})

/** The last part of a page, after which a later run continues behind it; `isCounted` says that a total counts the rows of the whole list. */
export const last = (batches: ReadonlyArray<Batch.Batch>, page: WalkedPage, isCounted: boolean): Page => {
  const { after, delta, isWaiting = false, total } = page
  return {
    batches,
    checkpoint: asCheckpoint(after),
    delta,
    ...gapsOf(page),
    ...(isWaiting ? { isWaiting } : {}),
    ...(total === undefined || !isCounted ? {} : { total })
  }
}

/** Whether a total counts the records of the run's kind: not the rows of a delta. */
export const isOfWholeList = ({ delta, since }: ExtractRequest): boolean => since === null && delta === null

/**
 * Fails if so many rows are unreadable that the vendor's format must have changed.
 *
 * A full scan also fails if it has no readable row at all. A delta, or the rest of a scan, does not: its only row may be
 * the bad one.
 */
export const limitRejections = (
  endpoint: string,
  request: ExtractRequest,
  pages: Stream.Stream<Page, VendorError.VendorError, VendorHttp>
) =>
  Stream.suspend(() => {
    let rows = 0
    let rejected = 0
    const tooMany = () =>
      new VendorError.BadPayload({
        endpoint,
        status: 200,
        detail: `${rejected} of ${rows} rows could not be read`
      })
    const counted = Stream.mapEffect(pages, (page) => {
      const { count, rejections } = Batch.rowsOf(page.batches)
      rows += count
      rejected += rejections.length
      return MissingTally.losesTooMany(rejected, rows) ? Effect.fail(tooMany()) : Effect.succeed(page)
    })
    const checkedAtEnd = Stream.suspend(() =>
      isWholeScan(request) && rejected > 0 && rejected === rows ? Stream.fail(tooMany()) : Stream.empty
    )
    return Stream.concat(counted, checkedAtEnd)
  })
