import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"

/** A customer of the account: owns connections. */
export const Organization = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  identifier: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotations({ identifier: "Organization" })
export interface Organization extends Schema.Schema.Type<typeof Organization> {}
