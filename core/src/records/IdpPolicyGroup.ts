import { Schema } from "effect"
import * as Field from "./Field.js"

/** A group that a policy includes by id, listed below the policy. */
export const IdpPolicyGroup = Field.struct("IdpPolicyGroup", {
  /** The service's own id of the relation: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The relation's identity, which the framework derives from the policy and the group. */
  vendor_id: Schema.String,
  /** The policy's id in the identity provider. */
  policy_vendor_id: Schema.String,
  /** The group's id in the identity provider. */
  group_vendor_id: Schema.String
})

export interface IdpPolicyGroup extends Schema.Schema.Type<typeof IdpPolicyGroup> {}
