import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"

/** Records of one kind that the last complete scan missed, but that are not proven to be gone, and for which no deletion waits for a decision. */
export const MissingRecords = Field.struct("MissingRecords", {
  /** The kind of record, such as `idp_user`. */
  record_kind: Schema.String,
  /** How many records are missing. */
  count: Field.Integer,
  /** When the first scan began that missed the longest missing one of them, or the last run of that scan. */
  missing_since: Timestamp,
  /**
   * From when on the first of them can be deleted: by a complete scan that begins then or later and misses the record too. Earlier only if
   * the source tool's own total proves that the record is gone, or if it names the record as removed.
   */
  earliest_deletion_at: Timestamp
})
export interface MissingRecords extends Schema.Schema.Type<typeof MissingRecords> {}
