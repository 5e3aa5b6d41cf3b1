import { Schema } from "effect"
import * as Field from "./Field.js"

/** A group's assignment to an application, shown in the group's `applications` and the application's `groups`. */
export const IdpGroupAssignment = Field.struct("IdpGroupAssignment", {
  /** The service's own id of the assignment: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The assignment's identity, which the framework derives from the group and the application. */
  vendor_id: Schema.String,
  /** The group's id in the identity provider. */
  group_vendor_id: Schema.String,
  /** The application's id in the identity provider. */
  application_vendor_id: Schema.String
})

export interface IdpGroupAssignment extends Schema.Schema.Type<typeof IdpGroupAssignment> {}
