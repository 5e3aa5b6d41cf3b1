import { Effect, Either, Option, Stream } from "effect"
import type { DataExportType } from "../DataExportType.js"
import type { Query } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import type * as RecordKind from "../record/RecordKind.js"
import { decode, type RowSchema } from "../record/Row.js"
import type { Checkpoint, Extractor, ExtractRequest, Page } from "./Extraction.js"
import type { SourceList } from "./ListInfo.js"
import * as Walk from "./PageWalk.js"
import type { Pagination } from "./Pagination.js"

/** What a vendor's list of changes says of one row. */
export interface Change {
  /** The `vendor_id` of the row. */
  readonly id: string
  /** True where the row is gone; it is asked for again otherwise. */
  readonly isRemoved: boolean
  /** What else the change itself tells, in its order. */
  readonly related?: ReadonlyArray<Related> | undefined
}

/** A record of another kind that came or went with a change, such as a member of a group; made by `came` and `went`. */
export interface Related {
  readonly kind: RecordKind.Any
  readonly draft: Readonly<Record<string, unknown>>
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

/** A record that came with a change. */
export const came = related(false)

/** A record that went with a change. */
export const went = related(true)

interface Options<ExportType extends DataExportType, Row> {
  /** The list of changes. */
  readonly endpoint: string
  /** Parameters of the one request that begins to follow the changes. */
  readonly query: Query
  /** The pages of the list; `Pagination.deltaLink`, which finds where the next changes begin. */
  readonly pagination: Pagination
  /** What is read of a change. */
  readonly row: RowSchema<Row>
  readonly toChange: (row: Row) => Change
  /** What the token must be allowed to do, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** How the rows that changed are read as they are now; a row that is not found is left to the next changes. */
  readonly reread: (ids: ReadonlyArray<string>) => Extractor<ExportType>
  /** From this many changed rows on, all rows are read instead: where reading one row alone costs several requests. */
  readonly most?: number
}

const expired = (error: VendorError.VendorError): VendorError.VendorError =>
  error._tag === "ClientError" && error.status === 410 ? new VendorError.CheckpointExpired(error) : error

/** Where a checkpoint of a delta stands; one that another release wrote begins the delta anew. */
const positionOf = ({ checkpoint, delta }: ExtractRequest): Walk.Position => {
  const { list, next } = (checkpoint ?? {}) as Partial<Walk.Position>
  if (list === 0 && next !== undefined && next !== null) return { list, next }
  return { list: 0, next: { url: delta ?? "" } }
}

/** The last word on each row: a row may come several times, and what came last holds. */
const latest = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> => {
  const found = new Map<string, A>()
  for (const item of items) found.set(key(item), item)
  return [...found.values()]
}

const identityOf = ({ kind, draft }: Related): string => `${kind.name} ${kind.identity(draft as never)}`

const relatedBatches = (owner: ExtractRequest["owner"], all: ReadonlyArray<Related>): ReadonlyArray<Batch.Batch> =>
  [...new Set(all.map(({ kind }) => kind))].map((kind) => {
    const own = all.filter((item) => item.kind === kind)
    const present = own.filter(({ isRemoved }) => !isRemoved).map(({ draft }) => Either.right(draft))
    const gone = own.filter(({ isRemoved }) => isRemoved).map(({ draft }) => kind.identity(draft as never))
    return Batch.make(kind, owner, present, gone)
  })

/**
 * A list that is read whole, and between two whole readings by the vendor's list of its changes.
 *
 * The changes name what changed, and the rows are read again: so a record never depends on what a change leaves out.
 * Where the vendor does not let its changes be followed (403 and other 4xx, 501), every scan is a whole one.
 */
export const over = <ExportType extends DataExportType, Row>(
  whole: Extractor<ExportType>,
  options: Options<ExportType, Row>
): Extractor<ExportType> => {
  const { endpoint, pagination, permissions } = options
  const [kind] = whole.kinds
  if (kind === undefined) throw new Error(`${whole.endpoint} reads no kind of record`)
  const readRow = decode(options.row)

  const walk = (query: Query, from: Walk.Position | null) =>
    Walk.pages({ endpoint, url: endpoint, pagination, queries: [query] }, from)

  /** Asked before the first row is read, so that what changes meanwhile is among the changes. */
  const begin = Stream.runLast(walk(options.query, null)).pipe(
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
      Effect.map(begin, (delta) =>
        Stream.map(Stream.zipWithIndex(whole.pages(request)), ([page, index]): Page => {
          return index === 0 ? { ...page, delta } : page
        })
      )
    )
  }

  const rereadBatches = (request: ExtractRequest, ids: ReadonlyArray<string>) => {
    if (ids.length === 0) return Effect.succeed([])
    const pages = options.reread(ids).pages({ owner: request.owner, since: null, checkpoint: null, delta: null })
    return Effect.map(Stream.runCollect(pages), (all) => [...all].flatMap(({ batches }) => batches))
  }

  const changes = (request: ExtractRequest): Stream.Stream<Page, VendorError.VendorError, VendorHttp> =>
    Stream.suspend(() => {
      let count = 0
      return Stream.mapEffect(walk({}, positionOf(request)), (page) =>
        Effect.gen(function* () {
          const rows = page.rows.map((row) => Either.map(readRow(row), options.toChange))
          const all = rows.flatMap((row) => (Either.isRight(row) ? [row.right] : []))
          const ofRows = latest(all, ({ id }) => id)
          const changed = ofRows.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id)
          count += changed.length
          if (options.most !== undefined && count >= options.most) {
            const detail = `named ${count} changed rows: all are read instead`
            return yield* new VendorError.CheckpointExpired({ endpoint, status: 200, detail })
          }
          const gone = ofRows.filter(({ isRemoved }) => isRemoved).map(({ id }) => id)
          const unreadable = rows.flatMap((row) => (Either.isLeft(row) ? [Either.left(row.left)] : []))
          const told = latest(
            all.flatMap((change) => change.related ?? []),
            identityOf
          )
          const batches = [
            ...(yield* rereadBatches(request, changed)),
            ...relatedBatches(request.owner, told),
            Batch.make(kind, request.owner, unreadable, gone)
          ]
          const checkpoint: Checkpoint | null = page.after === null ? null : { ...page.after }
          return { batches, checkpoint, delta: page.delta }
        })
      )
    }).pipe(Stream.mapError(expired))

  const followed: SourceList = {
    role: "lookup",
    endpoint,
    kind: null,
    permissions,
    isPaged: false,
    isRequired: false,
    pagination,
    accepts: null
  }
  return {
    ...whole,
    isIncremental: true,
    usesDeltaToken: true,
    lists: [...whole.lists, followed],
    pages: (request) => (request.delta === null ? full(request) : changes(request))
  }
}
