import { Effect } from "effect"
import * as EventLoop from "../../EventLoop.js"
import type * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as PageWalk from "../PageWalk.js"
import * as BatchedLookup from "./BatchedLookup.js"
import * as JoinedLookup from "./JoinedLookup.js"
import type { Answer, LookupCache, Question } from "./LookupCache.js"
import type { Any, Lookup, Lookups } from "./LookupOptions.js"
import * as LookupQuestion from "./LookupQuestion.js"
import * as MissingTally from "./MissingTally.js"
import * as RowLookup from "./RowLookup.js"
import * as SharedLookup from "./SharedLookup.js"

/** How many rows of a page run their lookups concurrently. */
const ROWS_AT_ONCE = 4

/** The answers to the lookups of one row, by the lookups' names. */
export type RowAnswers = Readonly<Record<string, Answer>>

/** A lookup, and the request for as little of its answer as possible. */
export interface Peek {
  /** The lookup. */
  readonly lookup: Any
  /** Requests the answer. */
  readonly rows: Effect.Effect<ReadonlyArray<unknown>, VendorError.VendorError, VendorHttp>
}

/** The walk that asks about the first of the rows that the lookup applies to; null if there is none. */
const peekWalkOf = <Parent>(
  lookup: Lookup<Parent, unknown>,
  parents: ReadonlyArray<Parent>,
  base: string
): PageWalk.Walk | null => {
  const { scope, when } = lookup
  if (scope._tag === "Batched") return BatchedLookup.peekWalkOf(lookup, scope, parents, base)
  const [parent] = parents.filter(when)
  return parent === undefined ? null : LookupQuestion.walkOf(lookup, parent, base)
}

/** Each lookup once, for the first of the rows that it applies to. */
export const peek = <Parent>(
  lookups: Lookups<Parent>,
  parents: ReadonlyArray<Parent>,
  base = ""
): ReadonlyArray<Peek> =>
  Object.values(lookups).flatMap((lookup) => {
    const walk = peekWalkOf(lookup, parents, base)
    return walk === null ? [] : [{ lookup, rows: PageWalk.peek(walk) }]
  })

/** The answer to one lookup for a row; run `prepare` for the row before. `base` is the base address at which the row was found, empty for the first. */
export const ask = <Parent>(lookup: Lookup<Parent, unknown>, parent: Parent, cache: LookupCache, base = ""): Question =>
  Effect.suspend(() => {
    if (!lookup.when(parent)) return Effect.succeed<Answer>({ _tag: "NotAsked" })
    const { scope } = lookup
    if (scope._tag === "Batched") return Effect.succeed(BatchedLookup.answer(lookup, scope, parent, cache, base))
    const asked = LookupQuestion.make(lookup, parent, cache, base)
    switch (scope._tag) {
      case "Row":
        return RowLookup.answer(asked)
      case "Shared":
        return SharedLookup.answer(asked)
      case "Joined":
        return JoinedLookup.answer(asked, scope)
    }
  })

/** Requests what lookups need that ask about several rows at once. */
export const prepare = <Parent>(
  lookups: Lookups<Parent>,
  parents: ReadonlyArray<Parent>,
  cache: LookupCache,
  base = ""
): Effect.Effect<void, VendorError.VendorError, VendorHttp> =>
  Effect.forEach(
    Object.values(lookups),
    (lookup) =>
      lookup.scope._tag === "Batched" ? BatchedLookup.prepare(lookup, lookup.scope, parents, cache, base) : Effect.void,
    { discard: true }
  )

/** The answers to all lookups for a row; run `prepare` for the row before. */
export const askAll = <Parent>(
  lookups: Lookups<Parent>,
  parent: Parent,
  cache: LookupCache,
  base = ""
): Effect.Effect<RowAnswers, VendorError.VendorError, VendorHttp> =>
  Effect.map(
    Effect.forEach(Object.entries(lookups), ([name, lookup]) =>
      Effect.map(ask(lookup, parent, cache, base), (answer) => [name, answer] as const)
    ),
    Object.fromEntries
  )

/** The answers for a row that no question is asked about. */
export const NO_ANSWERS: RowAnswers = {}

/** The answers to all lookups for each of the items; none for an item without a row. */
export const askForEach = <Item, Parent>(
  lookups: Lookups<Parent>,
  items: ReadonlyArray<Item>,
  rowOf: (item: Item) => Parent | null,
  cache: LookupCache,
  base = ""
): Effect.Effect<ReadonlyArray<RowAnswers>, VendorError.VendorError, VendorHttp> => {
  if (Object.keys(lookups).length === 0) return Effect.succeed(items.map(() => NO_ANSWERS))
  const askFor = (item: Item) => {
    const row = rowOf(item)
    return row === null ? Effect.succeed(NO_ANSWERS) : askAll(lookups, row, cache, base)
  }
  const rows = items.flatMap((item) => rowOf(item) ?? [])
  const answers = Effect.forEach(items, (item) => Effect.zipRight(EventLoop.pause, askFor(item)), {
    concurrency: ROWS_AT_ONCE
  })
  return Effect.zipRight(prepare(lookups, rows, cache, base), answers)
}

/** Whether the run reads a whole list and has found no answer to this required lookup yet, although rows lacked one: its path may be wrong. */
const isUnproven = (lookup: Any, cache: LookupCache): boolean =>
  !lookup.isOptional && cache.isWholeScan && MissingTally.isUnproven(cache.stateOf(lookup).tally)

/**
 * Whether nothing says that the path of a required lookup is wrong. Only then may the checkpoint move: a run that goes on behind rows
 * without an answer could not find out any more that no row has one.
 */
export const areProven = (lookups: ReadonlyArray<Any>, cache: LookupCache): boolean =>
  lookups.every((lookup) => !isUnproven(lookup, cache))

/**
 * Fails if a required lookup has no answer for more rows than deleted rows can explain, or for none of a whole scan.
 *
 * Run it after the rows of a page were asked about, and before anything of the page is stored; `isEnd` says that it is
 * the last page.
 */
export const check = (
  lookups: Iterable<Any>,
  cache: LookupCache,
  isEnd: boolean
): Effect.Effect<void, VendorError.VendorError> =>
  Effect.suspend(() => {
    for (const lookup of lookups) {
      const { endpoint, isOptional, mayBeMissing } = lookup
      const { rows, tally } = cache.stateOf(lookup)
      if (isOptional) continue
      const isTooMany = !mayBeMissing && MissingTally.isTooMany(tally, MissingTally.TOLERATED_AT_PAGE_END)
      if (isTooMany || (isEnd && isUnproven(lookup, cache)))
        return Effect.fail(MissingTally.failure(endpoint, tally, "rows"))
      if (!mayBeMissing && MissingTally.losesTooMany(rows.missing, rows.found + rows.missing))
        return Effect.fail(MissingTally.failure(endpoint, rows, "rows"))
    }
    return Effect.void
  })
