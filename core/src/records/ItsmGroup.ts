import { Schema } from "effect"
import * as Field from "./Field.js"
import { VendorAttributes } from "./ItsmUser.js"

/** A group of users of a ticketing tool. */
export const ItsmGroup = Field.struct("ItsmGroup", {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The group's name; the source tool's id if it has none. */
  name: Schema.String,
  /** The group's description. Null if it has none. */
  description: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `JIRA`. */
  vendor: Schema.String,
  /** The group's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the group, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String)),
  /** What the source tool says about the group, in its own words. */
  vendor_attributes: VendorAttributes
})

export interface ItsmGroup extends Schema.Schema.Type<typeof ItsmGroup> {}
