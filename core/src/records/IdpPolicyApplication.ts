import { Schema } from "effect"
import * as Field from "./Field.js"

/** An application that a policy names as its member: listed below the policy. */
export const IdpPolicyApplication = Schema.Struct({
  id: Field.Id,
  vendor_id: Schema.String,
  policy_vendor_id: Schema.String,
  application_vendor_id: Schema.String
}).annotations({ identifier: "IdpPolicyApplication" })

export interface IdpPolicyApplication extends Schema.Schema.Type<typeof IdpPolicyApplication> {}
