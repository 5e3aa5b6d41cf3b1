import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A person or an account with access to the source tool itself. */
export const ConfigUser = Field.struct("ConfigUser", {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The display name. Null if there is none. */
  name: Schema.NullOr(Schema.String),
  /** The email address. Null if unknown. */
  email: Schema.NullOr(Schema.String),
  /** The login; the email address or id if there is none. */
  username: Schema.String,
  /** The person's id in the source tool; `vendor_id` may name an access of that person. */
  vendor_user_id: Schema.String,
  /** The role in the source tool, in its own words; several joined by `, `. Null if unknown. */
  role: Schema.NullOr(Schema.String),
  /** Whether the user administers the source tool. Null if it does not say. */
  is_admin: Schema.NullOr(Schema.Boolean),
  /** Whether the user can log in. Null if the source tool does not say. */
  is_active: Schema.NullOr(Schema.Boolean),
  /** Whether a second factor protects the login. Null if the source tool does not say. */
  is_mfa_enabled: Schema.NullOr(Schema.Boolean),
  /** When the user last logged in. Null if never, or if the source tool does not say. */
  last_login: Schema.NullOr(Timestamp),
  /** What the user may do, as the source tool sends it. Null if it does not say. */
  access_data: Schema.NullOr(Field.JsonObject),
  /** True once complete scans no longer find the user in the source tool; false again when it returns. */
  is_deleted: Schema.Boolean,
  /** The vendor identifier of the source tool, such as `SNYK`. */
  vendor: Schema.String,
  /** The user's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface ConfigUser extends Schema.Schema.Type<typeof ConfigUser> {}
