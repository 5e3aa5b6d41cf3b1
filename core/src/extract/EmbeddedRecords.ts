import { Effect, Either } from "effect"
import type { VendorError } from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type { Mapped } from "../record/Batch.js"
import type { Exact } from "../record/Draft.js"
import type * as RecordKind from "../record/RecordKind.js"
import * as Row from "../record/Row.js"
import * as Lookup from "./Lookup.js"
import type { LookupCache } from "./LookupCache.js"

/**
 * What a row itself mentions, such as the users of a policy: no list is read for it, and it is stored together with its row.
 *
 * What a row mentions no longer is found by full scans.
 */
export interface Mention<in Row> {
  readonly kind: RecordKind.Any
  /** The questions asked about each thing that is mentioned. */
  readonly lookups: ReadonlyArray<Lookup.Lookup<never, unknown>>
  /** Each question once, about the first thing that is worth asking about. */
  readonly peek: (rows: ReadonlyArray<Row>, base?: string) => ReadonlyArray<Lookup.Peek>
  readonly toMapped: (
    row: Row,
    cache: LookupCache,
    base?: string
  ) => Effect.Effect<ReadonlyArray<Mapped>, VendorError, VendorHttp>
}

/** Leaves out what is no record. */
const present = <A>(mapped: ReadonlyArray<Either.Either<A | null, ReadonlyArray<string>>>) =>
  mapped.flatMap((each): ReadonlyArray<Either.Either<A, ReadonlyArray<string>>> => {
    if (Either.isLeft(each)) return [Either.left(each.left)]
    return each.right === null ? [] : [Either.right(each.right)]
  })

/** What each `Row` mentions: `Mention.of<EntraPolicy>()({ ... })`. */
export const of =
  <Row>() =>
  <
    K extends RecordKind.Any,
    Thing,
    const R extends RecordKind.Draft<K>,
    L extends Lookup.Lookups<Thing> = Record<never, never>
  >(options: {
    /** The kind of record that a thing becomes; of the same export type as the row's. */
    readonly record: K
    /** The things that a row mentions. */
    readonly things: (row: Row) => ReadonlyArray<Thing>
    /** Questions asked about each thing. */
    readonly lookups?: L
    /** A pure mapping; null where the vendor knows nothing of what is mentioned. */
    readonly toRecord: (thing: Thing, row: Row, answers: Lookup.Answers<L>) => Exact<RecordKind.Draft<K>, R> | null
  }): Mention<Row> => {
    const lookups: Lookup.Lookups<Thing> = options.lookups ?? {}
    const mapped = (thing: Thing, row: Row, answers: Lookup.Answers<L>) =>
      Either.map(
        Row.map(() => ({ draft: options.toRecord(thing, row, answers) })),
        // What a mapping returns is an object with the kind's fields.
        ({ draft }) => draft as Readonly<Record<string, unknown>> | null
      )
    return {
      kind: options.record,
      lookups: Object.values(lookups),
      peek: (rows, base) => Lookup.peek(lookups, rows.flatMap(options.things), base),
      toMapped: (row, cache, base) =>
        Effect.map(
          Effect.forEach(options.things(row), (thing) =>
            Effect.map(Lookup.askAll(lookups, thing, cache, base), (answers) =>
              // The answers to these lookups, by their names.
              mapped(thing, row, answers as Lookup.Answers<L>)
            )
          ),
          present
        )
    }
  }
