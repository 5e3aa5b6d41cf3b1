import { Array as Arr, Effect } from "effect"
import * as EventLoop from "../../EventLoop.js"
import type * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import type { Answer, Asking, LookupCache, LookupState } from "./LookupCache.js"
import type { Any, Batched, Lookup, Lookups } from "./LookupOptions.js"
import * as LookupOptions from "./LookupOptions.js"
import * as LookupReply from "./LookupReply.js"
import * as MissingTally from "./MissingTally.js"

/** How many batches of a lookup are requested concurrently. */
const BATCHES_AT_ONCE = 4
/** How many rows of a page run their lookups concurrently. */
const ROWS_AT_ONCE = 4

/** The answers to the lookups of one row, by the lookups' names. */
export type RowAnswers = Readonly<Record<string, Answer>>

/** Asks a question once for all that ask alike, unless the vendor has refused the lookup so often that asking again is useless. */
const reply = (lookup: Any, question: LookupOptions.Question, cache: LookupCache): Asking =>
  Effect.suspend(() => {
    const refused = LookupReply.givenUp(lookup, cache.stateOf(lookup))
    return refused === null
      ? cache.once(lookup, LookupOptions.identityOf(question), LookupReply.read(lookup, question, cache))
      : Effect.succeed(refused)
  })

/** The same key at another base address is another row. */
const keyAt = (key: string, base: string): string => (base === "" ? key : `${base} ${key}`)

const textOf = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

const charactersOf = (answer: Answer): number => JSON.stringify(answer, textOf).length

/** Requests, in batches, what the rows need and the run does not have yet. */
const askForKeys = <Parent>(
  lookup: Lookup<Parent, unknown>,
  batch: Batched<Parent>,
  parents: ReadonlyArray<Parent>,
  cache: LookupCache,
  base: string
) =>
  Effect.suspend(() => {
    const { keyed } = cache.stateOf(lookup)
    const keys = LookupOptions.keysOf(lookup, batch, parents)
    keyed.trim(new Set(keys.map((key) => keyAt(key, base))))
    const unknown = keys.filter((key) => keyed.get(keyAt(key, base)) === undefined)
    return Effect.forEach(
      Arr.chunksOf(unknown, batch.size),
      (chunk) =>
        Effect.map(reply(lookup, LookupOptions.questionOfKeys(lookup, batch, chunk, base), cache), ({ answerFor }) => {
          for (const key of chunk) {
            const at = keyAt(key, base)
            const answer = answerFor(key)
            keyed.add(at, answer, at.length + charactersOf(answer))
          }
        }),
      { concurrency: BATCHES_AT_ONCE, discard: true }
    )
  })

/** Requests what lookups need that ask for several keys at once. */
export const prepare = <Parent>(
  lookups: Lookups<Parent>,
  parents: ReadonlyArray<Parent>,
  cache: LookupCache,
  base = ""
): Effect.Effect<void, VendorError.VendorError, VendorHttp> =>
  Effect.forEach(
    Object.values(lookups),
    (lookup) =>
      lookup.scope._tag === "Batched" ? askForKeys(lookup, lookup.scope, parents, cache, base) : Effect.void,
    { discard: true }
  )

/** The one key of an answer that is not told apart by keys. */
const WHOLE = [""]

const keysOf = <Parent>({ scope }: Lookup<Parent, unknown>, parent: Parent): ReadonlyArray<string> =>
  scope._tag === "Row" || scope._tag === "Shared" ? WHOLE : scope.keysOf(parent)

/** What `prepare` has requested. */
const prepared = (lookup: Any, cache: LookupCache, base: string): Asking => {
  const { keyed } = cache.stateOf(lookup)
  return Effect.succeed({ size: 0, answerFor: (key) => keyed.get(keyAt(key, base)) ?? LookupReply.MISSING })
}

/** Counts a row that has an answer, or lacks it: one missing answer may be that of many rows. */
const count = ({ rows, tally }: LookupState, { _tag }: Answer) => {
  if (_tag === "Rows") rows.found += 1
  if (_tag !== "Missing") return
  rows.missing += 1
  rows.lastError = tally.lastError
}

/** The answer to one lookup for a row; run `prepare` for the row before. `base` is the base address at which the row was found, empty for the first. */
export const ask = <Parent>(
  lookup: Lookup<Parent, unknown>,
  parent: Parent,
  cache: LookupCache,
  base = ""
): Effect.Effect<Answer, VendorError.VendorError, VendorHttp> =>
  Effect.suspend(() => {
    if (!lookup.when(parent)) return Effect.succeed<Answer>({ _tag: "NotAsked" })
    const { scope } = lookup
    const asking =
      scope._tag === "Batched"
        ? prepared(lookup, cache, base)
        : reply(lookup, LookupOptions.questionOfRow(lookup, parent, base), cache)
    return Effect.map(asking, ({ answerFor }) => {
      const answer = LookupReply.combined(lookup, keysOf(lookup, parent).map(answerFor))
      if (scope._tag === "Shared") count(cache.stateOf(lookup), answer)
      return answer
    })
  })

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

/** Whether no run of the scan has found an answer to this required lookup yet, although rows lacked one: its path may be wrong. */
const isUnproven = (lookup: Any, cache: LookupCache): boolean =>
  !lookup.isOptional && cache.provesPaths && MissingTally.isUnproven(cache.stateOf(lookup).tally)

/**
 * Whether nothing says that the path of a required lookup is wrong. Only then may the checkpoint move: a run that goes on behind rows
 * without an answer could not find out any more that no row has one.
 */
export const areProven = (lookups: ReadonlyArray<Any>, cache: LookupCache): boolean =>
  lookups.every((lookup) => !isUnproven(lookup, cache))

/** Whether no row of the scan has had an answer to some required lookup yet, so that a run that continues has to find one. */
export const areUnanswered = (lookups: ReadonlyArray<Any>, cache: LookupCache): boolean =>
  cache.provesPaths && lookups.some((lookup) => !lookup.isOptional && cache.stateOf(lookup).tally.found === 0)

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
