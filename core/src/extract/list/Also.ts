import type { Inferred, Judged } from "../../record/Draft.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type * as Lookup from "../lookup/Lookup.js"

/**
 * Another record that a row becomes: the same thing, with the same id, as a record of another kind, such as the alert that an event of a log
 * also is. It costs no request, and an answer that removes the row removes both records.
 * Only a full scan notices that a row stopped being of the kind.
 */
export interface Also<in Row, out K extends RecordKind.Any = RecordKind.Any> {
  /** The kind of record that the row also becomes. */
  readonly kind: K
  /** The questions about each row, by name. */
  readonly lookups: Lookup.Lookups<Row>
  /** Maps a row, and the answers to its lookups, to a draft; null if the row becomes no record of the kind. */
  readonly toRecord: (row: Row, answers: Readonly<Record<string, ReadonlyArray<unknown> | null>>) => object | null
}

/** Another record that a row below another row becomes, such as the account that a member of a group also is. */
export interface AlsoBelow<in Parent, in Row, out K extends RecordKind.Any = RecordKind.Any> {
  /** The kind of record that the row also becomes. */
  readonly kind: K
  /** Maps a row and its parent to a draft; null if the row becomes no record of the kind. */
  readonly toRecord: (row: Row, parent: Parent) => object | null
}

/**
 * Declares another record that each `Row` below a `Parent` becomes. It costs no request, and has no lookups.
 *
 * @example
 * ```ts
 * interface Repository {
 *   readonly id: string
 * }
 * interface Alert {
 *   readonly id: string
 *   readonly package: string
 * }
 *
 * const packages = Also.below<Repository, Alert>()({
 *   record: RecordKind.Resource,
 *   toRecord: (alert) => ({ name: alert.package, type: "PACKAGE", vendor_id: alert.id })
 * })
 * ```
 */
export const below =
  <Parent, Row>() =>
  <K extends RecordKind.Any, const R extends Inferred<RecordKind.Draft<K>>>(options: {
    /** The kind of record that the row also becomes, of any export type. */
    readonly record: K
    /** Maps a row and its parent to a record, or to null if the row becomes no record of this kind. A pure function. */
    readonly toRecord: (row: Row, parent: Parent) => (R & Judged<RecordKind.Draft<K>, R>) | null
  }): AlsoBelow<Parent, Row, K> => ({
    kind: options.record,
    // What a mapping returns is an object with the kind's fields.
    toRecord: (row, parent) => options.toRecord(row, parent) as object | null
  })

/**
 * Declares another record that each `Row` becomes:
 *
 * ```ts
 * also: [Also.of<AcmeEvent>()({ record: RecordKind.IdpAlert, toRecord: toIdpAlert })]
 * ```
 *
 * The two calls let the compiler infer everything but `Row`.
 */
export const of =
  <Row>() =>
  <
    K extends RecordKind.Any,
    const R extends Inferred<RecordKind.Draft<K>>,
    L extends Lookup.Lookups<Row> = Record<never, never>
  >(options: {
    /** The kind of record that the row also becomes, of any export type; its `vendor_id` is the id of the row. */
    readonly record: K
    /** Questions about each row, by the names under which the mapping receives the answers; none by default. */
    readonly lookups?: Lookup.Filling<K, L> | undefined
    /** Maps a row, and the answers to its lookups, to a record, or to null if the row becomes no record of this kind. A pure function. */
    readonly toRecord: (row: Row, answers: Lookup.Answers<L>) => (R & Judged<RecordKind.Draft<K>, R>) | null
  }): Also<Row, K> => ({
    kind: options.record,
    // The compiler has checked that no lookup is a sentence about a wrong field.
    lookups: (options.lookups ?? {}) as Lookup.Lookups<Row>,
    // There is one answer per lookup, by name; what a mapping returns is an object with the kind's fields.
    toRecord: (row, answers) => options.toRecord(row, answers as Lookup.Answers<L>) as object | null
  })
