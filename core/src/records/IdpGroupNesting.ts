import { Schema } from "effect"
import * as Field from "./Field.js"

/** A group's membership in another group, shown in the other group's `groups`. */
export const IdpGroupNesting = Field.struct("IdpGroupNesting", {
  /** The service's own id of the membership: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The membership's identity, which the framework derives from the two groups. */
  vendor_id: Schema.String,
  /** The id, in the identity provider, of the group that is a member. */
  member_group_vendor_id: Schema.String,
  /** The id, in the identity provider, of the group that has the member. */
  group_vendor_id: Schema.String
})

export interface IdpGroupNesting extends Schema.Schema.Type<typeof IdpGroupNesting> {}
