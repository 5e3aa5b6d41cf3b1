import { SchemaAST } from "effect"
import * as Result from "../../Result.js"
import * as Batch from "../../record/Batch.js"
import * as FieldPath from "../../record/FieldPath.js"
import { identify } from "../../record/normalize.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as SampleValues from "../../record/SampleValues.js"
import { NO_ANSWERS, type RowAnswers } from "./LookupAnswers.js"
import type { Answer, LookupCache } from "./LookupCache.js"
import type { Any, Lookup, Lookups } from "./LookupOptions.js"
import * as LookupOptions from "./LookupOptions.js"

/** What a row's record lacks. */
interface Lacking {
  /** The lookups whose answer could not be read; their fields keep their stored value. */
  readonly unread: ReadonlyArray<Any>
  /** A lookup without whose answer there is no record. */
  readonly lost: Any | null
}

/** What a missing answer means: nothing to tell about the row, fields that stay unread, or no record at all. */
const lackingOf = <Parent>(lookups: Lookups<Parent>, answers: RowAnswers, cache: LookupCache): Lacking => {
  const unread: Array<Any> = []
  let lost: Any | null = null
  for (const [name, lookup] of Object.entries(lookups)) {
    const answer = answers[name]
    if (answer?._tag === "Refused" || (answer?._tag === "Rows" && answer.isCut)) unread.push(lookup)
    if (answer?._tag !== "Missing") continue
    // Until some row had an answer, the path may be wrong.
    const isProven = cache.stateOf(lookup).tally.found > 0
    if (lookup.mayBeMissing && isProven) continue
    const hasFields = lookup.fields.length + lookup.sharedFields.length > 0
    if (lookup.isOptional || (isProven && hasFields)) unread.push(lookup)
    else lost = lookup
  }
  return { unread, lost }
}

/** What the mapping receives: null if an answer that lacks rows has none for this row, because they may be among those that it lacks. */
const rowsOfAnswer = (answer: Answer): ReadonlyArray<unknown> | null => {
  if (answer._tag === "Rows") return answer.isCut && answer.rows.length === 0 ? null : answer.rows
  return answer._tag === "Refused" ? answer.rows : null
}

/** The fields of a draft that a lookup left unread. */
const unreadFields = ({ fields, sharedFields }: Any, draft: Readonly<Record<string, unknown>>) => [
  ...fields,
  ...sharedFields.filter((field) => FieldPath.read(draft, field) === null)
]

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
  const [first = lost] = unread
  if (first === null) return mapped
  const issues = [`${(lost ?? first).endpoint}: Expected an answer for the row`]
  if (draft === null) {
    const lacking = lost === null ? unread : [lost, ...unread]
    if (mayBecomeOne(lookups, lacking, rows, toDraft)) return Result.fail({ issues, vendorId: id })
    for (const [name, lookup] of Object.entries<Any>(lookups)) {
      if (answers[name]?._tag === "Refused") cache.note(lookup, kind, lookup.fields)
    }
    return Result.fail(Batch.undecided(id))
  }
  if (lost !== null) return Result.fail({ issues, vendorId: identify(kind, draft) })
  const fields = new Set(part?.unread ?? [])
  for (const lookup of unread) {
    const own = unreadFields(lookup, draft)
    for (const field of own) fields.add(field)
    if (own.length > 0) cache.note(lookup, kind, own)
  }
  return Result.succeed(new Batch.PartlyRead({ draft, unread: [...fields], unreadable: part?.unreadable ?? [] }))
}
