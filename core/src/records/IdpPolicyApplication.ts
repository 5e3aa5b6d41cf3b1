import { Schema } from "effect"
import * as Field from "./Field.js"

/** An application that a policy includes by id, listed below the policy. */
export const IdpPolicyApplication = Field.struct("IdpPolicyApplication", {
  /** The service's own id of the relation: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The relation's identity, which the framework derives from the policy and the application. */
  vendor_id: Schema.String,
  /** The policy's id in the identity provider. */
  policy_vendor_id: Schema.String,
  /** The application's id in the identity provider. */
  application_vendor_id: Schema.String
})

export interface IdpPolicyApplication extends Schema.Schema.Type<typeof IdpPolicyApplication> {}
