import { Schema } from "effect"
import * as Result from "../../Result.js"
import type { Inferred, Judged } from "../../record/Draft.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as Row from "../../record/Row.js"
import type { FieldMarks } from "../../record/VendorData.js"
import type * as Lookup from "../lookup/Lookup.js"
import * as RowId from "../row/RowId.js"
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
export interface Mention<in Row, out K extends RecordKind.Any = RecordKind.Any> {
  /** The kind of record that each mentioned thing becomes. */
  readonly kind: K
  /** The questions about each mentioned thing. */
  readonly lookups: ReadonlyArray<Lookup.Any>
  /** What a row mentions, as the mapping reads it. */
  readonly things: (row: Row) => ReadonlyArray<unknown>
  /** How the things become records. */
  readonly mapping: RowMapping.Any
}

/** The options after the compiler checked that they fit together, with their exact types forgotten. */
interface Checked<Row, Thing, K> {
  readonly kind: K
  readonly things: (row: Row) => ReadonlyArray<unknown>
  readonly lookups: object | undefined
  readonly toRecord: (thing: Thing, row: Row, answers: never) => object | null
  /** Reads the things, which the row has as the vendor sent them; absent if they were read with the row. */
  readonly raw?: Pick<Parameters<typeof RowMapping.make<Mentioned<Row, Thing>, Thing>>[0], "idOf" | "reader">
}

const make = <Row, Thing, K extends RecordKind.Any>({
  kind,
  raw = { reader: null },
  things,
  toRecord,
  ...options
}: Checked<Row, Thing, K>): Mention<Row, K> => {
  const lookups = (options.lookups ?? {}) as Lookup.Lookups<Thing>
  return {
    kind,
    lookups: Object.values(lookups),
    things: (row) => things(row).map((thing) => ({ thing, row })),
    mapping: RowMapping.make<Mentioned<Row, Thing>, Thing>({
      ...raw,
      endpoint: kind.name,
      kind,
      lookups,
      about: ({ thing }) => thing,
      // There is one answer per lookup, by name.
      toRecord: ({ row, thing }, answers) => toRecord(thing, row, answers as never)
    })
  }
}

/** Reads the thing of a pair, whose row was read before. */
const readerOf = <R, Thing>(
  schema: Row.RowSchema<Thing>,
  marks: FieldMarks | undefined
): Pick<Row.RowReader<Mentioned<R, Thing>>, "ast" | "further" | "readable"> => {
  const { ast, further, readable } = Row.decode(schema, marks)
  return {
    further: (pair, lost) =>
      further(
        (pair as Mentioned<R, unknown>).thing,
        lost.map(({ issue, path: [, ...path] }) => ({ issue, path }))
      ),
    ast: Schema.Struct({ thing: Schema.make(ast), row: Schema.Unknown }).ast,
    readable: (pair) => {
      const { row, thing } = pair as Mentioned<R, unknown>
      return Result.map(readable(thing), ({ lost, value }) => ({
        value: { thing: value, row },
        lost: lost.map(({ issue, path }) => ({ issue, path: ["thing", ...path] }))
      }))
    }
  }
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
    /** The kind of record that a thing becomes, of any export type. */
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
  }): Mention<Row, K> => {
    const { lookups, record: kind, things, toRecord } = options
    return make<Row, Thing, K>({ kind, lookups, things, toRecord })
  }

/**
 * Declares records whose whole rows each `Parent` contains, such as the attachments of an issue:
 * `Mention.ofRows<JiraIssue>()({ ... })`. Each is read as a row of a list: one that cannot be read costs no other record.
 */
export const ofRows =
  <Parent>() =>
  <
    K extends RecordKind.Any,
    Inner,
    const R extends Inferred<RecordKind.Draft<K>>,
    L extends Lookup.Lookups<Inner> = Record<never, never>
  >(options: {
    /** The kind of record that a row becomes, of any export type. */
    readonly record: K
    /** The rows that a parent contains, as the vendor sent them: its schema has `Schema.Unknown` for them. */
    readonly rows: (parent: Parent) => ReadonlyArray<unknown>
    /** The schema of a row: only the fields that the mapping reads, and tolerant of null. */
    readonly row: Row.RowSchema<Inner>
    /** What becomes of fields that `row` does not name; by default all go into `vendor_data` but those whose names say that they hold secrets. */
    readonly marks?: FieldMarks
    /** Where a raw row, before it is decoded, has the `vendor_id` of its record: a path, or a function that also receives the parent; `id` by default. */
    readonly id?: RowId.RowId<[parent: Parent]>
    /** Questions about each row, by the names under which the mapping receives the answers; none by default. */
    readonly lookups?: Lookup.Filling<K, L> | undefined
    /** Maps a row and its parent to a record, or to null if there is nothing to store. A pure function. */
    readonly toRecord: (
      row: Inner,
      parent: Parent,
      answers: Lookup.Answers<L>
    ) => (R & Judged<RecordKind.Draft<K>, R>) | null
  }): Mention<Parent, K> => {
    const { lookups, record: kind, rows, toRecord } = options
    const idOf = RowId.reader(options.id ?? "id")
    return make<Parent, Inner, K>({
      kind,
      lookups,
      things: rows,
      toRecord,
      raw: {
        reader: readerOf(options.row, options.marks),
        idOf: (pair) => {
          const { row, thing } = pair as Mentioned<Parent, unknown>
          return idOf(thing, row)
        }
      }
    })
  }
