import { Array as Arr, Effect, SchemaAST } from "effect"
import * as EventLoop from "../../EventLoop.js"
import type * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as Result from "../../Result.js"
import * as Batch from "../../record/Batch.js"
import * as FieldPath from "../../record/FieldPath.js"
import { identify } from "../../record/normalize.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as SampleValues from "../../record/SampleValues.js"
import type { Answer, Asking, LookupCache, LookupState } from "./LookupCache.js"
import type { Any, Batched, Lookup, Lookups } from "./LookupOptions.js"
import * as LookupOptions from "./LookupOptions.js"
import * as LookupReply from "./LookupReply.js"
import * as MissingTally from "./MissingTally.js"

/** How many batches of a lookup, or questions about the rows of a page, are requested concurrently. */
export const REQUESTS_AT_ONCE = 4

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
      { concurrency: REQUESTS_AT_ONCE, discard: true }
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
    concurrency: REQUESTS_AT_ONCE
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

/** What a row's record lacks. */
interface Lacking {
  /** The lookups whose answer could not be read; their fields keep their stored value. */
  readonly unread: ReadonlyArray<Unread>
  /** A lookup without whose answer there is no record. */
  readonly lost: Any | null
}

/** A lookup whose answer could not be read. */
interface Unread {
  readonly lookup: Any
  /** Whether the mapping received some of its rows. */
  readonly isCut: boolean
}

/** What a missing answer means: nothing to tell about the row, fields that stay unread, or no record at all. */
const lackingOf = <Parent>(lookups: Lookups<Parent>, answers: RowAnswers, cache: LookupCache): Lacking => {
  const unread: Array<Unread> = []
  let lost: Any | null = null
  for (const [name, lookup] of Object.entries(lookups)) {
    const answer = answers[name]
    const isCut = answer?._tag === "Rows" && answer.isCut
    if (answer?._tag === "Refused" || isCut) unread.push({ lookup, isCut })
    if (answer?._tag !== "Missing") continue
    // Until some row had an answer, the path may be wrong.
    const isProven = cache.stateOf(lookup).tally.found > 0
    if (lookup.mayBeMissing && isProven) continue
    const hasFields = lookup.fields.length + lookup.sharedFields.length > 0
    if (lookup.isOptional || (isProven && hasFields)) unread.push({ lookup, isCut })
    else lost = lookup
  }
  return { unread, lost }
}

/** What the mapping receives: null if an answer that lacks rows has none for this row, because they may be among those that it lacks. */
const rowsOfAnswer = (answer: Answer): ReadonlyArray<unknown> | null => {
  if (answer._tag === "Rows") return answer.isCut && answer.rows.length === 0 ? null : answer.rows
  return answer._tag === "Refused" ? answer.rows : null
}

/**
 * The fields of a draft that a lookup left unread. If the mapping received only some rows of the answer, any value that depends on them may be
 * incomplete: all fields that the lookup names, or the whole record if it names none.
 */
const unreadFields = (
  { isCut, lookup: { fields, sharedFields } }: Unread,
  kind: RecordKind.Any,
  draft: Readonly<Record<string, unknown>>
): ReadonlyArray<string> => {
  if (isCut && fields.length + sharedFields.length === 0) return [...kind.fields, ...kind.onRequest]
  return [...fields, ...sharedFields.filter((field) => isCut || FieldPath.read(draft, field) === null)]
}

/** What a lookup asks about a row. */
const questionOf = <Parent>(lookup: Lookup<Parent, unknown>, row: Parent): string => {
  const { scope, when } = lookup
  try {
    if (!when(row)) return "nothing"
    const keys = "keysOf" in scope ? scope.keysOf(row) : []
    const from = scope._tag === "Batched" ? "" : LookupOptions.identityOf(LookupOptions.questionOfRow(lookup, row, ""))
    return JSON.stringify([from, keys])
  } catch {
    return "unknown"
  }
}

/**
 * The fields that come from lookups alone whose answers for a row were read. `others` are the row with other values in some places: a lookup
 * that asks something else about one of them has not answered what it should.
 */
export const answeredFields = <Parent>(
  lookups: Lookups<Parent>,
  answers: RowAnswers,
  row: Parent,
  others: ReadonlyArray<Parent>
): ReadonlySet<string> =>
  new Set(
    Object.entries(lookups).flatMap(([name, lookup]) => {
      const answer = answers[name]
      if (answer?._tag !== "Rows" || answer.isCut) return []
      const question = questionOf(lookup, row)
      return others.every((other) => questionOf(lookup, other) === question) ? lookup.fields : []
    })
  )

/** What the answers to a row's lookups are needed for. */
export interface Use<Parent> {
  readonly lookups: Lookups<Parent>
  /** The kind of record that the row becomes. */
  readonly kind: RecordKind.Any
  /** The id of the raw row; null if it has none. */
  readonly id: string | null
  readonly cache: LookupCache
}

type Draft = Readonly<Record<string, unknown>>

type Mapping<D> = (
  answers: Readonly<Record<string, ReadonlyArray<unknown> | null>>
) => Result.Result<D | Batch.PartlyRead, Batch.Unreadable>

/** Whether other answers to these lookups make a record of a row that becomes none. */
const mayBecomeOne = <Parent, D>(
  lookups: Lookups<Parent>,
  lacking: ReadonlyArray<Any>,
  rows: Parameters<Mapping<D>>[0],
  toDraft: Mapping<D>
): boolean => {
  const samples = Object.entries(lookups)
    .filter(([, lookup]) => lacking.some((each) => each === lookup))
    .map(([name, { readRow }]) => ({ name, values: SampleValues.of(SchemaAST.typeAST(readRow.ast)) }))
  const most = Math.max(0, ...samples.map(({ values }) => values.length))
  return Array.from({ length: most }, (_, index) =>
    Object.fromEntries(samples.map(({ name, values }) => [name, [values[index % values.length]]]))
  ).some((others) => {
    const mapped = toDraft({ ...rows, ...others })
    return Result.isFailure(mapped) ? mapped.failure.isUndecided !== true : mapped.success !== null
  })
}

/**
 * Maps a row with its answers, and notes the fields that could not be read.
 *
 * Run it after `check`. If `toDraft` returns null although an answer could not be read, a record that depends on the answer must not seem to
 * be gone: the row counts as unreadable if another answer makes it one, and is undecided otherwise.
 */
export const complete = <Parent, D extends Draft | null>(
  { lookups, kind, id, cache }: Use<Parent>,
  answers: RowAnswers,
  toDraft: Mapping<D>
): Result.Result<D | Batch.PartlyRead, Batch.Unreadable> => {
  if (answers === NO_ANSWERS) return toDraft({})
  const rows = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, rowsOfAnswer(answer)]))
  const mapped = toDraft(rows)
  if (Result.isFailure(mapped)) return mapped
  const part = mapped.success instanceof Batch.PartlyRead ? mapped.success : null
  const draft: Draft | null = part === null ? (mapped.success as D) : part.draft
  const { lost, unread } = lackingOf(lookups, answers, cache)
  const first = lost ?? unread[0]?.lookup ?? null
  if (first === null) return mapped
  const issues = [`${first.endpoint}: Expected an answer for the row`]
  if (draft === null) {
    const lacking = [...(lost === null ? [] : [lost]), ...unread.map(({ lookup }) => lookup)]
    if (mayBecomeOne(lookups, lacking, rows, toDraft)) return Result.fail({ issues, vendorId: id })
    for (const [name, lookup] of Object.entries<Any>(lookups)) {
      if (answers[name]?._tag === "Refused") cache.note(lookup, kind, lookup.fields)
    }
    return Result.fail(Batch.undecided(id))
  }
  if (lost !== null) return Result.fail({ issues, vendorId: identify(kind, draft) })
  const fields = new Set(part?.unread ?? [])
  for (const each of unread) {
    const own = unreadFields(each, kind, draft)
    for (const field of own) fields.add(field)
    if (own.length > 0) cache.note(each.lookup, kind, own)
  }
  return Result.succeed(new Batch.PartlyRead({ draft, unread: [...fields], unreadable: part?.unreadable ?? [] }))
}
