import { Schema } from "effect"
import * as Field from "./Field.js"

/** A user that a policy names as its member: listed below the policy. */
export const IdpPolicyUser = Schema.Struct({
  id: Field.Id,
  vendor_id: Schema.String,
  policy_vendor_id: Schema.String,
  user_vendor_id: Schema.String
}).annotations({ identifier: "IdpPolicyUser" })

export interface IdpPolicyUser extends Schema.Schema.Type<typeof IdpPolicyUser> {}
