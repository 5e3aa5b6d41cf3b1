import type { Effect, Stream } from "effect"
import * as Request from "../../http/Request.js"
import type { VendorError } from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as Checkpoints from "../Checkpoint.js"
import type { Checkpoint, ExtractRequest } from "../Extraction.js"
import * as RowId from "../row/RowId.js"
import * as PageWalk from "../walk/PageWalk.js"
import * as ExportJob from "./ExportJob.js"
import * as LatestChanges from "./LatestChanges.js"
import type { Checked } from "./ListOptions.js"
import * as NewestFirst from "./NewestFirst.js"
import type { ParsedChanges } from "./ParsedChanges.js"
import type { SourceList } from "./SourceList.js"

/** A page of rows. */
export interface SourcePage extends PageWalk.WalkedPage {
  /** The changes in its rows, if the list reports changes; otherwise absent. */
  readonly changes?: ParsedChanges
}

/** The pages of one run. */
export interface Reading {
  /** The position before the first page; null for the start. */
  readonly from: PageWalk.Position | null
  /** The pages, each with the position after it. */
  readonly pages: Stream.Stream<SourcePage, VendorError, VendorHttp>
}

/** Where the rows of an extractor come from: the pages of a list, or the chunks of a job that the vendor prepares. */
export interface RowSource {
  /** Every list that it requests; the one with the rows comes first. */
  readonly lists: readonly [SourceList, ...ReadonlyArray<SourceList>]
  /** Reads from where the request says; `bases` is the number of the vendor's base addresses. */
  readonly read: (request: ExtractRequest, bases: number) => Reading
  /** What an error means for the run, be it from a page or from what belongs to its rows. */
  readonly explain: (request: ExtractRequest, error: VendorError) => VendorError
  /** Releases what a scan holds at the vendor; absent if it holds nothing. */
  readonly giveUp?: (checkpoint: Checkpoint) => Effect.Effect<void, never, VendorHttp>
}

/** The position that a checkpoint holds; null at the start, and if it names a list that this release of the connector no longer has. */
const asPosition = (checkpoint: Checkpoint | null, lists: number): PageWalk.Position | null => {
  const { isIndex, list, next, tally, window } = (Checkpoints.positionIn(checkpoint) ??
    {}) as Partial<PageWalk.Position>
  if (typeof list !== "number" || list >= lists) return null
  return {
    list,
    next: next ?? null,
    ...(tally === undefined ? {} : { tally }),
    ...(window === undefined ? {} : { window }),
    ...(isIndex === true ? { isIndex } : {})
  }
}

/** The position with which a run begins; null for the start. A delta begins at its token unless the checkpoint names one of its pages. */
export const firstPosition = ({ checkpoint, delta }: ExtractRequest, lists: number): PageWalk.Position | null => {
  const position = asPosition(checkpoint, lists)
  if (delta === null || (position !== null && position.next !== null)) return position
  return { list: 0, next: { url: delta } }
}

/**
 * The parameters of the lists that a run reads: those of the whole list, and of what changed since an instant. Lists that differ only in what
 * `since` replaces are one.
 */
const queriesOf = <Row>(
  { newestFirst, queries = [{}], since }: Checked<Row>,
  request: ExtractRequest
): ReadonlyArray<Request.Query> => {
  if (request.since === null) return queries
  const changed = since?.(request.since) ?? newestFirst?.query
  if (changed === undefined) return queries
  const lists = queries.map((query) => Request.mergeParameters(query, changed))
  return [...new Map(lists.map((query) => [JSON.stringify(query), query])).values()]
}

const ofList = <Row>(options: Checked<Row>, own: SourceList): RowSource => {
  const { changeOrder, decode, endpoint, headers, id = "id", newestFirst, pagination, post } = options
  const walkOf = (queries: ReadonlyArray<Request.Query>): PageWalk.Walk => {
    const decoded = decode === undefined ? {} : { decode }
    const walk = { endpoint, url: endpoint, pagination, queries, isEverywhere: true, ...decoded }
    return { ...walk, ...(headers === undefined ? {} : { headers }), ...(post === undefined ? {} : { post }) }
  }
  return {
    lists: [own],
    read: (request, bases) => {
      const queries = queriesOf(options, request)
      const from = firstPosition(request, queries.length * bases)
      const walk = { ...walkOf(queries), isDelta: request.delta !== null, isTopLevel: request.isReread !== true }
      const read = (position: PageWalk.Position | null) => PageWalk.pages(walk, position)
      if (changeOrder !== undefined && request.since !== null) {
        return { from, pages: LatestChanges.ofPages(endpoint, RowId.reader(id), changeOrder)(read(from)) }
      }
      if (newestFirst === undefined || request.since === null) return { from, pages: read(from) }
      return { from, pages: NewestFirst.until(newestFirst, request.since, queries.length * bases, read)(from) }
    },
    explain: (_, error) => error
  }
}

const ofJob = <Row>(options: Checked<Row>, own: SourceList, job: ExportJob.ExportJob): RowSource => {
  const lists = ExportJob.lists(job, own)
  return {
    lists,
    read: (request, bases) => {
      const queries = queriesOf(options, request)
      const from = firstPosition(request, queries.length * bases)
      return { from, pages: ExportJob.pages(job, queries[0] ?? {}, from) }
    },
    explain: ({ checkpoint }, error) => (Checkpoints.isStart(checkpoint) ? error : ExportJob.withoutRows(error)),
    giveUp: (checkpoint) => ExportJob.giveUp(job, asPosition(checkpoint, 1))
  }
}

/** The source of the rows of `own`, the list that the options declare. */
export const make = <Row>(options: Checked<Row>, own: SourceList): RowSource =>
  options.exportJob === undefined ? ofList(options, own) : ofJob(options, own, options.exportJob)
