import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A user's assignment to an application, shown in the user's `applications` and the application's `users`. */
export const IdpApplicationAssignment = Field.struct("IdpApplicationAssignment", {
  /** The service's own id of the assignment: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The assignment's identity, which the framework derives from the user and the application. */
  vendor_id: Schema.String,
  /** The user's id in the identity provider. */
  user_vendor_id: Schema.String,
  /** The application's id in the identity provider. */
  application_vendor_id: Schema.String,
  /** When the user last signed in to the application. Null if never, or if the identity provider does not say. */
  user_app_last_login_at: Field.optional(Timestamp)
})

export interface IdpApplicationAssignment extends Schema.Schema.Type<typeof IdpApplicationAssignment> {}
