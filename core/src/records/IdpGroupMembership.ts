import { Schema } from "effect"
import * as Field from "./Field.js"

/** A user's membership in a group, shown in the user's `groups` and the group's `users`. */
export const IdpGroupMembership = Field.struct("IdpGroupMembership", {
  /** The service's own id of the membership: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The membership's identity, which the framework derives from the user and the group. */
  vendor_id: Schema.String,
  /** The user's id in the identity provider. */
  user_vendor_id: Schema.String,
  /** The group's id in the identity provider. */
  group_vendor_id: Schema.String
})

export interface IdpGroupMembership extends Schema.Schema.Type<typeof IdpGroupMembership> {}
