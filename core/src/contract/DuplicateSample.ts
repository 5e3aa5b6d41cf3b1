import { Schema } from "effect"
import * as Field from "../records/Field.js"

/** A record that several rows of the source tool claim to be. */
export const DuplicateSample = Field.struct("DuplicateSample", {
  /** The kind of record, such as `idp_user`. */
  record_kind: Schema.String,
  /** The service's id of the record. */
  id: Field.Id,
  /** The names of the fields in which the rows differ; never the values. */
  fields: Schema.Array(Schema.String)
})
export interface DuplicateSample extends Schema.Schema.Type<typeof DuplicateSample> {}
