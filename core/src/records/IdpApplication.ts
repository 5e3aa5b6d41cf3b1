import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** An application that users of an identity provider sign in to. */
export const IdpApplication = Schema.Struct({
  id: Field.Id,
  labels: Field.optional(Schema.Array(Schema.String)),
  name: Schema.String,
  vendor_id: Schema.String,
  version: Field.optional(Schema.String),
  vendor_status: Schema.String,
  vendor_created_at: Timestamp,
  last_updated_at: Field.optional(Timestamp),
  is_deleted: Schema.Boolean
}).annotations({ identifier: "IdpApplication" })

export interface IdpApplication extends Schema.Schema.Type<typeof IdpApplication> {}

/** An application inside a user: with that user's last login to it. */
export const IdpUserApplication = Schema.Struct({
  ...IdpApplication.fields,
  user_app_last_login_at: Field.optional(Timestamp)
}).annotations({ identifier: "IdpUserApplication" })

export interface IdpUserApplication extends Schema.Schema.Type<typeof IdpUserApplication> {}
