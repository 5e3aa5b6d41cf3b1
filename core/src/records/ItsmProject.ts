import { Schema } from "effect"
import * as Field from "./Field.js"
import { VendorAttributes } from "./ItsmUser.js"

/** A project of a ticketing tool. */
export const ItsmProject = Field.struct("ItsmProject", {
  /** The service's own id of the project: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The project's name; its key or id if it has none. */
  name: Schema.String,
  /** The short key that prefixes ticket identifiers, such as `OPS`. Null if the tool has no keys. */
  key: Schema.NullOr(Schema.String),
  /** The project's description, without formatting. Null if it has none. */
  description: Schema.NullOr(Schema.String),
  /** The project's page in the source tool. Null if unknown. */
  url: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `JIRA`. */
  vendor: Schema.String,
  /** The project's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the project, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String)),
  /** What the source tool says about the project, in its own words. */
  vendor_attributes: VendorAttributes
})

export interface ItsmProject extends Schema.Schema.Type<typeof ItsmProject> {}
