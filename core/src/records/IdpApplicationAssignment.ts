import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A user's assignment to an application: shows in the user's `applications` and the application's `users`. */
export const IdpApplicationAssignment = Schema.Struct({
  id: Field.Id,
  vendor_id: Schema.String,
  user_vendor_id: Schema.String,
  application_vendor_id: Schema.String,
  user_app_last_login_at: Field.optional(Timestamp)
}).annotations({ identifier: "IdpApplicationAssignment" })

export interface IdpApplicationAssignment extends Schema.Schema.Type<typeof IdpApplicationAssignment> {}
