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
   * Further fields of the group, passed through from the source tool; the shape depends on the vendor. Null if the
   * connector passes nothing through.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /** What the source tool says about the group, in its own words. */
  vendor_attributes: VendorAttributes
})

export interface ItsmGroup extends Schema.Schema.Type<typeof ItsmGroup> {}
