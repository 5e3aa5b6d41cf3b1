import { Effect, Stream } from "effect"
import type { VendorError } from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { RowReader } from "../../record/Row.js"
import * as Checkpoint from "../Checkpoint.js"
import { type ExtractRequest, isOfFullScan, type Page, provesPaths } from "../Extraction.js"
import * as LookupAnswers from "../lookup/LookupAnswers.js"
import * as LookupCache from "../lookup/LookupCache.js"
import type { Position } from "../walk/PageWalk.js"
import type { ChildContext } from "./Child.js"
import * as ChildPages from "./ChildPages.js"
import * as EventLog from "./EventLog.js"
import * as KnownParents from "./KnownParents.js"
import * as ListDescription from "./ListDescription.js"
import type { Checked } from "./ListOptions.js"
import {
  type DetailTally,
  inner,
  isOfWholeList,
  last,
  type PageContext,
  read,
  withMissing,
  withUnread
} from "./ListPage.js"
import * as MissingParents from "./MissingParents.js"
import type { RowSource, SourcePage } from "./RowSource.js"

/** What the pages of one run share. */
type RunContext = Omit<ChildContext, "base"> & PageContext

/** A page of rows, with the position before it. */
interface Step {
  readonly page: SourcePage
  readonly before: Position | null
}

/** The batches of a page with what its rows tell: removals of the first `kinds`, which the rows become, and records of other kinds. */
const withChanges = (batches: Page["batches"], { changes }: SourcePage, kinds: number): Page["batches"] => {
  if (changes === undefined) return batches
  const { related, removed } = changes
  return [...batches.map((batch, index) => (index < kinds ? { ...batch, removed } : batch)), ...related]
}

/** Pages of rows become pages of records: each as a whole, or in parts if there are lists below its rows. */
export const make = <Row>(
  options: Checked<Row>,
  kinds: readonly [RecordKind.Any, ...ReadonlyArray<RecordKind.Any>],
  readRow: RowReader<Row>,
  source: RowSource
): ((request: ExtractRequest) => Stream.Stream<Page, VendorError, VendorHttp>) => {
  const { also, children, isLog = false, record } = options
  const hasState = ListDescription.hasDeltaState(options)
  const lookups = ListDescription.lookupsOf(options).map(({ lookup }) => lookup)
  const below: ChildPages.ChildPages<Row> = { kind: record, children }
  const readPage = read(options, kinds, readRow)
  const isCounted = (request: ExtractRequest) => record !== null && isOfWholeList(request)

  const whole = (page: SourcePage, request: ExtractRequest, context: RunContext) =>
    Effect.map(readPage(page, context), ({ batches, missing }) =>
      withUnread(
        withMissing(last(withChanges(batches, page, 1 + also.length), page, isCounted(request)), [
          ...missing,
          ...context.cache.takeMissing()
        ]),
        context.cache.takeUnread()
      )
    )

  const resumable = (page: Page, { cache }: RunContext): Page => {
    const { checkpoint } = page
    if (checkpoint === null) return page
    if (!LookupAnswers.areProven(lookups, cache)) return { ...page, checkpoint: null }
    return LookupAnswers.areUnanswered(lookups, cache) ? { ...page, checkpoint: Checkpoint.unproven(checkpoint) } : page
  }

  /** The checkpoint moves past the page only with the last part. */
  const inParts = ({ before, page }: Step, request: ExtractRequest, run: RunContext) =>
    Stream.unwrap(
      Effect.map(readPage(page, run), ({ batches, missing, parents }) => {
        const context: ChildContext = { ...run, base: page.base ?? "" }
        const part = (batches: Page["batches"]) =>
          withUnread(withMissing(inner(batches, before), run.cache.takeMissing()), run.cache.takeUnread())
        const isEnd = page.after === null
        const end = Effect.map(ChildPages.check(below, context, isEnd), () => {
          const ended = last([], page, isCounted(request))
          return isEnd && hasState ? { ...ended, delta: run.known.state() } : ended
        })
        return Stream.make(withMissing(part(withChanges(batches, page, 1 + also.length)), missing)).pipe(
          Stream.concat(ChildPages.read(below, parents, request, context, part)),
          Stream.concat(Stream.fromEffect(end))
        )
      })
    )

  return (request) =>
    Stream.unwrap(
      Effect.map(
        Effect.all([VendorHttp, isLog ? EventLog.firstInstantNow(request) : Effect.succeed(null)]),
        ([{ furtherBaseUrls }, first]) => {
          const cache = LookupCache.make(provesPaths(request))
          const known = hasState ? KnownParents.begin(request.delta, request.since, first) : KnownParents.NONE
          const details: DetailTally = { isOfChanges: !isOfFullScan(request), found: 0, lost: 0 }
          const context: RunContext = { owner: request.owner, cache, details, missing: MissingParents.make(), known }
          // The state is no place in the list.
          const { from, pages } = source.read(
            hasState ? { ...request, delta: null } : request,
            furtherBaseUrls.length + 1
          )
          // A stream per page costs more than most pages, so only those with lists below them get one.
          if (children.length === 0) {
            return Stream.mapEffect(pages, (page) =>
              Effect.map(whole(page, request, context), (read) => resumable(read, context))
            )
          }
          const steps = Stream.mapAccum(pages, from, (before, page): readonly [Position | null, Step] => [
            page.after,
            { page, before }
          ])
          return Stream.flatMap(steps, (step) => inParts(step, request, context)).pipe(
            Stream.map((part) => resumable(part, context))
          )
        }
      )
    ).pipe(Stream.mapError((error) => source.explain(request, error)))
}
