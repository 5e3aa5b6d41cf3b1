import * as Result from "../../Result.js"
import type { Inferred, Judged } from "../../record/Draft.js"
import type * as RecordKind from "../../record/RecordKind.js"
import { decode, type RowSchema } from "../../record/Row.js"
import type { FieldMarks } from "../../record/VendorData.js"
import * as RowId from "../row/RowId.js"
import * as RowMapping from "../row/RowMapping.js"
import * as PartialDraft from "./PartialDraft.js"
import type { Emitted } from "./StreamPage.js"

/**
 * Makes drafts of the rows of an author's own stream, as lists do: a row that the schema refuses, or whose mapping throws,
 * becomes a rejection that names its id. A wrong value that may be null costs only the fields that come from it.
 */
export const readRows = <K extends RecordKind.Any, Row, const R extends Inferred<RecordKind.Draft<K>>>(options: {
  /** The kind of record that a row becomes. */
  readonly record: K
  /** The endpoint of the extractor, for errors. */
  readonly endpoint: string
  /** The schema of a row: only the fields that the mapping reads, and tolerant of null. */
  readonly row: RowSchema<Row>
  /** What becomes of fields that `row` does not name; by default all go into `vendor_data` but those whose names say that they hold secrets. */
  readonly marks?: FieldMarks
  /** Where a raw row, before it is decoded, has the `vendor_id` of its record: a path or a function; `id` by default. */
  readonly id?: RowId.RowId
  /** Maps a row to a record. A pure function. */
  readonly toRecord: (row: Row) => R & Judged<RecordKind.Draft<K>, R>
}): ((
  rows: ReadonlyArray<unknown>
) => Required<Pick<Emitted<RecordKind.Draft<K>>, "drafts" | "rejections" | "rows">>) => {
  const mapping = RowMapping.make<Row, Row>({
    endpoint: options.endpoint,
    kind: options.record,
    reader: decode(options.row, options.marks),
    idOf: RowId.reader(options.id ?? "id"),
    lookups: {},
    about: (row) => row,
    toRecord: options.toRecord
  })
  return (rows) => {
    const read = rows.map(mapping.read)
    const mapped = read.flatMap((row) => mapping.toMapped(row, read) ?? [])
    return {
      rows,
      drafts: mapped.flatMap((each) =>
        Result.isSuccess(each) ? [PartialDraft.of(each.success) as RecordKind.Draft<K>] : []
      ),
      rejections: mapped.flatMap((each) =>
        Result.isFailure(each) ? [{ id: each.failure.vendorId, issues: each.failure.issues }] : []
      )
    }
  }
}
