import type { SchemaAST } from "effect"
import type { Decoder } from "../../decode/Decoder.js"
import type { Query } from "../../http/Request.js"
import * as Result from "../../Result.js"
import type * as RecordKind from "../../record/RecordKind.js"
import { decode, type RowSchema } from "../../record/Row.js"
import type { Lookups } from "../lookup/LookupOptions.js"
import type { Pagination } from "../walk/Pagination.js"
import type { Child } from "./Child.js"

/** A change to one row, from the vendor's list of changes. */
export interface Change {
  /** The `vendor_id` of the row. */
  readonly id: string
  /** Whether the row was removed. */
  readonly isRemoved: boolean
  /** Records of other kinds that were added or removed with the change, in order; none by default. */
  readonly related?: ReadonlyArray<Related> | undefined
}

/** A record of another kind that was added or removed with a change, such as a group's member; see `came` and `went`. */
export interface Related {
  /** The kind of the record. */
  readonly kind: RecordKind.Any
  /** The record's draft; of a removed record, only its identity matters. */
  readonly draft: Readonly<Record<string, unknown>>
  /** Whether the record was removed. */
  readonly isRemoved: boolean
}

const related =
  (isRemoved: boolean) =>
  <K extends RecordKind.Any>(kind: K, draft: RecordKind.Draft<K>): Related => ({
    kind,
    // What a mapping returns is an object with the kind's fields.
    draft: draft as Readonly<Record<string, unknown>>,
    isRemoved
  })

/** A record that was added with a change. */
export const came = related(false)

/** A record that was removed with a change. */
export const went = related(true)

/** A list of changes beside the list that they change. */
export interface ChangeList {
  /** The path of the list of changes below the base address. */
  readonly endpoint: string
  /** The query parameters of the first request, which returns the token for later changes. */
  readonly query: Query
  /** How the list of changes is cut into pages; usually `Pagination.deltaLink`, which finds the token for later changes. */
  readonly pagination: Pagination
  /** Reads the bodies of its answers, such as `Decode.xml()`; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
  /** The permissions that reading the changes needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
}

/** How to read changed rows again, whose changes say only that they changed. */
export interface Reread<Row, out L> {
  /** The parameters of the lists that have all of these rows, in addition to those of the list's own `queries`. A row may be missing that a later change reports. */
  readonly queries: (ids: ReadonlyArray<string>) => ReadonlyArray<Query>
  /** The questions about each of these rows, for lookups that answer for all rows at once; by default those of the list. */
  readonly lookups?: L
  /** The lists below each of these rows; by default those of the list. Leave out what the changes report as `related`. */
  readonly children?: ReadonlyArray<Child<Row>>
  /** The number of changed rows from which a full scan is cheaper, if reading one row takes several requests; no limit by default. */
  readonly most?: number
}

/** What a vendor tells about the changes of a list: which rows changed or were removed after a token. */
export interface Changes<Row, out L = Lookups<Row>> {
  /** The list of changes; null if the list itself has them, behind the token on its last page. */
  readonly list: ChangeList | null
  /** Reads a change from a row; its failure says which of its fields are wrong. */
  readonly read: (row: unknown) => Result.Result<Change, ReadonlyArray<string>>
  /** The syntax tree of the schema of a change. */
  readonly row: SchemaAST.AST
  /** How to read changed rows again; null if a change has the whole row. */
  readonly reread: Reread<Row, L> | null
}

/**
 * Declares how a vendor reports the changes of a list of `Row`: `Changes.of<EntraUser>()({ ... })`.
 *
 * Full scans read the whole list, and the runs between them only what changed after the token that a scan left. If the
 * vendor refuses to list its changes (403, 501 or a `ClientError`), every run is a full scan.
 */
export const of =
  <Row>() =>
  <Told, L extends Lookups<Row> = never>(options: {
    /** The list of changes, if it is beside the list; by default the list itself has the token on its last page, found by its `Pagination.deltaLink`. */
    readonly list?: ChangeList
    /** The schema of a change: only the fields that `toChange` reads, and tolerant of null. */
    readonly row: RowSchema<Told>
    /** Maps a row of the changes. A pure function. */
    readonly toChange: (row: Told) => Change
    /** How to read changed rows again; by default a change has the whole row. */
    readonly reread?: Reread<Row, L>
  }): Changes<Row, L> => {
    const readRow = decode(options.row)
    return {
      list: options.list ?? null,
      read: (row) => Result.map(readRow(row), options.toChange),
      row: readRow.ast,
      reread: options.reread ?? null
    }
  }
