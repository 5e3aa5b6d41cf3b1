import { Effect, Option, Stream } from "effect"
import type * as RecordKind from "../../record/RecordKind.js"
import type { ExtractRequest, Page } from "../Extraction.js"
import * as LookupAnswers from "../lookup/LookupAnswers.js"
import { AccessObserver } from "../walk/AccessObserver.js"
import * as Child from "./Child.js"
import type { Parent } from "./ListPage.js"
import * as ListPage from "./ListPage.js"

/** The lists below the rows of an extractor. */
export interface ChildPages<Row> {
  /** The kind of the rows' own records; null if they have none. */
  readonly kind: RecordKind.Any | null
  /** The lists below each row. */
  readonly children: ReadonlyArray<Child.Child<Row>>
}

/** Identifies a row in the extractor's list: the id alone at the first base address, because the same id at another one is another row. */
const keyOf = (id: string, { base }: Pick<Child.ChildContext, "base">): string => (base === "" ? id : `${base} ${id}`)

/** What is known of a row: that these lists below it were read. Another list was not, even if the row was there. */
const knownAs = <Row>(key: string, children: ReadonlyArray<Child.Child<Row>>, row: Row): string =>
  [key, ...children.filter((child) => child.when(row)).map(({ endpoint }) => endpoint)].join(" ")

/** The rows below which this scan has not read every list yet. */
const withoutCompleted = <Row>(
  { children }: ChildPages<Row>,
  parents: ReadonlyArray<Parent<Row>>,
  { completedParents }: ExtractRequest,
  context: Child.ChildContext
) => {
  if (completedParents === undefined) return Effect.succeed(parents)
  const keys = parents.flatMap(({ id }) => (id === null ? [] : [keyOf(id, context)]))
  return Effect.map(completedParents(keys), (completed) => {
    for (const { id, row } of parents) {
      const key = id === null ? null : keyOf(id, context)
      if (key !== null && completed.has(key)) context.known.add(knownAs(key, children, row))
    }
    return parents.filter(({ id }) => id === null || !completed.has(keyOf(id, context)))
  })
}

/** The lists below one row, as parts of its page; the last part says that they are complete, unless one of them was missing. */
const belowRow = <Row>(
  { children, kind }: ChildPages<Row>,
  { id, row }: Parent<Row>,
  context: Child.ChildContext,
  part: (batches: Page["batches"]) => Page
) =>
  Stream.suspend(() => {
    const { known, missing } = context
    const before = missing.count()
    const key = id === null ? null : keyOf(id, context)
    const since = known.sinceOf(key === null ? null : knownAs(key, children, row))
    let isWhole = true
    return Stream.fromIterable(children.filter((child) => child.when(row))).pipe(
      Stream.flatMap((child) => Child.pages(child, { row, kind, vendorId: id, since }, context)),
      Stream.zipWithNext,
      Stream.map(([{ batches, missing: left }, next]): Page => {
        isWhole &&= left.length === 0
        const isComplete = Option.isNone(next) && isWhole && missing.count() === before
        const page = ListPage.withMissing(part(batches), left)
        if (key === null || !isComplete) return page
        known.add(knownAs(key, children, row))
        return { ...page, completedParents: [key] }
      })
    )
  })

/** The lists below the rows of a page, as parts of the page that `part` makes; those that an earlier run completed are not read again. */
export const read = <Row>(
  below: ChildPages<Row>,
  parents: ReadonlyArray<Parent<Row>>,
  request: ExtractRequest,
  context: Child.ChildContext,
  part: (batches: Page["batches"]) => Page
) =>
  Stream.unwrap(
    Effect.map(withoutCompleted(below, parents, request, context), (remaining) =>
      Stream.flatMap(Stream.fromIterable(remaining), (parent) => belowRow(below, parent, context, part))
    )
  )

/** Fails if more lists or answers were missing than deleted rows can explain; run it before the checkpoint moves past a page. */
export const check = <Row>({ children }: ChildPages<Row>, { cache, missing }: Child.ChildContext, isEnd: boolean) =>
  Effect.flatMap(AccessObserver, (observer) =>
    // A test of the credentials has the answers of one row.
    observer !== null
      ? Effect.void
      : Effect.zipRight(
          missing.check,
          LookupAnswers.check(
            children.flatMap((child) => child.lookups),
            cache,
            isEnd
          )
        )
  )
