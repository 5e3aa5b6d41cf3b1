import { Effect, Either } from "effect"
import type { VendorError } from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type { Mapped } from "../record/Batch.js"
import type { Inferred, Judged } from "../record/Draft.js"
import type * as RecordKind from "../record/RecordKind.js"
import * as Row from "../record/Row.js"
import type * as Lookup from "./lookup/Lookup.js"
import * as LookupAnswers from "./lookup/LookupAnswers.js"
import type { LookupCache } from "./lookup/LookupCache.js"
import * as LookupFields from "./lookup/LookupFields.js"

/**
 * Records that a row itself contains, such as the users of a policy, stored together with the row's own record.
 *
 * Only a full scan notices that a row stopped naming something.
 */
export interface Mention<in Row> {
  /** The kind of record that each mentioned thing becomes. */
  readonly kind: RecordKind.Any
  /** The questions about each mentioned thing. */
  readonly lookups: ReadonlyArray<Lookup.Any>
  /** Each question once, about the first thing that it applies to. */
  readonly peek: (rows: ReadonlyArray<Row>, base?: string) => ReadonlyArray<LookupAnswers.Peek>
  /** Requests, in batches, what the batched lookups need for everything that the rows mention; run it before `toMapped`. */
  readonly prepare: (
    rows: ReadonlyArray<Row>,
    cache: LookupCache,
    base?: string
  ) => Effect.Effect<void, VendorError, VendorHttp>
  /** Asks the lookups of everything that a row mentions, and returns how to map it; `base` is the base address at which the row was found. */
  readonly toMapped: (
    row: Row,
    cache: LookupCache,
    base?: string
  ) => Effect.Effect<() => ReadonlyArray<Mapped>, VendorError, VendorHttp>
}

/** Drops the things for which the mapping returned null. */
const withoutNull = <A, E>(mapped: ReadonlyArray<Either.Either<A | null, E>>) =>
  mapped.flatMap((each): ReadonlyArray<Either.Either<A, E>> => {
    if (Either.isLeft(each)) return [Either.left(each.left)]
    return each.right === null ? [] : [Either.right(each.right)]
  })

/** Declares the records that each `Row` contains: `Mention.of<EntraPolicy>()({ ... })`. */
export const of =
  <Row>() =>
  <
    K extends RecordKind.Any,
    Thing,
    const R extends Inferred<RecordKind.Draft<K>>,
    L extends Lookup.Lookups<Thing> = Record<never, never>
  >(options: {
    /** The kind of record that a thing becomes; it must have the export type of the row's own record. */
    readonly record: K
    /** The things that a row mentions, such as the ids of a policy's users. */
    readonly things: (row: Row) => ReadonlyArray<Thing>
    /** Questions about each thing, by the names under which the mapping receives the answers; none by default. */
    readonly lookups?: Lookup.Filling<K, L> | undefined
    /** Maps a thing to a record, or to null if there is nothing to store. A pure function. */
    readonly toRecord: (
      thing: Thing,
      row: Row,
      answers: Lookup.Answers<L>
    ) => (R & Judged<RecordKind.Draft<K>, R>) | null
  }): Mention<Row> => {
    // The compiler has checked that no lookup is a sentence about a wrong field.
    const lookups = (options.lookups ?? {}) as Lookup.Lookups<Thing>
    const mapped = (thing: Thing, row: Row, answers: Lookup.Answers<L>) =>
      Either.map(
        Row.map(() => ({ draft: options.toRecord(thing, row, answers) }), null),
        // What a mapping returns is an object with the kind's fields.
        ({ draft }) => draft as Readonly<Record<string, unknown>> | null
      )
    return {
      kind: options.record,
      lookups: Object.values(lookups),
      peek: (rows, base) => LookupAnswers.peek(lookups, rows.flatMap(options.things), base),
      prepare: (rows, cache, base) => LookupAnswers.prepare(lookups, rows.flatMap(options.things), cache, base),
      toMapped: (row, cache, base) =>
        Effect.map(
          Effect.forEach(options.things(row), (thing) =>
            Effect.map(LookupAnswers.askAll(lookups, thing, cache, base), (answers) => ({ thing, answers }))
          ),
          (asked) => () =>
            withoutNull(
              asked.map(({ thing, answers }) =>
                LookupFields.complete({ lookups, kind: options.record, cache }, answers, (rows) =>
                  // There is one answer per lookup, by name.
                  mapped(thing, row, rows as Lookup.Answers<L>)
                )
              )
            )
        )
    }
  }
