import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A group of an identity provider. */
export const IdpGroup = Schema.Struct({
  id: Field.Id,
  types: Schema.Array(Schema.String),
  description: Schema.String,
  name: Schema.String,
  vendor_id: Schema.String,
  vendor_created_at: Timestamp,
  last_membership_updated_at: Field.optional(Timestamp),
  last_updated_at: Field.optional(Timestamp),
  is_deleted: Schema.Boolean
}).annotations({ identifier: "IdpGroup" })

export interface IdpGroup extends Schema.Schema.Type<typeof IdpGroup> {}
