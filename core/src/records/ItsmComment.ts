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
   * Further fields of the comment, passed through from the source tool; the shape depends on the vendor. Null if the
   * connector passes nothing through.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /** What the source tool says about the comment, in its own words. */
  vendor_attributes: VendorAttributes
})

export interface ItsmComment extends Schema.Schema.Type<typeof ItsmComment> {}
