import type { Inferred, Judged } from "../../record/Draft.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type * as Lookup from "../lookup/Lookup.js"
import * as RowMapping from "../row/RowMapping.js"

/** A thing, and the row that mentions it. */
interface Mentioned<Row, Thing> {
  readonly thing: Thing
  readonly row: Row
}

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
  /** What a row mentions, as the mapping reads it. */
  readonly things: (row: Row) => ReadonlyArray<unknown>
  /** How the things become records. */
  readonly mapping: RowMapping.Any
}

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
    const { record: kind, things } = options
    // The compiler has checked that no lookup is a sentence about a wrong field.
    const lookups = (options.lookups ?? {}) as Lookup.Lookups<Thing>
    return {
      kind,
      lookups: Object.values(lookups),
      things: (row) => things(row).map((thing): Mentioned<Row, Thing> => ({ thing, row })),
      mapping: RowMapping.make<Mentioned<Row, Thing>, Thing>({
        endpoint: kind.name,
        kind,
        reader: null,
        lookups,
        about: ({ thing }) => thing,
        // There is one answer per lookup, by name; what a mapping returns is an object with the kind's fields.
        toRecord: ({ row, thing }, answers) =>
          options.toRecord(thing, row, answers as Lookup.Answers<L>) as object | null
      })
    }
  }
