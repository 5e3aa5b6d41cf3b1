import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"

/** A customer of the account, who owns connections. */
export const Organization = Field.struct("Organization", {
  /** The service's id of the organization. */
  id: Field.Id,
  /** The organization's name. */
  name: Schema.String,
  /** The caller's own reference. Null if the caller gave none. */
  identifier: Schema.NullOr(Schema.String),
  /** When the organization was created. */
  created_at: Timestamp,
  /** When the organization last changed. */
  updated_at: Timestamp
})
export interface Organization extends Schema.Schema.Type<typeof Organization> {}
