import { Schema } from "effect"
import * as Field from "./Field.js"

/** A group that a policy names as its member: listed below the policy. */
export const IdpPolicyGroup = Schema.Struct({
  id: Field.Id,
  vendor_id: Schema.String,
  policy_vendor_id: Schema.String,
  group_vendor_id: Schema.String
}).annotations({ identifier: "IdpPolicyGroup" })

export interface IdpPolicyGroup extends Schema.Schema.Type<typeof IdpPolicyGroup> {}
