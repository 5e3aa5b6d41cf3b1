import { Effect, Either, Stream } from "effect"
import * as Batch from "./Batch.js"
import * as Child from "./Child.js"
import type { DataExportType } from "./DataExportType.js"
import * as Details from "./Details.js"
import type { Exact } from "./Draft.js"
import * as ExportJob from "./ExportJob.js"
import * as Lookup from "./Lookup.js"
import * as Mapping from "./Mapping.js"
import type * as Mention from "./Mention.js"
import type { Owner } from "./NormalizedRecord.js"
import type { Pagination, Query } from "./Pagination.js"
import * as Probe from "./Probe.js"
import type * as RecordKind from "./RecordKind.js"
import * as SourceList from "./SourceList.js"
import * as Vanished from "./Vanished.js"
import * as VendorError from "./VendorError.js"
import { VendorHttp } from "./VendorHttp.js"
import * as Walk from "./Walk.js"

/** Where an interrupted scan goes on; JSON that only its extractor reads. */
export type Checkpoint = Readonly<Record<string, unknown>>

export { type Finding, isHarmless } from "./Probe.js"

/** What the runtime asks an extractor for. */
export interface ExtractRequest {
  readonly owner: Owner
  /** Only what changed at or after this ISO 8601 instant; null for a full scan. */
  readonly since: string | null
  /** Where the last run of this scan stopped; null to begin. */
  readonly checkpoint: Checkpoint | null
  /** What the last complete scan's last page named as the beginning of the next delta; null for a full scan. */
  readonly delta: string | null
}

/** What one answer gave, and where the scan stands after it. */
export interface Page {
  readonly batches: ReadonlyArray<Batch.Batch>
  /** Where to go on once this page is stored; null when nothing comes after it. */
  readonly checkpoint: Checkpoint | null
  /** Where the next delta begins, once this scan is complete; null where the vendor does not say. */
  readonly delta: string | null
}

/** Reads one list of a vendor, with what hangs below its rows, into records. */
export interface Extractor<out ExportType extends DataExportType> {
  readonly exportType: ExportType
  /** The record kinds that a complete walk reads completely; the first is the list's own. */
  readonly kinds: ReadonlyArray<RecordKind.Any>
  readonly endpoint: string
  /** What the token must be allowed to do, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** What it may be allowed to do in addition; without it some fields stay null. */
  readonly optionalPermissions: ReadonlyArray<string>
  /** Whether it can read only what changed: since an instant, or since what the vendor named on the last page. */
  readonly isIncremental: boolean
  /** Whether a delta begins where the vendor's last page said, and not at an instant. */
  readonly usesDeltaToken: boolean
  /** How far before the last scan's start a delta begins, in seconds: for vendors that index late. */
  readonly lookbackSecs: number
  /** Every list that it reads, its own first. */
  readonly lists: ReadonlyArray<SourceList.SourceList>
  readonly pages: (request: ExtractRequest) => Stream.Stream<Page, VendorError.VendorError, VendorHttp>
  /** Asks each of its lists for as little as it gives. */
  readonly probe: (owner: Owner) => Probe.Probe
}

/** An extractor of any export type. */
export type Any = Extractor<DataExportType>

const DEFAULT_LOOKBACK_SECS = 600
const LOOKUPS_AT_ONCE = 4

/** What is said of a list, whatever its rows become. */
interface ListOptions<Row> {
  /** The list's path below the base address. */
  readonly endpoint: string
  /** What is read of a row: minimal, and tolerant of null. */
  readonly row: Mapping.RowSchema<Row>
  /** How the list is cut into pages; `Pagination.deltaLink` makes it incremental by the vendor's own tokens. */
  readonly pagination: Pagination
  /** Where the vendor prepares the list as a job; `pagination` is `Pagination.none()` then, and `endpoint` its start. */
  readonly exportJob?: ExportJob.ExportJob
  /** Present where the list is asked for with POST: fields of its body; all parameters go there too. */
  readonly post?: Query
  /** Headers of this list alone. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where the list holds ids alone: how they become rows. */
  readonly details?: Details.Details
  /** The `vendor_id` of a row that a delta marks as gone; null for every other row. */
  readonly removed?: (row: unknown) => string | null
  /** What the token must be allowed to do, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The lists that together hold every row, as query parameters; one list without parameters by default. */
  readonly queries?: ReadonlyArray<Query>
  /** The parameters of the one list that holds what changed at or after an instant. */
  readonly since?: (instant: string) => Query
  /** How far before the last scan's start a delta begins; 600 seconds by default. */
  readonly lookbackSecs?: number
}

interface Options<K extends RecordKind.Any, Row, R extends RecordKind.Draft<K>, L extends Lookup.Lookups<Row>>
  extends ListOptions<Row> {
  /** The kind of record that a row becomes. */
  readonly record: K
  /** Questions asked about each row. */
  readonly lookups?: L
  /** Lists below each row; read on full scans and for the rows of a delta. */
  readonly children?: ReadonlyArray<Child.Child<Row>>
  /** What each row itself mentions. */
  readonly mentions?: ReadonlyArray<Mention.Mention<Row>>
  /** A pure mapping from what was read to the record. */
  readonly toRecord: (row: Row, answers: Lookup.Answers<L>) => Exact<RecordKind.Draft<K>, R>
}

/** The share of unreadable rows at which an export fails rather than serve a remainder. */
const MAX_REJECTED_SHARE = 0.25
const MIN_REJECTED = 10

/** Fails when so many rows could not be read that the vendor's format must have changed. */
const guarded = (endpoint: string, pages: Stream.Stream<Page, VendorError.VendorError, VendorHttp>) =>
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
      for (const batch of page.batches) {
        rows += batch.records.length + batch.rejections.length
        rejected += batch.rejections.length
      }
      const isTooMany = rejected >= MIN_REJECTED && rejected / rows > MAX_REJECTED_SHARE
      return isTooMany ? Effect.fail(tooMany()) : Effect.succeed(page)
    })
    const ended = Stream.suspend(() => (rejected > 0 && rejected === rows ? Stream.fail(tooMany()) : Stream.empty))
    return Stream.concat(counted, ended)
  })

/** Where a checkpoint stands; one that another release of the connector wrote may name a list that is no more. */
const asPosition = (checkpoint: Checkpoint | null, lists: number): Walk.Position | null => {
  if (checkpoint === null) return null
  const { list, next } = checkpoint as Partial<Walk.Position>
  return typeof list === "number" && list < lists ? { list, next: next ?? null } : null
}

/** A list whose parts were checked against each other: what its rows become, or null where only what is below counts. */
interface Checked<Row> extends ListOptions<Row> {
  readonly record: RecordKind.Any | null
  readonly lookups?: Lookup.Lookups<Row>
  readonly children: ReadonlyArray<Child.Child<Row>>
  readonly mentions: ReadonlyArray<Mention.Mention<Row>>
  readonly toRecord: (row: Row, answers: Readonly<Record<string, ReadonlyArray<unknown> | null>>) => object
}

/** What one run knows across its pages. */
interface Run {
  readonly memory: Lookup.Memory
  readonly vanished: Vanished.Vanished
}

const build = <Row>(options: Checked<Row>, kinds: readonly [RecordKind.Any, ...ReadonlyArray<RecordKind.Any>]): Any => {
  const { children, endpoint, mentions, pagination, record, since } = options
  const lookups: Lookup.Lookups<Row> = options.lookups ?? {}
  const questions = [...Object.values(lookups), ...[...children, ...mentions].flatMap((each) => each.lookups)]
  const readRow = Mapping.readRow(options.row)

  const { details, exportJob, headers, post } = options
  const removed = options.removed ?? (() => null)
  const queries = options.queries ?? [{}]
  const walkOf = (queries: ReadonlyArray<Query>): Walk.Walk => {
    const walk = { endpoint, url: endpoint, pagination, queries, isEverywhere: true }
    const more = { ...(headers === undefined ? {} : { headers }), ...(post === undefined ? {} : { post }) }
    return { ...walk, ...more }
  }
  const source = (queries: ReadonlyArray<Query>, from: Walk.Position | null) =>
    exportJob === undefined ? Walk.pages(walkOf(queries), from) : ExportJob.pages(exportJob, queries[0] ?? {}, from)

  const mapRow = (row: unknown, memory: Lookup.Memory, base: string | undefined) =>
    Effect.gen(function* () {
      const decoded = readRow(row)
      if (Either.isLeft(decoded)) return { row: null, mapped: Either.left(decoded.left) }
      const answers = yield* Lookup.askAll(lookups, decoded.right, memory, base)
      return { row: decoded.right, mapped: Mapping.map(() => options.toRecord(decoded.right, answers)) }
    })

  const childPages = (
    request: ExtractRequest,
    child: Child.Child<Row>,
    parent: Row,
    here: Checkpoint | null,
    { memory, vanished }: Run,
    base = ""
  ) =>
    vanished.read(child.endpoint, Walk.pages(Child.walkOf(child, parent, base), null)).pipe(
      Stream.mapEffect((page) =>
        Effect.forEach(page.rows, (row) => child.toMapped(row, parent, memory, base), {
          concurrency: child.lookups.length === 0 ? 1 : LOOKUPS_AT_ONCE
        })
      ),
      Stream.map(
        (mapped): Page => ({
          batches: [Batch.make(child.kind, request.owner, mapped)],
          checkpoint: here,
          delta: null
        })
      )
    )

  const pages = (request: ExtractRequest) =>
    Stream.unwrap(
      Effect.map(VendorHttp, ({ furtherBaseUrls }) => {
        const run: Run = { memory: Lookup.remember(), vanished: Vanished.make() }
        const { memory, vanished } = run
        const asked = request.since !== null && since !== undefined ? [since(request.since)] : queries
        const begun = asPosition(request.checkpoint, asked.length * (furtherBaseUrls.length + 1))
        const from = begun ?? (request.delta === null ? null : { list: 0, next: { url: request.delta } })
        const walked = source(asked, from)
        const withPosition = Stream.mapAccum(walked, from, (here, page) => [page.after, { page, here }])
        return Stream.flatMap(withPosition, ({ page, here }) =>
          Stream.unwrap(
            Effect.gen(function* () {
              const gone = page.rows.flatMap((row) => removed(row) ?? [])
              const present = gone.length === 0 ? page.rows : page.rows.filter((row) => removed(row) === null)
              const found = details === undefined ? present : yield* Details.fetch(details, present)
              const rows = yield* Effect.forEach(found, (row) => mapRow(row, memory, page.base), {
                concurrency: Object.keys(lookups).length === 0 ? 1 : LOOKUPS_AT_ONCE
              })
              const mapped = rows.map((row) => row.mapped)
              // A row that cannot be read hides what is below it: counted there, it keeps the scan from deleting.
              const own =
                record === null
                  ? Batch.make(kinds[0], request.owner, mapped.filter(Either.isLeft))
                  : Batch.make(record, request.owner, mapped, gone)
              const parents = rows.flatMap((row) => (row.row === null ? [] : [row.row]))
              const mentioned = yield* Effect.forEach(mentions, ({ kind, toMapped }) =>
                Effect.map(
                  Effect.forEach(parents, (parent) => toMapped(parent, memory, page.base)),
                  (found) => Batch.make(kind, request.owner, found.flat())
                )
              )
              const batches = [own, ...mentioned]
              const after = page.after === null ? null : { ...page.after }
              const begun = here === null ? null : { ...here }
              const { delta } = page
              if (children.length === 0) return Stream.make<[Page]>({ batches, checkpoint: after, delta })
              // A run that stops among the children walks this page again: the checkpoint moves behind its last child.
              const first: Page = { batches, checkpoint: begun, delta: null }
              const last: Page = { batches: [], checkpoint: after, delta }
              return Stream.make(first).pipe(
                Stream.concat(
                  Stream.flatMap(Stream.fromIterable(parents), (parent) =>
                    Stream.flatMap(Stream.fromIterable(children.filter((child) => child.when(parent))), (child) =>
                      childPages(request, child, parent, begun, run, page.base)
                    )
                  )
                ),
                Stream.concat(Stream.fromEffect(Effect.as(vanished.judge, last)))
              )
            })
          )
        )
      })
    )

  const usesDeltaToken = pagination.delta !== undefined
  const permissions = new Set([
    ...options.permissions,
    ...(details?.permissions ?? []),
    ...children.flatMap((child) => child.permissions),
    ...questions.flatMap((question) => (question.isRequired ? question.permissions : []))
  ])
  const asked = new Set(questions.flatMap((question) => question.permissions))
  const accepts = (row: unknown) => Either.isRight(readRow(row))
  const own: SourceList.SourceList = {
    role: record === null ? "parent" : "own",
    endpoint,
    ...(post === undefined ? {} : { post }),
    kind: record,
    permissions: options.permissions,
    isPaged: pagination.isPaged,
    pagination,
    // The rows of a list of ids are ids.
    accepts: details === undefined ? accepts : null
  }
  const ownLists: readonly [SourceList.SourceList, ...ReadonlyArray<SourceList.SourceList>] =
    exportJob === undefined ? [own] : ExportJob.lists(exportJob, own)
  const detailed = details === undefined ? null : { of: details, list: SourceList.ofDetails(details, record, accepts) }

  return {
    exportType: kinds[0].exportType,
    kinds,
    endpoint,
    permissions: [...permissions],
    optionalPermissions: [...asked].filter((permission) => !permissions.has(permission)),
    isIncremental: since !== undefined || usesDeltaToken,
    usesDeltaToken,
    lookbackSecs: options.lookbackSecs ?? DEFAULT_LOOKBACK_SECS,
    lists: [
      ...ownLists,
      ...(detailed === null ? [] : [detailed.list]),
      ...children.map(SourceList.ofChild),
      ...questions.map(SourceList.ofLookup)
    ],
    probe: () =>
      exportJob === undefined
        ? Probe.ofList({ own, walk: walkOf(queries), details: detailed, readRow, lookups, children, mentions })
        : Probe.ofJob(exportJob, queries[0] ?? {}, ownLists),
    pages: (request) => guarded(endpoint, pages(request))
  }
}

/** A declarative extractor: a paged list whose rows become records. */
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
 * The lists below the rows of a list that are no records of this export type, such as the comments of each ticket.
 *
 * `child` is what is read; the other options say which rows it is read below.
 */
export const below = <Row, K extends RecordKind.Any>(
  options: ListOptions<Row> & { readonly child: Child.Child<Row, K> }
): Extractor<K["exportType"]> => {
  const { child, ...parents } = options
  return build({ ...parents, record: null, children: [child], mentions: [], toRecord: () => ({}) }, [child.kind])
}

interface PartPosition {
  readonly part: number
  readonly checkpoint: Checkpoint | null
}

/** Where a checkpoint stands; one that another release of the connector wrote begins anew. */
const asPart = (checkpoint: Checkpoint | null, parts: number): PartPosition => {
  const { part, checkpoint: inner } = (checkpoint ?? {}) as Partial<PartPosition>
  return typeof part === "number" && part < parts ? { part, checkpoint: inner ?? null } : { part: 0, checkpoint: null }
}

/**
 * Several lists that together hold all records of their kinds, such as tables of one form, read one after another.
 *
 * A delta is asked for where every part can give one; the delta tokens of parts are not kept.
 */
export const concat = <ExportType extends DataExportType>(
  first: Extractor<ExportType>,
  ...others: ReadonlyArray<Extractor<ExportType>>
): Extractor<ExportType> => {
  const parts = [first, ...others]
  const isIncremental = parts.every((part) => part.isIncremental && !part.usesDeltaToken)
  const pagesFrom = (
    request: ExtractRequest,
    position: PartPosition
  ): Stream.Stream<Page, VendorError.VendorError, VendorHttp> => {
    const part = parts[position.part]
    if (part === undefined) return Stream.empty
    const following = { part: position.part + 1, checkpoint: null }
    const since = isIncremental ? request.since : null
    // A part says null both before its first page and after its last: the place stays where it was until the part ends.
    const pages = Stream.mapAccum(
      part.pages({ ...request, since, delta: null, checkpoint: position.checkpoint }),
      position,
      (here, page): readonly [PartPosition, Page] => {
        const next = page.checkpoint === null ? here : { part: here.part, checkpoint: page.checkpoint }
        return [next, { ...page, checkpoint: { ...next }, delta: null }]
      }
    )
    const isLast = following.part === parts.length
    const end: Page = { batches: [], checkpoint: isLast ? null : { ...following }, delta: null }
    return pages.pipe(
      Stream.concat(Stream.make(end)),
      Stream.concat(Stream.suspend(() => pagesFrom(request, following)))
    )
  }
  return {
    exportType: first.exportType,
    kinds: [...new Set(parts.flatMap((part) => part.kinds))],
    endpoint: first.endpoint,
    permissions: [...new Set(parts.flatMap((part) => part.permissions))],
    optionalPermissions: [...new Set(parts.flatMap((part) => part.optionalPermissions))],
    isIncremental,
    usesDeltaToken: false,
    lookbackSecs: Math.max(...parts.map((part) => part.lookbackSecs)),
    lists: parts.flatMap((part) => part.lists),
    pages: (request) => pagesFrom(request, asPart(request.checkpoint, parts.length)),
    probe: (owner) =>
      Effect.map(
        Effect.forEach(parts, (part) => part.probe(owner)),
        (found) => found.flat()
      )
  }
}

/** What an author's own stream emits: drafts, and where it can go on. */
export interface Emitted<D> {
  readonly drafts: ReadonlyArray<D>
  /** `vendor_id`s that a delta names as gone. */
  readonly removed?: ReadonlyArray<string>
  readonly checkpoint?: Checkpoint | null
  /** On the last page of a list that has one: where the next delta begins. */
  readonly delta?: string | null
}

/** Holds an author's own stream to what `Walk` holds a pagination to: no page twice in a row, and an end. */
const ending = <D, E, R>(endpoint: string, emissions: Stream.Stream<Emitted<D>, E, R>) =>
  Stream.mapAccumEffect(emissions, { count: 0, previous: [] as ReadonlyArray<D> }, ({ count, previous }, emitted) => {
    const bad = (detail: string) => Effect.fail(new VendorError.BadPayload({ endpoint, status: 200, detail }))
    if (count >= Walk.MAX_PAGES) return bad(`did not end after ${Walk.MAX_PAGES} pages`)
    if (Walk.samePage(emitted.drafts, previous)) return bad("repeated a page")
    return Effect.succeed([{ count: count + 1, previous: emitted.drafts }, emitted] as const)
  })

/** The one escape hatch, for a list that no pagination describes: an author's own stream of drafts. */
export const fromStream = <K extends RecordKind.Any>(options: {
  readonly record: K
  readonly endpoint: string
  readonly permissions: ReadonlyArray<string>
  readonly isIncremental?: boolean
  /** True where a delta begins at what an earlier page emitted as `delta`, and not at an instant. */
  readonly usesDeltaToken?: boolean
  readonly lookbackSecs?: number
  /** False where one answer holds all rows; true by default. */
  readonly isPaged?: boolean
  readonly pages: (
    request: ExtractRequest
  ) => Stream.Stream<Emitted<RecordKind.Draft<K>>, VendorError.VendorError, VendorHttp>
}): Extractor<K["exportType"]> => {
  const { endpoint, permissions, record } = options
  const own: SourceList.SourceList = {
    role: "own",
    endpoint,
    kind: record,
    permissions,
    isPaged: options.isPaged ?? true,
    pagination: null,
    accepts: null
  }
  return {
    exportType: record.exportType,
    kinds: [record],
    endpoint,
    permissions,
    optionalPermissions: [],
    isIncremental: options.isIncremental ?? false,
    usesDeltaToken: options.usesDeltaToken ?? false,
    lookbackSecs: options.lookbackSecs ?? DEFAULT_LOOKBACK_SECS,
    lists: [own],
    pages: (request) =>
      guarded(
        endpoint,
        Stream.map(ending(endpoint, options.pages(request)), (emitted): Page => {
          const mapped = emitted.drafts.map((draft) => Either.right(draft as Readonly<Record<string, unknown>>))
          return {
            batches: [Batch.make(record, request.owner, mapped, emitted.removed)],
            checkpoint: emitted.checkpoint ?? null,
            delta: emitted.delta ?? null
          }
        })
      ),
    probe: (owner) => Probe.ofFirstPage(own, options.pages({ owner, since: null, checkpoint: null, delta: null }))
  }
}

/** Asks each list of an extractor for as little as it gives: shows whether the credentials may read it. */
export const probe = (extractor: Any, owner: Owner): Probe.Probe => extractor.probe(owner)
