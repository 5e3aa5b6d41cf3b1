import { Array as Arr, Effect, Either } from "effect"
import type { Query } from "../../http/Request.js"
import type { VendorError } from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import type * as PageWalk from "../PageWalk.js"
import type { Answer, LookupCache } from "./LookupCache.js"
import { type Any, type Batch, declare, type Lookup, type QuestionOptions } from "./LookupOptions.js"
import * as LookupQuestion from "./LookupQuestion.js"
import * as MissingTally from "./MissingTally.js"
import * as RowGroups from "./RowGroups.js"

/** How many batches are requested concurrently. */
const BATCHES_AT_ONCE = 4

interface BatchedOptions<Parent, Row, Field extends string>
  extends Omit<QuestionOptions<Parent, Row, string, Field>, "endpoint"> {
  /** The path of the answer below the base address; without placeholders. */
  readonly endpoint: string
  /** How many keys one request may contain. */
  readonly batch: number
  /** The parameters for the keys, such as `{ ids: keys.join(",") }`: body fields with `post`, otherwise query parameters. */
  readonly query: (keys: ReadonlyArray<string>) => Query
  /** The key of a row of the answer; null if it answers for no key. */
  readonly key: (row: Row) => string | null
  /** The key, or keys, of the answers that a row needs; null, none or an empty one if there is nothing to ask, and the answer is then empty. */
  readonly keys: (parent: Parent) => string | ReadonlyArray<string> | null
}

/**
 * Declares a question about many rows of `Parent` at once, such as `?ids=1,2,3`, for the definitions that rows refer to by key.
 *
 * The keys of all rows of a page are requested together, each key once, and no request has more than `batch` keys. A row's
 * answer is the rows whose `key` is one of the row's `keys`. A key without a row in the answer counts as missing, like
 * a 404 for a question about one row. A run keeps answers for later pages, in a bounded amount of memory.
 */
export const batched =
  <Parent>() =>
  <Row, const Field extends string = never>({
    batch,
    endpoint,
    key,
    keys,
    query,
    ...question
  }: BatchedOptions<Parent, Row, Field>): Lookup<Parent, Row, Field> => {
    if (!Number.isInteger(batch) || batch < 1) {
      throw new Error(`${endpoint}: batch must be a whole number of at least 1; write how many keys the vendor allows.`)
    }
    return {
      ...declare<Parent, Row, never, Field>(
        // The path has no placeholders.
        { ...question, endpoint: endpoint as never },
        {
          _tag: "Batched",
          size: batch,
          query,
          keyOf: (row) => key(row as Row),
          // Some vendors answer the question about an empty key with everything.
          keysOf: (parent) => [...new Set([keys(parent) ?? []].flat())].filter((key) => key !== "")
        }
      )
    }
  }

/** The walk through the answer for these keys. */
const walkOf = (
  { decode, endpoint, pagination, post, readRow }: Any,
  { query }: Pick<Batch<never>, "query">,
  keys: ReadonlyArray<string>,
  base: string
): PageWalk.Walk => ({
  endpoint,
  url: `${base}${endpoint}`,
  pagination,
  readRow,
  queries: [query(keys)],
  ...(decode === undefined ? {} : { decode }),
  ...(post === undefined ? {} : { post })
})

/** The keys that the rows name, each once. */
const keysOf = <Parent>(
  { when }: Lookup<Parent, unknown>,
  { keysOf }: Batch<Parent>,
  parents: ReadonlyArray<Parent>
) => [...new Set(parents.filter(when).flatMap(keysOf))]

/** The walk that asks for the first key of the rows; null if they have none. */
export const peekWalkOf = <Parent>(
  lookup: Lookup<Parent, unknown>,
  batch: Batch<Parent>,
  parents: ReadonlyArray<Parent>,
  base: string
): PageWalk.Walk | null => {
  const keys = keysOf(lookup, batch, parents).slice(0, 1)
  return keys.length === 0 ? null : walkOf(lookup, batch, keys, base)
}

/** The same key at another base address is another row. */
const keyAt = (key: string, base: string): string => (base === "" ? key : `${base} ${key}`)

const MISSING: Answer = { _tag: "Missing" }

/** The answers to one request, by key. */
const read = (
  lookup: Any,
  batch: Batch<never>,
  keys: ReadonlyArray<string>,
  base: string,
  cache: LookupCache
): Effect.Effect<(key: string) => Answer, VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const { endpoint, isOptional, mayBeMissing } = lookup
    const state = cache.stateOf(lookup)
    const { tally } = state
    const reading = LookupQuestion.rowsOf(lookup, walkOf(lookup, batch, keys, base), cache)
    const asked = yield* Effect.either(reading.rows)
    if (Either.isLeft(asked)) {
      const error = asked.left
      const isWhole = reading.pages() === 0
      if (mayBeMissing && isWhole && MissingTally.isMissing(endpoint, error)) {
        tally.missing += keys.length
        tally.lastError = error
        return () => MISSING
      }
      const isRefused = reading.isTooLong() || (isWhole && LookupQuestion.isRefusal(endpoint, error))
      if (!isOptional || !isRefused) return yield* error
      state.refused += keys.length
      state.refusal = error
      return () => LookupQuestion.refused(lookup, error)
    }
    const groups = RowGroups.make(asked.right, batch.keyOf)
    return (key: string): Answer => {
      const rows = groups.get(key)
      // If the answer is cut short, more rows for this key may be among those that could not be read.
      const isCut = reading.isCut()
      if (rows !== undefined) tally.found += 1
      if (rows !== undefined || isCut) return { _tag: "Rows", rows: rows ?? [], isCut }
      tally.missing += 1
      return MISSING
    }
  })

/** Requests, in batches, what the rows need and the run does not have yet. */
export const prepare = <Parent>(
  lookup: Lookup<Parent, unknown>,
  batch: Batch<Parent>,
  parents: ReadonlyArray<Parent>,
  cache: LookupCache,
  base: string
): Effect.Effect<void, VendorError, VendorHttp> =>
  Effect.suspend(() => {
    const state = cache.stateOf(lookup)
    const { keyed } = state
    const keys = keysOf(lookup, batch, parents)
    keyed.trim(new Set(keys.map((key) => keyAt(key, base))))
    const unknown = keys.filter((key) => keyed.get(keyAt(key, base)) === undefined)
    return Effect.forEach(
      Arr.chunksOf(unknown, batch.size),
      (chunk) =>
        Effect.gen(function* () {
          const error = LookupQuestion.givenUp(lookup, state)
          const answerOf =
            error === null
              ? yield* read(lookup, batch, chunk, base, cache)
              : () => LookupQuestion.refused(lookup, error)
          for (const key of chunk) keyed.add(keyAt(key, base), answerOf(key))
        }),
      { concurrency: BATCHES_AT_ONCE, discard: true }
    )
  })

/** The answer about a row, of the answers for its keys; run `prepare` for the row before. */
export const answer = <Parent>(
  lookup: Lookup<Parent, unknown>,
  { keysOf }: Batch<Parent>,
  parent: Parent,
  cache: LookupCache,
  base: string
): Answer => {
  const { keyed } = cache.stateOf(lookup)
  const answers = keysOf(parent).map((key) => keyed.get(keyAt(key, base)) ?? MISSING)
  const refusal = answers.find(({ _tag }) => _tag === "Refused")
  if (refusal !== undefined) return refusal
  const found = answers.flatMap((answer) => (answer._tag === "Rows" ? [answer] : []))
  const isMissing = found.length < answers.length && (!lookup.mayBeMissing || found.length === 0)
  if (isMissing) return MISSING
  return { _tag: "Rows", rows: found.flatMap(({ rows }) => rows), isCut: found.some(({ isCut }) => isCut) }
}
