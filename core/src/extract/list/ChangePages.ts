import { Effect, Stream } from "effect"
import * as VendorError from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"
import * as Batch from "../../record/Batch.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { RowReader } from "../../record/Row.js"
import * as Checkpoint from "../Checkpoint.js"
import type { ExtractRequest, Page } from "../Extraction.js"
import * as ChangeSource from "./ChangeSource.js"
import type { ChangeList, Changes, Reread } from "./Changes.js"
import * as ListDescription from "./ListDescription.js"
import type { Checked } from "./ListOptions.js"
import * as ListPage from "./ListPage.js"
import * as ListPages from "./ListPages.js"
import * as ParsedChanges from "./ParsedChanges.js"
import * as RowSource from "./RowSource.js"

/** What the pages of an extractor are made of. */
interface Parts<Row> {
  readonly options: Checked<Row>
  readonly kinds: readonly [RecordKind.Any, ...ReadonlyArray<RecordKind.Any>]
  readonly readRow: RowReader<Row>
  /** Where the rows of the whole list come from. */
  readonly source: RowSource.RowSource
}

type Pages = (request: ExtractRequest) => Stream.Stream<Page, VendorError.VendorError, VendorHttp>

/** The options for reading changed rows again. */
const rereadOptions = <Row>(
  options: Checked<Row>,
  { children, lookups }: Pick<Reread<Row, Checked<Row>["lookups"]>, "children" | "lookups">
): Checked<Row> => ({
  ...options,
  ...(lookups === undefined ? {} : { lookups }),
  children: children ?? options.children
})

/** Reads the current state of changed rows. */
const rereadRows =
  <Row>({ kinds, options, readRow, source }: Parts<Row>, reread: Reread<Row, Checked<Row>["lookups"]>) =>
  ({ owner }: ExtractRequest, ids: ReadonlyArray<string>) => {
    if (ids.length === 0) return Effect.succeed({ batches: [], missing: [], unread: [] })
    const { queries = [{}] } = options
    const again: Checked<Row> = {
      ...rereadOptions(options, reread),
      queries: queries.flatMap((query) => reread.queries(ids).map((some) => ({ ...query, ...some })))
    }
    const pages = ListPages.make(again, kinds, readRow, RowSource.make(again, source.lists[0]))
    const request = { owner, since: null, checkpoint: null, delta: null, isReread: true }
    return Effect.map(Stream.runCollect(pages(request)), (all) => ({
      batches: [...all].flatMap(({ batches }) => batches),
      missing: [...all].flatMap(({ missing = [] }) => missing),
      unread: [...all].flatMap(({ unread = [] }) => unread)
    }))
  }

/** The pages of a delta whose changes say only which rows changed. */
const rereading = <Row>(
  parts: Parts<Row>,
  changes: Changes<Row>,
  feed: RowSource.RowSource,
  reread: Reread<Row, Checked<Row>["lookups"]>
): Pages => {
  const ofRows = [parts.kinds[0], ...parts.options.also.map(({ kind }) => kind)]
  const readAgain = rereadRows(parts, reread)
  return (request) =>
    Stream.suspend(() => {
      let count = 0
      return Stream.mapEffect(feed.read(request, 1).pages, (page) =>
        Effect.gen(function* () {
          const { changed, related, removed, unreadable } = ParsedChanges.read(changes, request.owner, page.rows)
          count += changed.length
          if (reread.most !== undefined && count >= reread.most) {
            const { endpoint } = feed.lists[0]
            const detail = `listed ${count} changed rows, so a full scan is cheaper`
            return yield* new VendorError.CheckpointExpired({ endpoint, status: 200, detail })
          }
          const { batches, missing, unread } = yield* readAgain(request, changed)
          const reported = [...related, ...ofRows.map((kind) => Batch.make(kind, request.owner, unreadable, removed))]
          return ListPage.withUnread(
            ListPage.withMissing(ListPage.last([...batches, ...reported], page, false), missing),
            unread
          )
        })
      )
    }).pipe(Stream.mapError((error) => feed.explain(request, error)))
}

/**
 * The pages of a scan that begins again, with a token for the changes after this beginning.
 *
 * The store keeps the token of the first beginning, if there was one. If the vendor refused it then, this one says nothing about what the lists
 * below rows had until now that the scan has read before: it is passed on only if the run skips none of them, which its first page decides.
 */
const withTokenAgain = (listed: Pages, request: ExtractRequest, delta: string) =>
  Stream.suspend(() => {
    const { completedParents } = request
    let hasSkipped = false
    let isTold = false
    const noticing =
      completedParents === undefined
        ? request
        : {
            ...request,
            completedParents: (ids: ReadonlyArray<string>) =>
              Effect.tap(completedParents(ids), ({ size }) =>
                Effect.sync(() => {
                  hasSkipped ||= size > 0
                })
              )
          }
    const pages = Stream.map(listed(noticing), (page): Page => {
      if (isTold || hasSkipped || page.checkpoint === null) return page
      isTold = true
      return { ...page, delta }
    })
    const end = Stream.suspend(() =>
      isTold || hasSkipped ? Stream.empty : Stream.make<[Page]>({ batches: [], checkpoint: null, delta })
    )
    return Stream.concat(pages, end)
  })

/** A full scan, whose first page has the token for the changes after its start. */
const withFirstToken =
  (listed: Pages, list: ChangeList): Pages =>
  (request) =>
    !Checkpoint.isStart(request.checkpoint)
      ? listed(request)
      : Stream.unwrap(
          Effect.gen(function* () {
            const { furtherBaseUrls } = yield* VendorHttp
            // One list of changes says nothing about the lists at other base addresses.
            const delta = furtherBaseUrls.length > 0 ? null : yield* ChangeSource.firstToken(list)
            if (delta === null) return listed(request)
            if (Checkpoint.isAgain(request.checkpoint)) return withTokenAgain(listed, request, delta)
            return Stream.map(Stream.zipWithIndex(listed(request)), ([page, index]): Page => {
              return index === 0 ? { ...page, delta } : page
            })
          })
        )

/**
 * A full scan of a list that has the token on its last page: a scan that begins again gets a later token than the one of its beginning, so it
 * reads everything again, also the lists below rows that it has completed.
 */
const withOwnToken =
  (listed: Pages): Pages =>
  ({ completedParents, ...request }) =>
    Checkpoint.isStart(request.checkpoint) || completedParents === undefined
      ? listed(request)
      : listed({ ...request, completedParents })

/** How an extractor reads what changed, and its lists of changes. */
export interface Followed {
  /** Reads the whole list, or what changed if the request has a token. */
  readonly pages: Pages
  /** The list of changes; none if the list itself has them. */
  readonly lists: RowSource.RowSource["lists"] | readonly []
}

/** Reads the list completely in full scans, and in between only what the vendor tells of its changes. */
export const follow = <Row>(parts: Parts<Row>, changes: Changes<Row>): Followed => {
  const { kinds, options, readRow, source } = parts
  const { list, reread } = changes
  if (reread !== null) ListDescription.lookupsOf(rereadOptions(options, reread))
  const pagesOf = (rows: RowSource.RowSource) => ListPages.make(options, kinds, readRow, rows)
  const feed = list === null ? ChangeSource.ofOwn(source) : ChangeSource.ofList(changes, list, kinds[0])
  const listed = pagesOf(ChangeSource.withParsedChanges(feed, changes))
  const full = list === null ? withOwnToken(listed) : withFirstToken(pagesOf(source), list)
  const delta = reread === null ? listed : rereading(parts, changes, feed, reread)
  return {
    pages: (request) => (request.delta === null ? full(request) : delta(request)),
    lists: list === null ? [] : feed.lists
  }
}
