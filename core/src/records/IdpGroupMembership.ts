import { Schema } from "effect"
import * as Field from "./Field.js"

/** A user's membership in a group: shows in the user's `groups` and the group's `users`. */
export const IdpGroupMembership = Schema.Struct({
  id: Field.Id,
  vendor_id: Schema.String,
  user_vendor_id: Schema.String,
  group_vendor_id: Schema.String
}).annotations({ identifier: "IdpGroupMembership" })

export interface IdpGroupMembership extends Schema.Schema.Type<typeof IdpGroupMembership> {}
