import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import { ProblemReason } from "./ProblemReason.js"

/**
 * Fields of one kind of record that are not read, because the source tool refuses an endpoint that they need or does not send all of it, or
 * because its answers would empty them of most records, which is rather a fault of the source tool.
 */
export const UnreadFields = Field.struct("UnreadFields", {
  /** The kind of record, such as `idp_user`. */
  record_kind: Schema.String,
  /** The names of the fields; a dot leads into an object. Records keep the values that were read before. */
  fields: Schema.Array(Schema.String),
  /** The path of the source tool's endpoint. */
  endpoint: Schema.String,
  /** The permissions that the endpoint needs, in the source tool's words. */
  permissions: Schema.Array(Schema.String),
  /** The `reason` of the problem that the status of the connection has because of them. */
  problem: ProblemReason,
  /** What the source tool answered, as human-readable text. */
  reason: Schema.String,
  /**
   * From when on a complete scan that would empty the fields, too, is believed. Null if the source tool refuses the endpoint.
   */
  accepted_from: Schema.NullOr(Timestamp)
})
export interface UnreadFields extends Schema.Schema.Type<typeof UnreadFields> {}
