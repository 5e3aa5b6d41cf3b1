import { Schema } from "effect"
import * as Field from "./Field.js"

/** A user that a policy includes by id, listed below the policy. */
export const IdpPolicyUser = Field.struct("IdpPolicyUser", {
  /** The service's own id of the relation: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The relation's identity, which the framework derives from the policy and the user. */
  vendor_id: Schema.String,
  /** The policy's id in the identity provider. */
  policy_vendor_id: Schema.String,
  /** The user's id in the identity provider. */
  user_vendor_id: Schema.String
})

export interface IdpPolicyUser extends Schema.Schema.Type<typeof IdpPolicyUser> {}
