import { Effect, Either } from "effect"
import * as EventLoop from "../EventLoop.js"
import type { VendorError } from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import type { Owner } from "../record/normalize.js"
import type { ReadablePart } from "../record/ReadablePart.js"
import type * as RecordKind from "../record/RecordKind.js"
import { map, type RowReader } from "../record/Row.js"
import * as DetailRequest from "./DetailRequest.js"
import type { Mention } from "./EmbeddedRecords.js"
import type { Checked } from "./ListOptions.js"
import * as LostFields from "./LostFields.js"
import type * as Lookup from "./lookup/Lookup.js"
import * as LookupAnswers from "./lookup/LookupAnswers.js"
import type { LookupCache } from "./lookup/LookupCache.js"
import * as LookupFields from "./lookup/LookupFields.js"
import type { WalkedPage } from "./PageWalk.js"
import * as RowId from "./RowId.js"
import type { MissingPart } from "./ScanVerdict.js"

/** What reading a page needs to know about the run. */
export interface PageContext {
  /** The connection that the records belong to. */
  readonly owner: Owner
  /** The run's answers to lookups. */
  readonly cache: LookupCache
}

/** A row that could be decoded. */
export interface Parent<Row> {
  /** The decoded row. */
  readonly row: Row
  /** The raw row's id; null if it has none. */
  readonly id: string | null
}

/** What one page of a list contained. */
export interface ListPage<Row> {
  /** The list's own records first, then the records that its rows mention. */
  readonly batches: ReadonlyArray<Batch.Batch>
  /** The rows that could be decoded; the lists below them are read next. */
  readonly parents: ReadonlyArray<Parent<Row>>
  /** What the vendor left out of the details of its rows. */
  readonly missing: ReadonlyArray<MissingPart>
}

/** A row of a page. */
interface ReadRow<Row> {
  /** The raw row's id; null if it has none. */
  readonly id: string | null
  /** What can be read of the row; on the left, which of its fields are wrong. */
  readonly decoded: Either.Either<ReadablePart<Row>, ReadonlyArray<string>>
}

/** Whether a row was not read, or not completely. */
const isUnread = ({ decoded }: ReadRow<unknown>): boolean => Either.isLeft(decoded) || decoded.right.lost.length > 0

/** Maps a row with the answers to its lookups. Run it after the lookups of the whole page are checked. */
const rowMapper = <Row>(
  options: Checked<Row>,
  ast: RowReader<Row>["ast"],
  others: ReadonlyArray<ReadRow<Row>>,
  cache: LookupCache
) => {
  const { endpoint, record } = options
  const lookups: Lookup.Lookups<Row> = options.lookups ?? {}
  return ({ decoded, id }: ReadRow<Row>, answers: LookupAnswers.RowAnswers): Batch.Mapped => {
    if (Either.isLeft(decoded)) return Either.left({ issues: decoded.left, vendorId: id })
    const part = decoded.right
    if (record === null) return map(() => options.toRecord(part.value, {}), id)
    const use = { lookups, kind: record, cache }
    return LookupFields.complete(use, answers, (rows) => {
      const toRecord = (row: Row) => options.toRecord(row, rows)
      const mapped = map(() => toRecord(part.value), id)
      return LostFields.settle(mapped, { endpoint, id, kind: record, part, ast, others, toRecord })
    })
  }
}

const makeBatch = Batch.makeWith(EventLoop.pause)

const mentionedBatch = <Row>(
  { kind, lookups, prepare, toMapped }: Mention<Row>,
  parents: ReadonlyArray<Parent<Row>>,
  { cache, owner }: PageContext,
  { after, base }: WalkedPage
) =>
  Effect.gen(function* () {
    const rows = parents.map(({ row }) => row)
    yield* prepare(rows, cache, base)
    const asked = yield* Effect.forEach(rows, (row) => toMapped(row, cache, base))
    yield* LookupAnswers.check(lookups, cache, after === null)
    return yield* makeBatch(
      kind,
      owner,
      asked.flatMap((complete) => complete())
    )
  })

const WITHOUT_DETAILS = ["details: Expected the row of this id"]

/** The ids that the list has, but whose rows the detail request did not return. */
const withoutDetails = (listed: ReadonlyArray<unknown>, found: ReadonlyArray<{ readonly id: string | null }>) => {
  const known = new Set(found.map(({ id }) => id))
  return listed.map(String).filter((id) => !known.has(id))
}

/** The rows of a parent list become no records; those that cannot be read count as rejected, without an id of the kind below. */
const parentBatch = (kind: RecordKind.Any, owner: Owner, mapped: ReadonlyArray<Batch.Mapped>) =>
  Batch.make(
    kind,
    owner,
    mapped.filter(Either.isLeft).map(({ left }) => Either.left({ ...left, vendorId: null }))
  )

/** Turns a page of rows into batches of records: fetches details, decodes, runs the lookups, maps and normalizes. */
export const readListPage = <Row>(
  options: Checked<Row>,
  kinds: readonly [RecordKind.Any, ...ReadonlyArray<RecordKind.Any>],
  readRow: RowReader<Row>
): ((page: WalkedPage, context: PageContext) => Effect.Effect<ListPage<Row>, VendorError, VendorHttp>) => {
  const { detailRequest, mentions, record } = options
  const [kind] = kinds
  const idOf = RowId.reader(options.id ?? "id")
  const lookups: Lookup.Lookups<Row> = options.lookups ?? {}
  const mentionedKinds = new Set(mentions.map((mention) => mention.kind))
  const below = kinds.filter((each) => each !== record && !mentionedKinds.has(each))
  return (page, context) =>
    Effect.gen(function* () {
      const { base, isCut = false, rows: listed } = page
      const { cache, owner } = context
      const { missing, rows: complete } =
        detailRequest === undefined ? { rows: listed, missing: [] } : yield* DetailRequest.fetch(detailRequest, listed)
      const read = yield* EventLoop.map(
        complete,
        (row): ReadRow<Row> => ({
          id: idOf(row),
          decoded: readRow.readable(row)
        })
      )
      const rowOf = ({ decoded }: ReadRow<Row>) => (Either.isLeft(decoded) ? null : decoded.right.value)
      const answers = yield* LookupAnswers.askForEach(lookups, read, rowOf, cache, base)
      yield* LookupAnswers.check(Object.values(lookups), cache, page.after === null)
      // What the vendor says that it left out makes the scan incomplete; it says nothing about single rows.
      const lost = detailRequest === undefined || missing.length > 0 ? [] : withoutDetails(listed, read)
      const toMapped = rowMapper(options, readRow.ast, read, cache)
      const rows = yield* EventLoop.map(read, (row, index) => toMapped(row, answers[index] ?? {}))
      const mapped: ReadonlyArray<Batch.Mapped> = [
        ...rows,
        ...lost.map((vendorId) => Either.left({ issues: WITHOUT_DETAILS, vendorId }))
      ]
      const parents = read.flatMap(({ decoded, id }) =>
        Either.isLeft(decoded) ? [] : [{ row: decoded.right.value, id }]
      )
      const ownBatch = record === null ? parentBatch(kind, owner, mapped) : yield* makeBatch(record, owner, mapped)
      const mentioned = yield* Effect.forEach(mentions, (mention) => mentionedBatch(mention, parents, context, page))
      // A row that was not read completely may hide mentions and lists below it; an unknown row hides its own record, too.
      const unread: ReadonlyArray<Batch.UnreadParent> = [
        ...read.flatMap((row) => (isUnread(row) ? [{ kind: record, vendorId: row.id }] : [])),
        ...lost.map((vendorId) => ({ kind: record, vendorId })),
        ...(isCut ? [{ kind: null, vendorId: null }] : [])
      ]
      const own = isCut ? { ...ownBatch, isIncomplete: true } : ownBatch
      if (unread.length === 0) return { batches: [own, ...mentioned], parents, missing }
      const hidden = mentioned.map((batch) => Batch.keeping(batch, owner, unread))
      return {
        batches: [own, ...hidden, ...below.map((each) => Batch.unreadBelow(each, owner, unread))],
        parents,
        missing
      }
    })
}
