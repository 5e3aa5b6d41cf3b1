import { Effect } from "effect"
import * as EventLoop from "../../EventLoop.js"
import type { VendorError } from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as Result from "../../Result.js"
import * as Batch from "../../record/Batch.js"
import type { ReadablePart } from "../../record/ReadablePart.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { RowReader } from "../../record/Row.js"
import * as VendorData from "../../record/VendorData.js"
import type * as Lookup from "../lookup/Lookup.js"
import * as LookupAnswers from "../lookup/LookupAnswers.js"
import type { LookupCache } from "../lookup/LookupCache.js"
import { AccessObserver } from "../walk/AccessObserver.js"
import * as LostFields from "./LostFields.js"
import * as RowId from "./RowId.js"

/** A row of a page. */
export interface ReadRow<out Row> {
  /** The row as the vendor sent it. */
  readonly raw: unknown
  /** The raw row's id; null if it has none. */
  readonly id: string | null
  /** What can be read of the row; its failure says which of its fields are wrong. */
  readonly decoded: Result.Result<ReadablePart<Row>, ReadonlyArray<string>>
}

/** Whether a row was not read, or not completely. */
export const isUnread = ({ decoded }: ReadRow<unknown>): boolean =>
  Result.isFailure(decoded) || decoded.success.lost.length > 0

type Fields = Readonly<Record<string, unknown>>

/** What an author's mapping becomes; null if a row, or a thing that it mentions, becomes no record. */
type Drafted = Result.Result<Fields | Batch.PartlyRead | null, Batch.Unreadable>

/** The answers that a mapping receives, by the names of the lookups. */
type Answers = Readonly<Record<string, ReadonlyArray<unknown> | null>>

interface Options<Row, Asked> {
  /** The endpoint of the rows, for errors. */
  readonly endpoint: string
  /** The kind of record that a row becomes; null if it becomes none. */
  readonly kind: RecordKind.Any | null
  /** Decodes a row; null if the rows are what a mapping made of others, which have no ids and nothing that cannot be read. */
  readonly reader: Pick<RowReader<Row>, "ast" | "readable" | "further"> | null
  /** Reads the id of a raw row; by default no row has one. */
  readonly idOf?: (row: unknown) => string | null
  /** The questions about each row. */
  readonly lookups: Lookup.Lookups<Asked>
  /** What the questions are about. */
  readonly about: (row: Row) => Asked
  /** The author's pure function. */
  readonly toRecord: (row: Row, answers: Answers) => object | null
}

/** The answers about a row. */
export interface Answered {
  /** The answers to its lookups, by their names. */
  readonly answers: LookupAnswers.RowAnswers
  /** The run's answers. */
  readonly cache: LookupCache
}

/**
 * The one way from a row to its record: decode, find the id, ask the lookups, map, compare the ids, and find what comes from lost values.
 *
 * A list, a list below a row, what a row mentions and an author's own stream are configurations of it.
 */
export interface RowMapping<in out Row> {
  /** The kind of record that a row becomes; null if it becomes none. */
  readonly kind: RecordKind.Any | null
  /** The questions about each row. */
  readonly lookups: ReadonlyArray<Lookup.Any>
  /** Decodes a raw row and finds its id. */
  readonly read: (row: unknown) => ReadRow<Row>
  /** The answers to the lookups of each row of a page; `base` is the base address at which the rows were found. */
  readonly ask: (
    page: ReadonlyArray<ReadRow<Row>>,
    cache: LookupCache,
    base: string
  ) => Effect.Effect<ReadonlyArray<LookupAnswers.RowAnswers>, VendorError, VendorHttp>
  /** Maps a row of a page; null if it becomes no record. Run it after the answers of the whole page are checked. */
  readonly toMapped: (row: ReadRow<Row>, page: ReadonlyArray<ReadRow<Row>>, answered?: Answered) => Batch.Mapped | null
}

/** A mapping whose rows only it knows. */
// biome-ignore lint/suspicious/noExplicitAny: it receives only the rows that it has read itself
export type Any = RowMapping<any>

/** Runs an author's mapping; if it throws, only its row is rejected and the export continues. */
const run = (
  toRecord: () => object | null,
  vendorId: string | null
): Result.Result<Fields | null, Batch.Unreadable> => {
  try {
    // What a mapping returns is an object with the kind's fields.
    return Result.succeed(toRecord() as Fields | null)
  } catch (cause) {
    return Result.fail({ issues: [`mapping: threw ${cause instanceof Error ? cause.name : "a value"}`], vendorId })
  }
}

/** The draft, with what its row has beyond the fields that the mapping reads. */
const withFurther = (mapped: Batch.Mapped, further: VendorData.FurtherFields): Batch.Mapped => {
  const isNothing = further.fields === null && further.volatile === null && further.unread.length === 0
  if (Result.isFailure(mapped) || isNothing) return mapped
  const { success } = mapped
  if (!(success instanceof Batch.PartlyRead)) return Result.succeed(VendorData.withFurther(success, further))
  const { draft, unread, unreadable } = success
  return Result.succeed(
    new Batch.PartlyRead({
      draft: VendorData.withFurther(draft, further),
      unread: [...new Set([...unread, ...further.unread])],
      unreadable
    })
  )
}

const isMapped = (result: Drafted): result is Batch.Mapped => Result.isFailure(result) || result.success !== null

/** Declares how rows become records. */
export const make = <Row, Asked>(options: Options<Row, Asked>): RowMapping<Row> => {
  const { about, endpoint, idOf = () => null, kind, lookups, reader, toRecord } = options
  const read = (row: unknown): ReadRow<Row> => ({
    raw: row,
    id: idOf(row),
    // Without a reader, the row is what another mapping has read.
    decoded: reader === null ? Result.succeed({ value: row as Row, lost: [] }) : reader.readable(row)
  })
  const askedOf = ({ decoded }: ReadRow<Row>) => (Result.isFailure(decoded) ? null : about(decoded.success.value))
  return {
    kind,
    lookups: Object.values(lookups),
    read,
    ask: (page, cache, base) => LookupAnswers.askForEach(lookups, page, askedOf, cache, base),
    toMapped: ({ decoded, id, raw }, page, answered) => {
      if (Result.isFailure(decoded)) return Result.fail({ issues: decoded.failure, vendorId: id })
      if (kind === null) return Result.succeed({})
      const part = decoded.success
      const draftOf = (answers: Answers): Drafted => {
        const ofRow = (row: Row) => toRecord(row, answers)
        const draft = run(() => ofRow(part.value), id)
        if (reader === null || Result.isFailure(draft)) return draft
        if (part.lost.length === 0) {
          return draft.success === null ? draft : RowId.verified(endpoint, kind, id, Result.succeed(draft.success))
        }
        const remapping = {
          id,
          kind,
          part,
          ast: reader.ast,
          answered: (rows: ReadonlyArray<Row>) =>
            LookupAnswers.answeredFields(lookups, answered?.answers ?? {}, about(part.value), rows.map(about)),
          others: page,
          toRecord: ofRow
        }
        if (draft.success === null) return LostFields.settleNone(remapping)
        return LostFields.settle(Result.succeed(draft.success), remapping)
      }
      const result =
        answered === undefined
          ? draftOf({})
          : LookupAnswers.complete({ lookups, kind, id, cache: answered.cache }, answered.answers, draftOf)
      if (!isMapped(result)) return null
      return reader === null || !VendorData.isKept(kind) ? result : withFurther(result, reader.further(raw, part.lost))
    }
  }
}

/** What the rows of one page need to know about the run. */
export interface PageRun {
  /** The run's answers to lookups. */
  readonly cache: LookupCache
  /** The base address at which the rows were found; empty for the first. */
  readonly base: string
  /** Judges the answers to the lookups of the page before any row is mapped; by default whoever reads the page does so at its end. */
  readonly check?: Effect.Effect<void, VendorError>
}

/** In a test of the credentials, the rows become no records. They are asked about one after the other, so that each question is about the first row that it applies to. */
const observePage = <Row>(mapping: RowMapping<Row>, page: ReadonlyArray<ReadRow<Row>>, { base, cache }: PageRun) =>
  Effect.as(
    Effect.forEach(
      page.filter((row) => !isUnread(row)),
      (row) => mapping.ask([row], cache, base),
      { discard: true }
    ),
    []
  )

/** The drafts of a page: asks the lookups of all rows, and then maps them. */
export const mapPage = <Row>(
  mapping: RowMapping<Row>,
  page: ReadonlyArray<ReadRow<Row>>,
  run: PageRun
): Effect.Effect<ReadonlyArray<Batch.Mapped>, VendorError, VendorHttp> =>
  Effect.gen(function* () {
    if ((yield* AccessObserver) !== null) return yield* observePage(mapping, page, run)
    const { base, cache, check = Effect.void } = run
    const answers = yield* mapping.ask(page, cache, base)
    yield* check
    const mapped = yield* EventLoop.map(page, (row, index) =>
      mapping.toMapped(row, page, { answers: answers[index] ?? LookupAnswers.NO_ANSWERS, cache })
    )
    return mapped.filter((each) => each !== null)
  })
