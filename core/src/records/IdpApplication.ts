import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** An application that users of an identity provider sign in to. */
export const IdpApplication = Field.struct("IdpApplication", {
  /** The service's own id of the application: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** Labels or tags that the identity provider shows for the application. Null if it has none. */
  labels: Field.optional(Schema.Array(Schema.String)),
  /** The application's name in the identity provider. */
  name: Schema.String,
  /** The application's id in the identity provider. */
  vendor_id: Schema.String,
  /** The application's version. Null if the identity provider does not track versions. */
  version: Field.optional(Schema.String),
  /** The application's status in the identity provider's own words, such as `ACTIVE`. */
  vendor_status: Schema.String,
  /** When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  vendor_created_at: Timestamp,
  /** When the application last changed in the source tool. Null if the source tool does not say. */
  last_updated_at: Field.optional(Timestamp),
  /** True once complete scans no longer find the application in the source tool; false again when it returns. */
  is_deleted: Schema.Boolean
})

export interface IdpApplication extends Schema.Schema.Type<typeof IdpApplication> {}

/** An application in a user's `applications`, with that user's last login to it. */
export const IdpUserApplication = Field.struct("IdpUserApplication", {
  ...IdpApplication.fields,
  /** When this user last signed in to this application. Null if never, or if the identity provider does not say. */
  user_app_last_login_at: Field.optional(Timestamp)
})

export interface IdpUserApplication extends Schema.Schema.Type<typeof IdpUserApplication> {}
