import { Effect, Either, Option, Stream } from "effect"
import type { Query } from "../http/Request.js"
import { VendorHttp } from "../http/VendorHttp.js"
import type * as RecordKind from "../record/RecordKind.js"
import { decode, type RowReader } from "../record/Row.js"
import * as AccessCheck from "./AccessCheck.js"
import * as ChildList from "./ChildList.js"
import * as ExportJob from "./ExportJob.js"
import {
  type Any,
  type Checkpoint,
  DEFAULT_LOOKBACK_SECS,
  type DeltaCoverage,
  type Extractor,
  type ExtractRequest,
  isWholeScan,
  type Page
} from "./Extraction.js"
import * as ListInfo from "./ListInfo.js"
import type { Checked, ListOptions, Options } from "./ListOptions.js"
import * as Lookup from "./Lookup.js"
import * as LookupAnswers from "./LookupAnswers.js"
import * as LookupCache from "./LookupCache.js"
import * as MissingParents from "./MissingParents.js"
import * as PageWalk from "./PageWalk.js"
import { limitRejections } from "./RejectionLimit.js"
import { type ListPage, type Parent, readListPage } from "./readListPage.js"

/** The position that a checkpoint holds; null if it names a list that this release of the connector no longer has. */
const asPosition = (checkpoint: Checkpoint | null, lists: number): PageWalk.Position | null => {
  if (checkpoint === null) return null
  const { list, next, tally } = checkpoint as Partial<PageWalk.Position>
  if (typeof list !== "number" || list >= lists) return null
  return { list, next: next ?? null, ...(tally === undefined ? {} : { tally }) }
}

const asCheckpoint = (position: PageWalk.Position | null): Checkpoint | null =>
  position === null ? null : { ...position }

const walkOf = <Row>(options: Checked<Row>, queries: ReadonlyArray<Query>): PageWalk.Walk => {
  const { endpoint, headers, pagination, post } = options
  const walk = { endpoint, url: endpoint, pagination, queries, isEverywhere: true }
  return { ...walk, ...(headers === undefined ? {} : { headers }), ...(post === undefined ? {} : { post }) }
}

/** A page of the walk, with the position before it. */
interface WalkStep {
  readonly page: PageWalk.WalkedPage
  readonly before: PageWalk.Position | null
}

/** Walks the list from where the request says; `bases` is the number of the vendor's base addresses. */
const walkFrom = <Row>(options: Checked<Row>, request: ExtractRequest, bases: number) => {
  const { exportJob, queries = [{}], since } = options
  const lists = request.since !== null && since !== undefined ? [since(request.since)] : queries
  const resumed = asPosition(request.checkpoint, lists.length * bases)
  const from = resumed ?? (request.delta === null ? null : { list: 0, next: { url: request.delta } })
  const pages =
    exportJob === undefined
      ? PageWalk.pages({ ...walkOf(options, lists), isDelta: request.delta !== null }, from)
      : ExportJob.pages(exportJob, lists[0] ?? {}, from)
  return { from, pages }
}

/** What the pages of one run share. */
type RunContext = Omit<ChildList.ChildContext, "base">

/** The lists below one row, as parts of its page; the last part says that they are complete, unless one of them was missing. */
const childParts = <Row>(
  children: ReadonlyArray<ChildList.Child<Row>>,
  kind: RecordKind.Any | null,
  { id, row }: Parent<Row>,
  context: ChildList.ChildContext,
  part: (batches: Page["batches"]) => Page
) =>
  Stream.suspend(() => {
    const { missing } = context
    const before = missing.count()
    return Stream.fromIterable(children.filter((child) => child.when(row))).pipe(
      Stream.flatMap((child) => ChildList.batches(child, { row, kind, vendorId: id }, context)),
      Stream.zipWithNext,
      Stream.map(([batch, next]): Page => {
        const isComplete = id !== null && Option.isNone(next) && missing.count() === before
        // The same id at another base address is another row.
        return isComplete ? { ...part([batch]), completedParents: [keyOf(id, context)] } : part([batch])
      })
    )
  })

/** Identifies a row in the extractor's list: the id alone at the first base address. */
const keyOf = (id: string, { base }: Pick<ChildList.ChildContext, "base">): string =>
  base === "" ? id : `${base} ${id}`

/** The rows below which this scan has not read every list yet. */
const withoutCompleted = <Row>(
  parents: ReadonlyArray<Parent<Row>>,
  { completedParents }: ExtractRequest,
  context: ChildList.ChildContext
) => {
  if (completedParents === undefined) return Effect.succeed(parents)
  const keys = parents.flatMap(({ id }) => (id === null ? [] : [keyOf(id, context)]))
  return Effect.map(completedParents(keys), (completed) =>
    parents.filter(({ id }) => id === null || !completed.has(keyOf(id, context)))
  )
}

/** The page with the fields that lookups of its rows left unread. */
const withUnread = (page: Page, { cache }: RunContext): Page => {
  const unread = cache.takeUnread()
  return unread.length === 0 ? page : { ...page, unread }
}

/** A page and the lists below its rows, in parts; the checkpoint moves past the page only with the last part. */
const inParts = <Row>(
  { page, before }: WalkStep,
  { batches, parents }: ListPage<Row>,
  options: Checked<Row>,
  request: ExtractRequest,
  context: RunContext
) => {
  const { children, record } = options
  const below: ChildList.ChildContext = { ...context, base: page.base ?? "" }
  const part = (batches: Page["batches"]): Page =>
    withUnread({ batches, checkpoint: asCheckpoint(before), delta: null }, context)
  const childPages = Stream.unwrap(
    Effect.map(withoutCompleted(parents, request, below), (remaining) =>
      Stream.flatMap(Stream.fromIterable(remaining), (parent) => childParts(children, record, parent, below, part))
    )
  )
  const lookups = children.flatMap((child) => child.lookups)
  const check = Effect.zipRight(context.missing.check, LookupAnswers.check(lookups, context.cache, page.after === null))
  return Stream.make(part(batches)).pipe(
    Stream.concat(childPages),
    Stream.concat(Stream.fromEffect(Effect.as(check, lastPart(page, [], request, options))))
  )
}

/** What a page of the walk ends with. The total counts the rows of the whole list: not those of a delta, and not those below them. */
const lastPart = <Row>(
  { after, delta, isWaiting = false, total }: PageWalk.WalkedPage,
  batches: Page["batches"],
  request: ExtractRequest,
  { record }: Checked<Row>
): Page => {
  const isCounted = request.since === null && request.delta === null && record !== null
  return {
    batches,
    checkpoint: asCheckpoint(after),
    delta,
    ...(isWaiting ? { isWaiting } : {}),
    ...(total === undefined || !isCounted ? {} : { total })
  }
}

/** Walks the list, reads each page, and then the lists below its rows. */
const makePages = <Row>(options: Checked<Row>, kinds: Kinds, readRow: RowReader<Row>) => {
  const { children } = options
  const readPage = readListPage(options, kinds, readRow)

  const wholePage = (page: PageWalk.WalkedPage, request: ExtractRequest, context: RunContext) =>
    Effect.map(readPage(page, context), ({ batches }) => withUnread(lastPart(page, batches, request, options), context))
  const pageInParts = (step: WalkStep, request: ExtractRequest, context: RunContext) =>
    Stream.unwrap(
      Effect.map(readPage(step.page, context), (listPage) => inParts(step, listPage, options, request, context))
    )

  const pagesOf = (request: ExtractRequest) =>
    Stream.unwrap(
      Effect.map(VendorHttp, ({ furtherBaseUrls }) => {
        const cache = LookupCache.make(isWholeScan(request))
        const context = { owner: request.owner, cache, missing: MissingParents.make() }
        const { from, pages } = walkFrom(options, request, furtherBaseUrls.length + 1)
        // A stream per page costs more than most pages, so only those with lists below them get one.
        if (children.length === 0) return Stream.mapEffect(pages, (page) => wholePage(page, request, context))
        const steps = Stream.mapAccum(pages, from, (before, page): readonly [PageWalk.Position | null, WalkStep] => [
          page.after,
          { page, before }
        ])
        return Stream.flatMap(steps, (step) => pageInParts(step, request, context))
      })
    )
  return (request: ExtractRequest) => {
    const isOldExport = options.exportJob !== undefined && request.checkpoint !== null
    return isOldExport ? Stream.mapError(pagesOf(request), ExportJob.withoutRows) : pagesOf(request)
  }
}

/** A lookup, and the kind of record that its answers belong to. */
interface UsedLookup {
  readonly kind: RecordKind.Any
  readonly lookup: Lookup.Any
}

/** All lookups of an extractor; throws if one of them names a field that its record does not have. */
const usedLookups = <Row>({ children, lookups = {}, mentions, record }: Checked<Row>): ReadonlyArray<UsedLookup> => {
  const own = record === null ? [] : [{ kind: record, lookups: Object.values(lookups) }]
  const used = [...own, ...children, ...mentions].flatMap(({ kind, lookups }) =>
    lookups.map((lookup: Lookup.Any) => ({ kind, lookup }))
  )
  for (const { kind, lookup } of used) Lookup.verify(kind, lookup)
  return used
}

/** Every list that the extractor reads; its own comes first. */
const listsOf = <Row>(
  options: Checked<Row>,
  own: ListInfo.SourceList,
  lookups: ReadonlyArray<UsedLookup>,
  readRow: RowReader<Row>
) => {
  const { children, detailRequest, exportJob, record } = options
  const ownLists: readonly [ListInfo.SourceList, ...ReadonlyArray<ListInfo.SourceList>] =
    exportJob === undefined ? [own] : ExportJob.lists(exportJob, own)
  const details = detailRequest === undefined ? null : ListInfo.ofDetailRequest(detailRequest, record, readRow)
  const lists = [
    ...ownLists,
    ...(details === null ? [] : [details]),
    ...children.map(ListInfo.ofChild),
    ...lookups.map(({ kind, lookup }) => ListInfo.ofLookup(lookup, kind))
  ]
  return { ownLists, details, lists }
}

/** The permissions without which the export fails, and those without which only some fields stay unread. */
const permissionsOf = <Row>(options: Checked<Row>, lookups: ReadonlyArray<UsedLookup>) => {
  const permissions = new Set([
    ...options.permissions,
    ...(options.detailRequest?.permissions ?? []),
    ...options.children.flatMap((child) => child.permissions),
    ...lookups.flatMap(({ lookup }) => (lookup.isOptional ? [] : lookup.permissions))
  ])
  const optional = new Set(lookups.flatMap(({ lookup }) => lookup.permissions))
  return {
    permissions: [...permissions],
    optionalPermissions: [...optional].filter((permission) => !permissions.has(permission))
  }
}

/** A delta has the changed rows with everything that they contain. Whether it has the changes below a row depends on the vendor. */
const coverageOf = <Row>({ children, mentions, record, removed }: Checked<Row>): ReadonlyArray<DeltaCoverage> => [
  ...(record === null ? [] : [{ kind: record, hasChanges: true, hasRemovals: removed !== undefined }]),
  ...children.map(({ kind, updatesParent }) => ({ kind, hasChanges: updatesParent, hasRemovals: false })),
  ...mentions.map(({ kind }) => ({ kind, hasChanges: true, hasRemovals: false }))
]

/** The kinds of record that an extractor reads. */
type Kinds = readonly [RecordKind.Any, ...ReadonlyArray<RecordKind.Any>]

const build = <Row>(options: Checked<Row>, kinds: Kinds): Any => {
  const {
    children,
    detailRequest,
    endpoint,
    exportJob,
    lookups = {},
    mentions,
    pagination,
    post,
    queries = [{}]
  } = options
  const allLookups = usedLookups(options)
  const readRow = decode(options.row)
  const usesDeltaToken = pagination.delta !== undefined
  const own: ListInfo.SourceList = {
    role: options.record === null ? "parent" : "own",
    endpoint,
    ...(post === undefined ? {} : { post }),
    kind: options.record,
    permissions: options.permissions,
    isPaged: pagination.isPaged,
    pagination,
    // If the list has only ids, the row schema describes the rows of the detail request instead.
    accepts: detailRequest === undefined ? (row) => Either.isRight(readRow(row)) : null,
    row: detailRequest === undefined ? readRow.ast : null
  }
  const { details, lists, ownLists } = listsOf(options, own, allLookups, readRow)
  const detailed = detailRequest === undefined || details === null ? null : { request: detailRequest, list: details }
  const pages = makePages(options, kinds, readRow)

  return {
    exportType: kinds[0].exportType,
    name: options.name ?? kinds[0].name,
    kinds,
    endpoint,
    ...permissionsOf(options, allLookups),
    isIncremental: options.since !== undefined || usesDeltaToken,
    usesDeltaToken,
    deltaCoverage: coverageOf(options),
    lookbackSecs: options.lookbackSecs ?? DEFAULT_LOOKBACK_SECS,
    lists,
    checkAccess: () =>
      exportJob === undefined
        ? AccessCheck.ofList({
            list: own,
            record: options.record,
            walk: walkOf(options, queries),
            details: detailed,
            readRow,
            lookups,
            children,
            mentions
          })
        : AccessCheck.ofJob(exportJob, queries[0] ?? {}, ownLists),
    ...(exportJob === undefined
      ? {}
      : { giveUp: (checkpoint) => ExportJob.giveUp(exportJob, asPosition(checkpoint, 1)) }),
    pages: (request) => limitRejections(endpoint, request, pages(request))
  }
}

/** Declares an extractor for a list whose rows become records. */
export const make = <
  K extends RecordKind.Any,
  Row,
  const R extends RecordKind.Draft<K>,
  L extends Lookup.Lookups<Row> = Record<never, never>
>(
  options: Options<K, Row, R, L>
): Extractor<K["exportType"]> => {
  const { children = [], mentions = [], record } = options
  const checked = { ...options, children, mentions } as unknown as Checked<Row>
  return build(checked, [record, ...[...children, ...mentions].map(({ kind }) => kind)])
}

/**
 * Declares an extractor for the lists below rows that become no records here, such as the comments of each ticket.
 *
 * `child` describes those lists; the other options describe the list of their parents.
 */
export const below = <Row, K extends RecordKind.Any>(
  options: ListOptions<Row> & {
    /** The list below each row. */
    readonly child: ChildList.Child<Row, K>
  }
): Extractor<K["exportType"]> => {
  const { child, ...parents } = options
  return build({ ...parents, record: null, children: [child], mentions: [], toRecord: () => ({}) }, [child.kind])
}
