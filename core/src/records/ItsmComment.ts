import { Schema } from "effect"
import * as Field from "./Field.js"
import { VendorAttributes } from "./ItsmUser.js"

/** A comment on a ticket. */
export const ItsmComment = Field.struct("ItsmComment", {
  /** The service's own id of the comment: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The text, without formatting. Null if the comment has none. */
  body: Schema.NullOr(Schema.String),
  /**
   * The service's id of the ticket; the ticket belongs to the same connection.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  ticket_id: Field.Id,
  /**
   * The service's id of the user who wrote the comment. Null if unknown.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  author_user_id: Schema.NullOr(Field.Id),
  /** The vendor identifier of the source tool, such as `JIRA`. */
  vendor: Schema.String,
  /** The comment's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the comment, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String)),
  /** What the source tool says about the comment, in its own words. */
  vendor_attributes: VendorAttributes
})

export interface ItsmComment extends Schema.Schema.Type<typeof ItsmComment> {}
