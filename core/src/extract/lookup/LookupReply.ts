import { Effect, Either } from "effect"
import * as EventLoop from "../../EventLoop.js"
import * as VendorError from "../../http/VendorError.js"
import * as Result from "../../Result.js"
import * as AccessObserver from "../walk/AccessObserver.js"
import * as PageWalk from "../walk/PageWalk.js"
import type { Answer, Asking, LookupCache, LookupState, Reply } from "./LookupCache.js"
import type { AnswerList, Any, Lookup, Question } from "./LookupOptions.js"
import * as LookupOptions from "./LookupOptions.js"
import * as MissingTally from "./MissingTally.js"

// What came of a question to the vendor. That an answer is missing, refused, cut short or too long is decided here, for all forms of lookups;
// what it costs a record is decided in `LookupAnswers`.

/** The answer about a row or a key that the vendor does not have. */
export const MISSING: Answer = { _tag: "Missing" }

/** The same answer for every key. */
const always = (answer: Answer, size = 0): Reply => ({ size, answerFor: () => answer })

/** Statuses of an endpoint that the credentials may not read; a 401 is one only if the connector knows that it does not refuse them altogether. */
const NOT_ALLOWED: ReadonlyArray<number | null> = [401, 403]

/**
 * Whether the error refuses the endpoint: the credentials may not read it, or it does not exist (404, 410).
 *
 * An error from another endpoint, such as the token endpoint, says nothing about the lookup.
 */
export const isRefusal = (endpoint: string, error: VendorError.VendorError): boolean => {
  if (MissingTally.isMissing(endpoint, error)) return true
  return (
    error._tag === "Unauthorized" &&
    error.endpoint === endpoint &&
    NOT_ALLOWED.includes(error.status) &&
    !VendorError.areCredentialsRefused(error)
  )
}

/** The reply of a vendor that refuses the lookup: one that the customer's plan does not include has no rows. */
const refused = (error: VendorError.VendorError): Reply =>
  always({ _tag: "Refused", rows: VendorError.isOfPlan(error) ? [] : null })

const bad = ({ endpoint }: AnswerList, detail: string) => new VendorError.BadPayload({ endpoint, status: 200, detail })

/** Decodes the rows of a page. */
const decoded = (list: AnswerList, { rows }: PageWalk.WalkedPage) =>
  Effect.flatMap(EventLoop.map(rows, list.readRow), (read) => {
    const wrong = read.find(Result.isFailure)
    return wrong === undefined
      ? Effect.succeed(read.flatMap((row) => (Result.isSuccess(row) ? [row.success] : [])))
      : Effect.fail(bad(list, `returned an unreadable row: ${wrong.failure.join(", ")}`))
  })

/** How far an answer was read. */
interface Progress {
  /** The pages of the list that is being read. */
  pages: number
  /** The rows of all lists. */
  rows: number
  /** Whether there may be more rows than could be read. */
  isCut: boolean
}

/** The answer to one question, as far as it is read. */
interface Reading {
  readonly lookup: Any
  readonly cache: LookupCache
  readonly progress: Progress
}

/** Counts a page, and decodes its rows. */
const readPage = ({ cache, lookup, progress }: Reading, list: AnswerList, page: PageWalk.WalkedPage) => {
  const { answerRows: most } = cache.bounds
  progress.pages += 1
  progress.rows += page.rows.length
  // Without a missing part, nothing but the end behind the vendor's total is unknown.
  progress.isCut ||= page.missing !== undefined
  cache.lacks(lookup, page.missing ?? [])
  return progress.rows <= most
    ? decoded(list, page)
    : Effect.fail(bad(list, `answered with more than ${most} rows, which are not kept in memory`))
}

/** Whether an answer goes without the list below one row that cannot be read: the row may be gone, or be somebody else's. */
const mayLack = ({ endpoint, isOptional }: Any, error: VendorError.VendorError): boolean =>
  isOptional ? isRefusal(endpoint, error) : MissingTally.isMissing(endpoint, error)

/** The rows of a list above answers. A test of the credentials needs one that leads to a list below, and passes over the others. */
const outerRows = (reading: Reading, walk: PageWalk.Walk, { outer }: LookupOptions.Below) =>
  Effect.gen(function* () {
    const isTest = (yield* AccessObserver.AccessObserver) !== null
    const isReadable = (row: unknown) => Result.isSuccess(outer.readRow(row))
    return yield* PageWalk.collectAbove({ ...walk, isTopLevel: true }, (page) =>
      readPage(reading, outer, isTest ? { ...page, rows: page.rows.filter(isReadable) } : page)
    )
  })

/** How many lists below rows may be refused before one is read. */
const REFUSED_LISTS = MissingTally.TOLERATED_WITHIN_PAGE

/** How much a refusal says: what the customer's plan does not include is empty, and what is gone may be one list only. */
const gravityOf = (error: VendorError.VendorError): number => {
  if (VendorError.isOfPlan(error)) return 0
  return MissingTally.isAbsent(error) ? 1 : 2
}

/** Reads the lists below the rows of another list, one after another, and each once. */
const rowsBelow = (reading: Reading, walk: PageWalk.Walk, below: LookupOptions.Below) =>
  Effect.gen(function* () {
    const { cache, lookup, progress } = reading
    const state = cache.stateOf(lookup)
    const walks = (yield* outerRows(reading, walk, below)).map(below.walkOf)
    const lists = new Map(walks.map((each) => [LookupOptions.identityOf({ walk: each }), each]))
    const found: Array<ReadonlyArray<unknown>> = []
    let refusal: VendorError.VendorError | null = null
    let refusals = 0
    for (const list of lists.values()) {
      progress.pages = 0
      const read = yield* Effect.either(PageWalk.collect(list, (page) => readPage(reading, lookup, page)))
      if (Either.isRight(read)) {
        found.push(read.right)
        continue
      }
      if (progress.pages > 0 || !mayLack(lookup, read.left)) return yield* Effect.fail(read.left)
      if (refusal === null || gravityOf(read.left) > gravityOf(refusal)) refusal = read.left
      refusals += 1
      if (found.length === 0 && refusals >= REFUSED_LISTS) break
    }
    if (refusal === null) return found.flat()
    // Nothing proves that the path is right if no list could be read.
    if (found.length === 0) return yield* Effect.fail(refusal)
    progress.isCut = true
    if (lookup.isOptional) {
      state.refusal = refusal
      state.refused += refusals
      // The answer itself is counted when it is complete.
      state.replies += found.length - 1
    } else {
      const detail = `${VendorError.detailOf(refusal)} for ${refusals} of ${lists.size} lists`
      cache.lacks(lookup, [{ endpoint: lookup.endpoint, detail }])
    }
    return found.flat()
  })

/** Reads the rows of an answer. */
const rowsOf = (reading: Reading, { below, walk }: Question) =>
  below === undefined
    ? PageWalk.collect(walk, (page) => readPage(reading, reading.lookup, page))
    : rowsBelow(reading, walk, below)

/** Whether a 404 says that the vendor lacks what is asked about, instead of the endpoint: a list, or a batch, has no row in its path. */
const asksForWhatMayBeGone = ({ mayBeMissing, scope }: Any): boolean =>
  scope._tag === "Batched" ? mayBeMissing : scope._tag !== "Joined"

/** What an error means for a lookup: there is no answer, the vendor refuses an optional lookup, or the export fails. */
const meaningOf = (
  lookup: Any,
  error: VendorError.VendorError,
  { pages, rows }: Progress,
  { answerRows }: LookupCache["bounds"]
): "missing" | "refused" | "failed" => {
  const { endpoint, isOptional } = lookup
  const isRefused = LookupOptions.listsOf(lookup).some((list) => isRefusal(list.endpoint, error))
  // An answer that goes missing after its first page is incomplete, and not a row that is gone.
  const isWhole = pages === 0
  if (isWhole && asksForWhatMayBeGone(lookup) && MissingTally.isMissing(endpoint, error)) return "missing"
  if (!isOptional) return "failed"
  return rows > answerRows || (isWhole && isRefused) ? "refused" : "failed"
}

/** The rows by key, without those that have none. */
const grouped = (rows: ReadonlyArray<unknown>, keyOf: (row: unknown) => string | null) => {
  const groups = new Map<string, Array<unknown>>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [row])
    else known.push(row)
  }
  return groups
}

/** The reply with these rows. */
const found = (
  { mayBeMissing, scope }: Any,
  state: LookupState,
  rows: ReadonlyArray<unknown>,
  { isCut }: Progress
): Reply => {
  const { tally } = state
  state.replies += 1
  if (scope._tag === "Row" || scope._tag === "Shared") {
    tally.found += 1
    return always({ _tag: "Rows", rows, isCut }, rows.length)
  }
  const groups = grouped(rows, scope.keyOf)
  const isForSome = scope._tag === "Joined" && mayBeMissing
  const answerFor = (key: string): Answer => {
    const own = groups.get(key)
    // If the answer is cut short, more rows for this key may be among those that could not be read.
    if (own === undefined && !isCut && !isForSome) {
      tally.missing += 1
      return MISSING
    }
    if (own !== undefined) tally.found += 1
    return { _tag: "Rows", rows: own ?? [], isCut }
  }
  return { size: rows.length, answerFor }
}

/** Reads the whole answer to a question, and counts it. */
export const read = (lookup: Any, question: Question, cache: LookupCache): Asking =>
  Effect.suspend(() => {
    const { endpoint, isOptional, mayBeMissing } = lookup
    const state = cache.stateOf(lookup)
    const { tally } = state
    const progress: Progress = { pages: 0, rows: 0, isCut: false }
    return Effect.matchEffect(rowsOf({ lookup, cache, progress }, question), {
      onSuccess: (rows) => Effect.succeed(found(lookup, state, rows, progress)),
      onFailure: (error) => {
        switch (meaningOf(lookup, error, progress, cache.bounds)) {
          case "missing": {
            tally.missing += question.count
            tally.lastError = error
            const isTolerated =
              isOptional || mayBeMissing || !MissingTally.isTooMany(tally, MissingTally.TOLERATED_WITHIN_PAGE)
            return isTolerated
              ? Effect.succeed(always(MISSING))
              : Effect.fail(MissingTally.failure(endpoint, tally, "rows"))
          }
          case "refused":
            state.refused += question.count
            state.refusal = error
            return Effect.succeed(refused(error))
          case "failed":
            return Effect.fail(error)
        }
      }
    })
  })

/**
 * The reply to an optional lookup that is no longer asked, because the vendor had no answer about any row; null if it still is.
 *
 * One refusal proves nothing: the credentials may lack access to single rows, such as the scans of other users. A joined lookup is asked
 * once for all rows, so there is nothing to spare.
 */
export const givenUp = (lookup: Any, { refusal, refused: count, tally }: LookupState): Reply | null => {
  const { isOptional, mayBeMissing, scope } = lookup
  if (!isOptional || scope._tag === "Joined" || tally.found > 0) return null
  const unanswered = count + (mayBeMissing ? 0 : tally.missing)
  const error = refusal ?? tally.lastError
  return error === null || unanswered < MissingTally.TOLERATED_WITHIN_PAGE ? null : refused(error)
}

/** What the answers for a row's keys come to: a key without an answer leaves the row without one, unless the vendor may have none. */
export const combined = <Parent>({ mayBeMissing }: Lookup<Parent, unknown>, answers: ReadonlyArray<Answer>): Answer => {
  const [only] = answers
  if (only !== undefined && answers.length === 1) return only
  const refusal = answers.find(({ _tag }) => _tag === "Refused")
  if (refusal !== undefined) return refusal
  const found = answers.flatMap((answer) => (answer._tag === "Rows" ? [answer] : []))
  const isMissing = found.length < answers.length && (!mayBeMissing || found.length === 0)
  if (isMissing) return MISSING
  return { _tag: "Rows", rows: found.flatMap(({ rows }) => rows), isCut: found.some(({ isCut }) => isCut) }
}
