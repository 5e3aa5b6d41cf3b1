import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A rule of an identity provider, such as conditional access. */
export const IdpPolicy = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  type: Schema.String,
  status: Schema.String,
  description: Schema.NullOr(Schema.String),
  priority: Schema.NullOr(Field.Integer),
  conditions: Schema.NullOr(Field.JsonObject),
  vendor_created_at: Schema.NullOr(Timestamp),
  last_updated_at: Schema.NullOr(Timestamp),
  is_deleted: Schema.Boolean,
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "IdpPolicy" })

export interface IdpPolicy extends Schema.Schema.Type<typeof IdpPolicy> {}
