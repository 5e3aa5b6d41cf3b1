import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A group of an identity provider. */
export const IdpGroup = Field.struct("IdpGroup", {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  id: Field.Id,
  /**
   * The group's types in the identity provider's own words, such as `OKTA_GROUP` or `SecurityEnabled`; empty if it
   * names none.
   */
  types: Schema.Array(Schema.String),
  /** The group's description; an empty string if it has none. */
  description: Schema.String,
  /** The group's name, as the identity provider shows it. */
  name: Schema.String,
  /** The group's id in the identity provider. */
  vendor_id: Schema.String,
  /** When the source tool created the group; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  vendor_created_at: Timestamp,
  /** When members last joined or left the group. Null if the identity provider does not say. */
  last_membership_updated_at: Field.optional(Timestamp),
  /** When the group last changed in the source tool. Null if the source tool does not say. */
  last_updated_at: Field.optional(Timestamp),
  /** True once complete scans no longer find the group in the source tool; false again when it returns. */
  is_deleted: Schema.Boolean
})

export interface IdpGroup extends Schema.Schema.Type<typeof IdpGroup> {}
