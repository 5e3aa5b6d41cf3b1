import { Effect, Either, Option, Stream } from "effect"
import type { DataExportType } from "../DataExportType.js"
import type { Query } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import type * as RecordKind from "../record/RecordKind.js"
import { decode, type RowSchema } from "../record/Row.js"
import type { Any, Checkpoint, DeltaCoverage, Extractor, ExtractRequest, Page } from "./Extraction.js"
import type { SourceList } from "./ListInfo.js"
import * as PageWalk from "./PageWalk.js"
import type { Pagination } from "./Pagination.js"

/** A change to one row, from the vendor's list of changes. */
export interface Change {
  /** The `vendor_id` of the row. */
  readonly id: string
  /** Whether the row was removed; any other row is read again. */
  readonly isRemoved: boolean
  /** Records of other kinds that were added or removed with the change, in order; none by default. */
  readonly related?: ReadonlyArray<Related> | undefined
}

/** A record of another kind that was added or removed with a change, such as a group's member; see `came` and `went`. */
export interface Related {
  /** The kind of the record. */
  readonly kind: RecordKind.Any
  /** The record's draft; of a removed record, only its identity matters. */
  readonly draft: Readonly<Record<string, unknown>>
  /** Whether the record was removed. */
  readonly isRemoved: boolean
}

const related =
  (isRemoved: boolean) =>
  <K extends RecordKind.Any>(kind: K, draft: RecordKind.Draft<K>): Related => ({
    kind,
    // What a mapping returns is an object with the kind's fields.
    draft: draft as Readonly<Record<string, unknown>>,
    isRemoved
  })

/** A record that was added with a change. */
export const came = related(false)

/** A record that was removed with a change. */
export const went = related(true)

interface Options<ExportType extends DataExportType, Row> {
  /** The path of the list of changes below the base address. */
  readonly endpoint: string
  /** The query parameters of the first request, which returns the token for later changes. */
  readonly query: Query
  /** How the list of changes is cut into pages; usually `Pagination.deltaLink`, which finds the token for later changes. */
  readonly pagination: Pagination
  /** The schema of a change: only the fields that `toChange` reads, and tolerant of null. */
  readonly row: RowSchema<Row>
  /** Maps a row of the list of changes. A pure function. */
  readonly toChange: (row: Row) => Change
  /** The permissions that reading the changes needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** An extractor for the current state of the changed rows; it may miss a row, which a later change then reports. */
  readonly reread: (ids: ReadonlyArray<string>) => Extractor<ExportType>
  /** The number of changed rows from which a full scan is cheaper, if reading one row takes several requests; no limit by default. */
  readonly most?: number
}

const asExpired = (error: VendorError.VendorError): VendorError.VendorError =>
  error._tag === "ClientError" && error.status === 410 ? new VendorError.CheckpointExpired(error) : error

/** The position of a delta's checkpoint; the start of the delta for a checkpoint from another release. */
const positionOf = ({ checkpoint, delta }: ExtractRequest): PageWalk.Position => {
  const { list, next } = (checkpoint ?? {}) as Partial<PageWalk.Position>
  if (list === 0 && next !== undefined && next !== null) return { list, next }
  return { list: 0, next: { url: delta ?? "" } }
}

/** The last item per key, because a row may change several times and only its last change counts. */
const lastPerKey = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> => {
  const found = new Map<string, A>()
  for (const item of items) found.set(key(item), item)
  return [...found.values()]
}

const identityOf = ({ kind, draft }: Related): string => `${kind.name} ${kind.identity(draft as never)}`

const relatedBatches = (owner: ExtractRequest["owner"], all: ReadonlyArray<Related>): ReadonlyArray<Batch.Batch> =>
  [...new Set(all.map(({ kind }) => kind))].map((kind) => {
    const own = all.filter((item) => item.kind === kind)
    const present = own.filter(({ isRemoved }) => !isRemoved).map(({ draft }) => Either.right(draft))
    const removed = own.filter(({ isRemoved }) => isRemoved).map(({ draft }) => kind.identity(draft as never))
    return Batch.make(kind, owner, present, removed)
  })

/**
 * What the list of changes tells: which rows changed or were removed, and the changes of every kind that is not read again
 * with a changed row, which therefore come as `related`.
 */
const coverageOf = (
  { deltaCoverage = [], kinds: [own, ...others] }: Any,
  reread: Any
): ReadonlyArray<DeltaCoverage> => [
  ...(own === undefined ? [] : [{ kind: own, hasChanges: true, hasRemovals: true }]),
  ...others.map(
    (kind) =>
      (reread.kinds.includes(kind) ? deltaCoverage.find((each) => each.kind === kind) : undefined) ?? {
        kind,
        hasChanges: true,
        hasRemovals: !reread.kinds.includes(kind)
      }
  )
]

/**
 * Reads a list completely in a full scan, and only the rows in the vendor's list of changes in between.
 *
 * Changed rows are read again, so that a record never depends on what a change leaves out. If the vendor refuses to list
 * its changes (403, 501 or a `ClientError`), every run is a full scan.
 */
export const over = <ExportType extends DataExportType, Row>(
  whole: Extractor<ExportType>,
  options: Options<ExportType, Row>
): Extractor<ExportType> => {
  const { endpoint, pagination, permissions } = options
  const [kind] = whole.kinds
  if (kind === undefined) throw new Error(`${whole.endpoint} reads no kind of record`)
  const readRow = decode(options.row)

  const walk = (query: Query, from: PageWalk.Position | null) =>
    PageWalk.pages({ endpoint, url: endpoint, pagination, queries: [query], isDelta: true }, from)

  /** The token for later changes. Request it before the first row, so that they include changes during the scan. */
  const firstToken = Stream.runLast(walk(options.query, null)).pipe(
    Effect.map((last) => Option.getOrNull(last)?.delta ?? null),
    Effect.catchTags({
      Unauthorized: (error) => (error.status === 403 ? Effect.succeed(null) : Effect.fail(error)),
      ClientError: () => Effect.succeed(null),
      ServerError: (error) => (error.status === 501 ? Effect.succeed(null) : Effect.fail(error))
    })
  )

  const full = (request: ExtractRequest) => {
    if (request.checkpoint !== null) return whole.pages(request)
    return Stream.unwrap(
      Effect.map(firstToken, (delta) =>
        Stream.map(Stream.zipWithIndex(whole.pages(request)), ([page, index]): Page => {
          return index === 0 ? { ...page, delta } : page
        })
      )
    )
  }

  const rereadRows = (request: ExtractRequest, ids: ReadonlyArray<string>) => {
    if (ids.length === 0) return Effect.succeed({ batches: [], unread: [] })
    const { owner } = request
    const pages = options.reread(ids).pages({ owner, since: null, checkpoint: null, delta: null, isReread: true })
    return Effect.map(Stream.runCollect(pages), (all) => ({
      batches: [...all].flatMap(({ batches }) => batches),
      unread: [...all].flatMap(({ unread = [] }) => unread)
    }))
  }

  const changes = (request: ExtractRequest): Stream.Stream<Page, VendorError.VendorError, VendorHttp> =>
    Stream.suspend(() => {
      let count = 0
      return Stream.mapEffect(walk({}, positionOf(request)), (page) =>
        Effect.gen(function* () {
          const rows = page.rows.map((row) => Either.map(readRow(row), options.toChange))
          const all = rows.flatMap((row) => (Either.isRight(row) ? [row.right] : []))
          const changes = lastPerKey(all, ({ id }) => id)
          const changed = changes.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id)
          count += changed.length
          if (options.most !== undefined && count >= options.most) {
            const detail = `listed ${count} changed rows, so a full scan is cheaper`
            return yield* new VendorError.CheckpointExpired({ endpoint, status: 200, detail })
          }
          const removed = changes.filter(({ isRemoved }) => isRemoved).map(({ id }) => id)
          const unreadable = rows.flatMap((row) =>
            Either.isLeft(row) ? [Either.left({ issues: row.left, vendorId: null })] : []
          )
          const relatedChanges = lastPerKey(
            all.flatMap((change) => change.related ?? []),
            identityOf
          )
          const reread = yield* rereadRows(request, changed)
          const batches = [
            ...reread.batches,
            ...relatedBatches(request.owner, relatedChanges),
            Batch.make(kind, request.owner, unreadable, removed)
          ]
          const checkpoint: Checkpoint | null = page.after === null ? null : { ...page.after }
          const unread = reread.unread.length === 0 ? {} : { unread: reread.unread }
          return { batches, checkpoint, delta: page.delta, ...unread }
        })
      )
    }).pipe(Stream.mapError(asExpired))

  const changeList: SourceList = {
    role: "lookup",
    endpoint,
    kind: null,
    permissions,
    isPaged: false,
    // Without the list of changes, every run is a full scan that reads every field.
    lookup: { kind, fields: [], unreadAfter: () => [], isOptional: true, mayBeMissing: false, asks: "all rows" },
    pagination,
    accepts: null,
    row: readRow.ast
  }
  return {
    ...whole,
    isIncremental: true,
    usesDeltaToken: true,
    deltaCoverage: coverageOf(whole, options.reread([])),
    lists: [...whole.lists, changeList],
    pages: (request) => (request.delta === null ? full(request) : changes(request))
  }
}
