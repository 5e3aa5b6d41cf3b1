import { Schema } from "effect"
import * as Field from "./Field.js"
import { VendorAttributes } from "./ItsmUser.js"

/** A file attached to a ticket; its references are the service's own ids. */
export const ItsmAttachment = Schema.Struct({
  id: Field.Id,
  file_name: Schema.String,
  content_type: Schema.NullOr(Schema.String),
  size_bytes: Schema.NullOr(Field.Integer),
  url: Schema.NullOr(Schema.String),
  ticket_id: Field.Id,
  author_user_id: Schema.NullOr(Field.Id),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject),
  vendor_attributes: VendorAttributes
}).annotations({ identifier: "ItsmAttachment" })

export interface ItsmAttachment extends Schema.Schema.Type<typeof ItsmAttachment> {}
