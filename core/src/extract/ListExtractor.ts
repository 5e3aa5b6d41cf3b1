import { Effect, Either, Stream } from "effect"
import { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import * as Mapping from "../record/Mapping.js"
import type * as RecordKind from "../record/RecordKind.js"
import * as Probe from "./AccessCheck.js"
import * as Child from "./ChildList.js"
import * as Details from "./DetailRequest.js"
import * as ExportJob from "./ExportJob.js"
import {
  type Any,
  type Checkpoint,
  DEFAULT_LOOKBACK_SECS,
  type Extractor,
  type ExtractRequest,
  type Page
} from "./Extraction.js"
import * as SourceList from "./ListInfo.js"
import type { Checked, ListOptions, Options } from "./ListOptions.js"
import * as Lookup from "./Lookup.js"
import * as Vanished from "./MissingParents.js"
import * as Walk from "./PageWalk.js"
import type { Query } from "./Pagination.js"
import { guarded } from "./RejectionLimit.js"

/** Rows that ask their questions at the same time. */
const LOOKUPS_AT_ONCE = 4

/** Where a checkpoint stands; one that another release of the connector wrote may name a list that is no more. */
const asPosition = (checkpoint: Checkpoint | null, lists: number): Walk.Position | null => {
  if (checkpoint === null) return null
  const { list, next } = checkpoint as Partial<Walk.Position>
  return typeof list === "number" && list < lists ? { list, next: next ?? null } : null
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
    pages: (request) => guarded(endpoint, request, pages(request))
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
