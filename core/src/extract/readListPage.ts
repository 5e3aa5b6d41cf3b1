import { Effect, Either } from "effect"
import type { VendorError } from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import type { Owner } from "../record/normalize.js"
import type * as RecordKind from "../record/RecordKind.js"
import { map, type RowReader } from "../record/Row.js"
import * as DetailRequest from "./DetailRequest.js"
import type { Mention } from "./EmbeddedRecords.js"
import type { Checked } from "./ListOptions.js"
import * as Lookup from "./Lookup.js"
import type { LookupCache } from "./LookupCache.js"
import type { WalkedPage } from "./PageWalk.js"

/** What reading a page needs to know about the run. */
export interface PageContext {
  /** The connection that the records belong to. */
  readonly owner: Owner
  /** The run's answers to lookups. */
  readonly cache: LookupCache
}

/** What one page of a list contained. */
export interface ListPage<Row> {
  /** The list's own records first, then the records that its rows mention. */
  readonly batches: ReadonlyArray<Batch.Batch>
  /** The rows that could be decoded; the lists below them are read next. */
  readonly parents: ReadonlyArray<Row>
}

/** Decodes and maps one row; `row` is null if it could not be decoded. */
const mapRow = <Row>(options: Checked<Row>, readRow: RowReader<Row>) => {
  const lookups: Lookup.Lookups<Row> = options.lookups ?? {}
  return (raw: unknown, cache: LookupCache, base: string | undefined) =>
    Effect.gen(function* () {
      const decoded = readRow(raw)
      if (Either.isLeft(decoded)) return { row: null, mapped: Either.left(decoded.left) }
      const row = decoded.right
      const answers = yield* Lookup.askAll(lookups, row, cache, base)
      return { row, mapped: map(() => options.toRecord(row, answers)) }
    })
}

const mentionedBatch = <Row>(
  { kind, toMapped }: Mention<Row>,
  parents: ReadonlyArray<Row>,
  { cache, owner }: PageContext,
  base: string | undefined
) =>
  Effect.map(
    Effect.forEach(parents, (parent) => toMapped(parent, cache, base)),
    (mapped) => Batch.make(kind, owner, mapped.flat())
  )

/** Turns a page of rows into batches of records: fetches details, decodes, runs the lookups, maps and normalizes. */
export const readListPage = <Row>(
  options: Checked<Row>,
  kind: RecordKind.Any,
  readRow: RowReader<Row>
): ((page: WalkedPage, context: PageContext) => Effect.Effect<ListPage<Row>, VendorError, VendorHttp>) => {
  const { detailRequest, mentions, record } = options
  const removedId = options.removed ?? (() => null)
  const mapOne = mapRow(options, readRow)
  const concurrency = Object.keys(options.lookups ?? {}).length === 0 ? 1 : Lookup.ROWS_AT_ONCE
  return ({ base, rows: listed }, context) =>
    Effect.gen(function* () {
      const { cache, owner } = context
      const removed = listed.flatMap((row) => removedId(row) ?? [])
      const present = removed.length === 0 ? listed : listed.filter((row) => removedId(row) === null)
      const complete = detailRequest === undefined ? present : yield* DetailRequest.fetch(detailRequest, present)
      const read = yield* Effect.forEach(complete, (row) => mapOne(row, cache, base), { concurrency })
      const mapped = read.map((each) => each.mapped)
      // A row that cannot be decoded hides the list below it: counting it as rejected keeps the scan from deleting.
      const own =
        record === null
          ? Batch.make(kind, owner, mapped.filter(Either.isLeft))
          : Batch.make(record, owner, mapped, removed)
      const parents = read.flatMap(({ row }) => (row === null ? [] : [row]))
      const mentioned = yield* Effect.forEach(mentions, (mention) => mentionedBatch(mention, parents, context, base))
      return { batches: [own, ...mentioned], parents }
    })
}
