import { Deferred, Effect, type Either, Stream } from "effect"
import type { Query } from "../http/Request.js"
import type { VendorError } from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"
import type * as RecordKind from "../record/RecordKind.js"
import { readable } from "../record/Row.js"
import * as ChildList from "./ChildList.js"
import * as DetailRequest from "./DetailRequest.js"
import type { Mention } from "./EmbeddedRecords.js"
import * as ExportJob from "./ExportJob.js"
import * as ListInfo from "./ListInfo.js"
import type * as Lookup from "./lookup/Lookup.js"
import * as LookupAnswers from "./lookup/LookupAnswers.js"
import * as LookupReply from "./lookup/LookupReply.js"
import * as MissingTally from "./lookup/MissingTally.js"
import type { UnreadFields } from "./lookup/UnreadFields.js"
import * as PageWalk from "./PageWalk.js"

/** Whether the credentials may read one list. */
export interface Finding {
  /** The list. */
  readonly list: ListInfo.SourceList
  /** Why the list cannot be read; null if it can. */
  readonly error: VendorError | null
}

/**
 * Requests as little as possible from each list of an extractor; one refused list does not hide the others.
 *
 * A list below rows, or a lookup, is requested for one row only. If there is no row, the result has no finding for it.
 */
export type AccessCheck = Effect.Effect<ReadonlyArray<Finding>, never, VendorHttp>

/** Whether the error does not fail the export, because the list is a lookup that may be refused, or that may have no answer for a row. */
export const isHarmless = ({ list, error }: Finding): boolean => {
  const { endpoint, lookup } = list
  if (error === null || lookup === undefined) return false
  if (lookup.asks !== "all rows" && lookup.mayBeMissing && MissingTally.isMissing(endpoint, error)) return true
  return lookup.isOptional && LookupReply.isRefusal(endpoint, error)
}

/** The fields that records would lack; null if the list can be read, or if no field depends on it alone. */
export const unreadOf = (finding: Finding): UnreadFields | null => {
  const { error, list } = finding
  const { endpoint, lookup, permissions } = list
  if (error === null || lookup === undefined || !isHarmless(finding)) return null
  // An answer that may be missing says nothing about those of other rows.
  if (lookup.asks !== "all rows" && lookup.mayBeMissing && MissingTally.isMissing(endpoint, error)) return null
  const fields = lookup.unreadAfter(error)
  return fields.length === 0 ? null : { kind: lookup.kind, fields, endpoint, permissions, reason: error.detail }
}

/** How many base addresses are checked concurrently. */
const BASES_AT_ONCE = 4

type Rows = ReadonlyArray<unknown>

const tryToRead = (list: ListInfo.SourceList, rows: Effect.Effect<Rows, VendorError, VendorHttp>) =>
  Effect.match(rows, {
    onFailure: (error): { readonly rows: Rows; readonly finding: Finding } => ({ rows: [], finding: { list, error } }),
    onSuccess: (rows) => ({ rows, finding: { list, error: null } })
  })

const ofLookups = (peeks: ReadonlyArray<LookupAnswers.Peek>, kind: RecordKind.Any): AccessCheck =>
  Effect.forEach(peeks, ({ lookup, rows }) =>
    Effect.map(tryToRead(ListInfo.ofLookup(lookup, kind), rows), ({ finding }) => finding)
  )

const ofChild = <Row>(child: ChildList.Child<Row>, parent: Row, base: string): AccessCheck =>
  Effect.gen(function* () {
    const { finding, rows } = yield* tryToRead(
      ListInfo.ofChild(child),
      PageWalk.peek(ChildList.walkOf(child, parent, base))
    )
    return [finding, ...(yield* ofLookups(child.mapping(parent).peek(rows, base), child.kind))]
  })

/** What an extractor reads for the rows of its list. */
export interface RowUses<Row> {
  /** The kind of record that a row becomes; null if it becomes none. */
  readonly record: RecordKind.Any | null
  /** The request that turns ids into rows, and its list; null if the list has the rows itself. */
  readonly details: { readonly request: DetailRequest.DetailRequest; readonly list: ListInfo.SourceList } | null
  /** Decodes a row. */
  readonly readRow: (row: unknown) => Either.Either<Row, unknown>
  /** The questions about each row. */
  readonly lookups: Lookup.Lookups<Row>
  /** The lists below each row. */
  readonly children: ReadonlyArray<ChildList.Child<Row>>
  /** The records that a row contains. */
  readonly mentions: ReadonlyArray<Mention<Row>>
}

/** Checks the list at each base address; checks its details, lookups and child lists at the first that has a row. */
export const ofList = <Row>(
  list: ListInfo.SourceList,
  walk: PageWalk.Walk,
  { record, details, readRow, lookups, children, mentions }: RowUses<Row>
): AccessCheck =>
  Effect.gen(function* () {
    const { furtherBaseUrls } = yield* VendorHttp
    const answers = yield* Effect.forEach(
      ["", ...furtherBaseUrls],
      (base, index) => Effect.map(tryToRead(list, PageWalk.peek(walk, index)), (answer) => ({ ...answer, base })),
      { concurrency: BASES_AT_ONCE }
    )
    const findings = answers.map(({ finding }) => finding)
    const { base, rows: listed } = answers.find(({ rows }) => rows.length > 0) ?? { base: "", rows: [] }
    if (listed.length === 0) return findings
    const detailed =
      details === null
        ? null
        : yield* tryToRead(
            details.list,
            Effect.map(DetailRequest.fetch(details.request, listed.slice(0, details.request.batch)), ({ rows }) => rows)
          )
    const parents = readable(detailed?.rows ?? listed, readRow)
    const own = record === null ? [] : yield* ofLookups(LookupAnswers.peek(lookups, parents, base), record)
    const mentioned = yield* Effect.forEach(mentions, (mention) =>
      ofLookups(mention.mapping.peek(parents.flatMap(mention.things), base), mention.kind)
    )
    const below = yield* Effect.forEach(children, (child) => {
      const parent = parents.find((row) => child.when(row))
      return parent === undefined ? Effect.succeed([]) : ofChild(child, parent, base)
    })
    return [...findings, ...(detailed === null ? [] : [detailed.finding]), ...own, ...mentioned.flat(), ...below.flat()]
  })

/** Checks the job that prepares a list; the vendor may refuse to start it or to show its state. */
export const ofJob = (
  job: ExportJob.ExportJob,
  query: Query,
  lists: readonly [ListInfo.SourceList, ...ReadonlyArray<ListInfo.SourceList>]
): AccessCheck =>
  Effect.match(ExportJob.peek(job, query), {
    onFailure: (error) => [{ list: lists.find(({ endpoint }) => endpoint === error.endpoint) ?? lists[0], error }],
    onSuccess: () => lists.filter(({ role }) => role === "job").map((list) => ({ list, error: null }))
  })

/** What the requests of a stream came to, by endpoint. */
interface Observed {
  /** The first error of each endpoint that was requested; null if there was none. */
  readonly seen: ReadonlyMap<string, VendorError | null>
  /** The client to give to the stream; it sends one request to each endpoint. */
  readonly http: VendorHttp["Type"]
  /** Succeeds once the stream waits for a second answer from an endpoint, and for no other. */
  readonly isEnough: Effect.Effect<void>
}

/** How often to let other fibers of the stream go on, which may request an endpoint that was not requested yet. */
const TURNS = 10

const observe = Effect.gen(function* () {
  const http = yield* VendorHttp
  const enough = yield* Deferred.make<void>()
  const seen = new Map<string, VendorError | null>()
  let isWaiting = false
  let pending = 0
  const endIfQuiet = Effect.repeatN(Effect.yieldNow(), TURNS).pipe(
    Effect.flatMap(() => (isWaiting && pending === 0 ? Deferred.succeed(enough, undefined) : Effect.void))
  )
  const send: VendorHttp["Type"]["send"] = (request) =>
    Effect.suspend(() => {
      const { endpoint } = request
      if (seen.has(endpoint)) {
        isWaiting = true
        return Effect.zipRight(endIfQuiet, Effect.never)
      }
      seen.set(endpoint, null)
      pending += 1
      return http.send(request).pipe(
        Effect.tapError((error) => Effect.sync(() => seen.set(endpoint, error))),
        Effect.onExit(() =>
          Effect.suspend(() => {
            pending -= 1
            return isWaiting ? Effect.asVoid(Effect.forkDaemon(endIfQuiet)) : Effect.void
          })
        )
      )
    })
  const observed: Observed = { seen, http: VendorHttp.of({ ...http, send }), isEnough: Deferred.await(enough) }
  return observed
})

/**
 * Checks an author's own stream by what its first page needs, with one request to each endpoint.
 *
 * A refusal that the stream bears counts, too. If the stream fails for another reason, its own list cannot be read.
 */
export const ofStream = (
  own: ListInfo.SourceList,
  further: ReadonlyArray<ListInfo.SourceList>,
  pages: Stream.Stream<unknown, VendorError, VendorHttp>
): AccessCheck =>
  Effect.gen(function* () {
    const { http, isEnough, seen } = yield* observe
    const firstPage = Effect.provideService(Stream.runDrain(Stream.take(pages, 1)), VendorHttp, http)
    const { finding } = yield* tryToRead(own, Effect.as(Effect.raceFirst(firstPage, isEnough), []))
    const others = further.flatMap((list): ReadonlyArray<Finding> => {
      const error = seen.get(list.endpoint)
      return error === undefined ? [] : [{ list, error }]
    })
    const isExplained = others.some(({ error, list }) => error !== null && list.endpoint === finding.error?.endpoint)
    return [{ list: own, error: seen.get(own.endpoint) ?? (isExplained ? null : finding.error) }, ...others]
  })
