import { Effect, type Either, Stream } from "effect"
import type { Query } from "../http/Request.js"
import type { VendorError } from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"
import { readable } from "../record/Row.js"
import * as Child from "./ChildList.js"
import * as DetailRequest from "./DetailRequest.js"
import type { Mention } from "./EmbeddedRecords.js"
import * as ExportJob from "./ExportJob.js"
import * as SourceList from "./ListInfo.js"
import * as Lookup from "./Lookup.js"
import * as Walk from "./PageWalk.js"

/** What asking one list for as little as it gives has shown. */
export interface Finding {
  readonly list: SourceList.SourceList
  /** Why it cannot be read; null where it can. */
  readonly error: VendorError | null
}

/**
 * Asks each list of an extractor for as little as it gives, each on its own, so that one refusal hides no other.
 *
 * What hangs below rows is asked below one of them; where there is none, nothing is found about it.
 */
export type AccessCheck = Effect.Effect<ReadonlyArray<Finding>, never, VendorHttp>

/** Whether the export goes on without the list, some fields of its records null: a lookup that may be refused, and is. */
export const isHarmless = ({ list, error }: Finding): boolean =>
  error !== null &&
  list.role === "lookup" &&
  Lookup.isHarmless({ endpoint: list.endpoint, isRequired: list.isRequired === true }, error)

/** Base addresses that are asked at the same time. */
const BASES_AT_ONCE = 4

type Rows = ReadonlyArray<unknown>

const ask = (list: SourceList.SourceList, rows: Effect.Effect<Rows, VendorError, VendorHttp>) =>
  Effect.match(rows, {
    onFailure: (error): { readonly rows: Rows; readonly finding: Finding } => ({ rows: [], finding: { list, error } }),
    onSuccess: (rows) => ({ rows, finding: { list, error: null } })
  })

const ofLookups = (peeks: ReadonlyArray<Lookup.Peek>): AccessCheck =>
  Effect.forEach(peeks, ({ lookup, rows }) =>
    Effect.map(ask(SourceList.ofLookup(lookup), rows), ({ finding }) => finding)
  )

const ofChild = <Row>(child: Child.Child<Row>, parent: Row, base: string): AccessCheck =>
  Effect.gen(function* () {
    const { finding, rows } = yield* ask(SourceList.ofChild(child), Walk.peek(Child.walkOf(child, parent, base)))
    return [finding, ...(yield* ofLookups(child.peek(rows, parent, base)))]
  })

/** What a paged list is made of. */
interface Lists<Row> {
  readonly own: SourceList.SourceList
  readonly walk: Walk.Walk
  readonly details: { readonly request: DetailRequest.DetailRequest; readonly list: SourceList.SourceList } | null
  readonly readRow: (row: unknown) => Either.Either<Row, unknown>
  readonly lookups: Lookup.Lookups<Row>
  readonly children: ReadonlyArray<Child.Child<Row>>
  readonly mentions: ReadonlyArray<Mention<Row>>
}

/** The list at each base address; its details, and what hangs below it, at the first one that has a row. */
export const ofList = <Row>({ own, walk, details, readRow, lookups, children, mentions }: Lists<Row>): AccessCheck =>
  Effect.gen(function* () {
    const { furtherBaseUrls } = yield* VendorHttp
    const answers = yield* Effect.forEach(
      ["", ...furtherBaseUrls],
      (base, index) => Effect.map(ask(own, Walk.peek(walk, index)), (answer) => ({ ...answer, base })),
      { concurrency: BASES_AT_ONCE }
    )
    const findings = answers.map(({ finding }) => finding)
    const { base, rows: listed } = answers.find(({ rows }) => rows.length > 0) ?? { base: "", rows: [] }
    if (listed.length === 0) return findings
    const detailed =
      details === null
        ? null
        : yield* ask(details.list, DetailRequest.fetch(details.request, listed.slice(0, details.request.batch)))
    const parents = readable(detailed?.rows ?? listed, readRow)
    const mentioned = mentions.flatMap((mention) => mention.peek(parents, base))
    const asked = yield* ofLookups([...Lookup.peek(lookups, parents, base), ...mentioned])
    const below = yield* Effect.forEach(children, (child) => {
      const parent = parents.find((row) => child.when(row))
      return parent === undefined ? Effect.succeed([]) : ofChild(child, parent, base)
    })
    return [...findings, ...(detailed === null ? [] : [detailed.finding]), ...asked, ...below.flat()]
  })

/** The job that prepares a list, which may be refused when it is started or when it is looked at. */
export const ofJob = (
  job: ExportJob.ExportJob,
  query: Query,
  lists: readonly [SourceList.SourceList, ...ReadonlyArray<SourceList.SourceList>]
): AccessCheck =>
  Effect.match(ExportJob.peek(job, query), {
    onFailure: (error) => [{ list: lists.find(({ endpoint }) => endpoint === error.endpoint) ?? lists[0], error }],
    onSuccess: () => lists.filter(({ role }) => role === "job").map((list) => ({ list, error: null }))
  })

/** An author's own stream gives a page of what it asks for: no less can be asked. */
export const ofFirstPage = (
  list: SourceList.SourceList,
  pages: Stream.Stream<unknown, VendorError, VendorHttp>
): AccessCheck =>
  Effect.map(ask(list, Effect.as(Stream.runDrain(Stream.take(pages, 1)), [])), ({ finding }) => [finding])
