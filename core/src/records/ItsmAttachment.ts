import { Schema } from "effect"
import * as Field from "./Field.js"
import { VendorAttributes } from "./ItsmUser.js"

/** A file attached to a ticket; the file itself stays in the source tool. */
export const ItsmAttachment = Field.struct("ItsmAttachment", {
  /** The service's own id of the attachment: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The file's name; the source tool's id of the attachment if it has none. */
  file_name: Schema.String,
  /** The file's media type, such as `image/png`. Null if unknown. */
  content_type: Schema.NullOr(Schema.String),
  /** The file's size in bytes. Null if unknown. */
  size_bytes: Schema.NullOr(Field.Integer),
  /** Where the source tool serves the file, to callers with access to that tool. Null if unknown. */
  url: Schema.NullOr(Schema.String),
  /**
   * The service's id of the ticket; the ticket belongs to the same connection.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  ticket_id: Field.Id,
  /**
   * The service's id of the user who attached the file. Null if unknown.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  author_user_id: Schema.NullOr(Field.Id),
  /** The vendor identifier of the source tool, such as `JIRA`. */
  vendor: Schema.String,
  /** The attachment's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the attachment, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String)),
  /** What the source tool says about the attachment, in its own words. */
  vendor_attributes: VendorAttributes
})

export interface ItsmAttachment extends Schema.Schema.Type<typeof ItsmAttachment> {}
