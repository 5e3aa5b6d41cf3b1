import { Effect, Either } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import * as FieldPath from "../record/FieldPath.js"
import { identify } from "../record/normalize.js"
import type * as RecordKind from "../record/RecordKind.js"
import type * as Lookup from "./Lookup.js"
import type { Answer, Joined, LookupCache, LookupState, Question } from "./LookupCache.js"
import * as MissingTally from "./MissingTally.js"
import * as PageWalk from "./PageWalk.js"
import * as PathTemplate from "./PathTemplate.js"

/** How many rows of a page run their lookups concurrently. */
const ROWS_AT_ONCE = 4

/** The answers to the lookups of one row, by the lookups' names. */
export type RowAnswers = Readonly<Record<string, Answer>>

const walkOf = <Parent>(lookup: Lookup.Lookup<Parent, unknown>, parent: Parent, base: string): PageWalk.Walk => {
  const { endpoint, pagination, post, readRow } = lookup
  const url = `${base}${PathTemplate.fill(endpoint, parent)}`
  const walk = { endpoint, url, pagination, readRow, queries: [{}] }
  return post === undefined ? walk : { ...walk, post: PathTemplate.fillBody(post, parent) }
}

/** A lookup, and the request for as little of its answer as possible. */
export interface Peek {
  /** The lookup. */
  readonly lookup: Lookup.Any
  /** Requests the answer. */
  readonly rows: Effect.Effect<ReadonlyArray<unknown>, VendorError.VendorError, VendorHttp>
}

/** Each lookup once, for the first of the rows that it applies to. */
export const peek = <Parent>(
  lookups: Lookup.Lookups<Parent>,
  parents: ReadonlyArray<Parent>,
  base = ""
): ReadonlyArray<Peek> =>
  Object.values(lookups).flatMap((lookup) =>
    parents
      .filter(lookup.when)
      .slice(0, 1)
      .map((parent) => ({ lookup, rows: PageWalk.peek(walkOf(lookup, parent, base)) }))
  )

/**
 * Whether the error refuses the endpoint: the credentials may not read it (403), or it does not exist (404, 410).
 *
 * An error from another endpoint, such as the token endpoint, says nothing about the lookup.
 */
export const isRefusal = (endpoint: string, error: VendorError.VendorError): boolean => {
  if (MissingTally.isMissing(endpoint, error)) return true
  return (
    error._tag === "Unauthorized" &&
    error.endpoint === endpoint &&
    error.status === 403 &&
    !VendorError.areCredentialsRefused(error)
  )
}

/** Reads the rows of an answer; `onPage` runs for each of its pages. */
const rowsOf = (lookup: Lookup.Any, walk: PageWalk.Walk, onPage: (page: PageWalk.WalkedPage) => void) =>
  Effect.gen(function* () {
    const rows = yield* PageWalk.collect(walk, onPage)
    const read = yield* EventLoop.map(rows, lookup.readRow)
    return yield* Either.mapLeft(Either.all(read), (issues) => {
      const detail = `returned an unreadable row: ${issues.join(", ")}`
      return new VendorError.BadPayload({ endpoint: lookup.endpoint, status: 200, detail })
    })
  })

const refused = (lookup: Lookup.Any, error: VendorError.VendorError): Answer & { readonly _tag: "Refused" } => ({
  _tag: "Refused",
  rows: lookup.isUnlicensed(error) ? [] : null
})

/** Reads the whole answer, and counts it. */
const read = (lookup: Lookup.Any, walk: PageWalk.Walk, state: LookupState): Question =>
  Effect.suspend(() => {
    const { endpoint, isOptional, join, mayBeMissing } = lookup
    const { tally } = state
    let pages = 0
    let isCut = false
    return rowsOf(lookup, walk, (page) => {
      pages += 1
      isCut = page.isCut === true
    }).pipe(
      Effect.map((rows): Answer => {
        tally.found += 1
        return { _tag: "Rows", rows, isCut }
      }),
      Effect.catchAll((error): Effect.Effect<Answer, VendorError.VendorError> => {
        // An answer that goes missing after its first page is incomplete, and not a row that is gone.
        if (join === undefined && pages === 0 && MissingTally.isMissing(endpoint, error)) {
          tally.missing += 1
          tally.lastError = error
          const isTolerated =
            isOptional || mayBeMissing || !MissingTally.isTooMany(tally, MissingTally.TOLERATED_WITHIN_PAGE)
          return isTolerated ? Effect.succeed({ _tag: "Missing" }) : MissingTally.failure(endpoint, tally, "rows")
        }
        if (!isOptional || pages > 0 || !isRefusal(endpoint, error)) return Effect.fail(error)
        state.refused += 1
        state.refusal = error
        return Effect.succeed(refused(lookup, error))
      })
    )
  })

/**
 * The error with which an optional lookup is no longer asked, because no row had an answer; null if it still is.
 *
 * One refusal proves nothing: the credentials may lack access to single rows, such as the scans of other users.
 */
const givenUp = ({ isOptional, mayBeMissing }: Lookup.Any, { refusal, refused, tally }: LookupState) => {
  const unanswered = refused + (mayBeMissing ? 0 : tally.missing)
  if (!isOptional || tally.found > 0 || unanswered < MissingTally.TOLERATED_WITHIN_PAGE) return null
  return refusal ?? tally.lastError
}

const grouped = (answer: Answer, keyOf: (row: unknown) => string | null): Joined => {
  if (answer._tag === "Refused") return answer
  const { rows, isCut } = answer._tag === "Rows" ? answer : { rows: [], isCut: false }
  const groups = new Map<string, Array<unknown>>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [row])
    else known.push(row)
  }
  return { _tag: "Groups", groups, isCut }
}

/** The answer to one lookup for a row; `base` is the base address at which the row was found, empty for the first. */
export const ask = <Parent>(
  lookup: Lookup.Lookup<Parent, unknown>,
  parent: Parent,
  cache: LookupCache,
  base = ""
): Question =>
  Effect.suspend(() => {
    const { isShared, join } = lookup
    if (!lookup.when(parent)) return Effect.succeed<Answer>({ _tag: "NotAsked" })
    const state = cache.stateOf(lookup)
    const walk = walkOf(lookup, parent, base)
    const from = `${walk.url} ${JSON.stringify(walk.post ?? {})}`
    if (join === undefined) {
      const error = givenUp(lookup, state)
      if (error !== null) return Effect.succeed(refused(lookup, error))
      const answer = read(lookup, walk, state)
      return isShared ? cache.share(from, answer) : answer
    }
    const list = Effect.gen(function* () {
      const known = state.joined
      if (known?.from === from) return known.list
      const list = grouped(yield* read(lookup, walk, state), join.keyOf)
      state.joined = { from, list }
      return list
    })
    return Effect.map(cache.reading.withPermits(1)(list), (list): Answer => {
      if (list._tag === "Refused") return list
      const rows = list.groups.get(join.matches(parent))
      // The rows for this key may be among those that could not be read.
      if (rows === undefined && list.isCut) return { _tag: "Refused", rows: [] }
      return { _tag: "Rows", rows: rows ?? [], isCut: false }
    })
  })

/** The answers to all lookups for a row. */
export const askAll = <Parent>(
  lookups: Lookup.Lookups<Parent>,
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
const NO_ANSWERS: RowAnswers = {}

/** The answers to all lookups for each of the items; none for an item without a row. */
export const askForEach = <Item, Parent>(
  lookups: Lookup.Lookups<Parent>,
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
  return Effect.forEach(items, (item) => Effect.zipRight(EventLoop.pause, askFor(item)), { concurrency: ROWS_AT_ONCE })
}

/**
 * Fails if a required lookup has no answer for more rows than deleted rows can explain, or for none of a whole scan.
 *
 * Run it after the rows of a page were asked about, and before anything of the page is stored; `isEnd` says that it is
 * the last page.
 */
export const check = (
  lookups: Iterable<Lookup.Any>,
  cache: LookupCache,
  isEnd: boolean
): Effect.Effect<void, VendorError.VendorError> =>
  Effect.suspend(() => {
    for (const lookup of lookups) {
      const { endpoint, isOptional, mayBeMissing } = lookup
      const { tally } = cache.stateOf(lookup)
      if (isOptional) continue
      const isTooMany = !mayBeMissing && MissingTally.isTooMany(tally, MissingTally.TOLERATED_AT_PAGE_END)
      const isUnproven = isEnd && cache.isWholeScan && MissingTally.isUnproven(tally)
      if (isTooMany || isUnproven) return Effect.fail(MissingTally.failure(endpoint, tally, "rows"))
    }
    return Effect.void
  })

/** What a row's record lacks. */
interface Lacking {
  /** The lookups whose answer could not be read; their fields keep their stored value. */
  readonly unread: ReadonlyArray<Lookup.Any>
  /** A lookup without whose answer there is no record. */
  readonly lost: Lookup.Any | null
}

/** What a missing answer means: nothing to tell about the row, fields that stay unread, or no record at all. */
const lackingOf = <Parent>(lookups: Lookup.Lookups<Parent>, answers: RowAnswers, cache: LookupCache): Lacking => {
  const unread: Array<Lookup.Any> = []
  let lost: Lookup.Any | null = null
  for (const [name, lookup] of Object.entries(lookups)) {
    const answer = answers[name]?._tag
    if (answer === "Refused") unread.push(lookup)
    if (answer !== "Missing") continue
    // Until some row had an answer, the path may be wrong.
    const isProven = cache.stateOf(lookup).tally.found > 0
    if (lookup.mayBeMissing && isProven) continue
    const hasFields = lookup.fields.length + lookup.sharedFields.length > 0
    if (lookup.isOptional || (isProven && hasFields)) unread.push(lookup)
    else lost = lookup
  }
  return { unread, lost }
}

const rowsOfAnswer = (answer: Answer): ReadonlyArray<unknown> | null =>
  answer._tag === "Rows" || answer._tag === "Refused" ? answer.rows : null

/** The fields of a draft that a lookup left unread. */
const unreadFields = ({ fields, sharedFields }: Lookup.Any, draft: Readonly<Record<string, unknown>>) => [
  ...fields,
  ...sharedFields.filter((field) => FieldPath.read(draft, field) === null)
]

/** What the answers to a row's lookups are needed for. */
export interface Use<Parent> {
  readonly lookups: Lookup.Lookups<Parent>
  /** The kind of record that the row becomes. */
  readonly kind: RecordKind.Any
  readonly cache: LookupCache
}

type Draft = Readonly<Record<string, unknown>>

/**
 * Maps a row with its answers, and notes the fields that could not be read.
 *
 * Run it after `check`. If `toDraft` returns null although an answer could not be read, the row counts as unreadable:
 * a record that depends on the answer must not seem to be gone.
 */
export const complete = <Parent, D extends Draft | null>(
  { lookups, kind, cache }: Use<Parent>,
  answers: RowAnswers,
  toDraft: (answers: Readonly<Record<string, ReadonlyArray<unknown> | null>>) => Either.Either<D, Batch.Unreadable>
): Either.Either<D | Batch.PartlyRead, Batch.Unreadable> => {
  if (answers === NO_ANSWERS) return toDraft({})
  const rows = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, rowsOfAnswer(answer)]))
  const mapped = toDraft(rows)
  if (Either.isLeft(mapped)) return mapped
  const draft = mapped.right
  const { lost, unread } = lackingOf(lookups, answers, cache)
  const [first = lost] = unread
  if (first === null) return mapped
  if (draft === null || lost !== null) {
    const issues = [`${(lost ?? first).endpoint}: Expected an answer for the row`]
    return Either.left({ issues, vendorId: draft === null ? null : identify(kind, draft) })
  }
  const fields = new Set<string>()
  for (const lookup of unread) {
    const own = unreadFields(lookup, draft)
    for (const field of own) fields.add(field)
    if (own.length > 0) cache.note(lookup, kind, own)
  }
  return Either.right(new Batch.PartlyRead({ draft, unread: [...fields] }))
}
