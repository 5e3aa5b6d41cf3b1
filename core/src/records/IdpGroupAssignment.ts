import { Schema } from "effect"
import * as Field from "./Field.js"

/** A group's assignment to an application: shows in the group's `applications` and the application's `groups`. */
export const IdpGroupAssignment = Schema.Struct({
  id: Field.Id,
  vendor_id: Schema.String,
  group_vendor_id: Schema.String,
  application_vendor_id: Schema.String
}).annotations({ identifier: "IdpGroupAssignment" })

export interface IdpGroupAssignment extends Schema.Schema.Type<typeof IdpGroupAssignment> {}
