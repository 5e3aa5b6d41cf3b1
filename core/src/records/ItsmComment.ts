import { Schema } from "effect"
import * as Field from "./Field.js"
import { VendorAttributes } from "./ItsmUser.js"

/** A comment on a ticket; its references are the service's own ids. */
export const ItsmComment = Schema.Struct({
  id: Field.Id,
  body: Schema.NullOr(Schema.String),
  ticket_id: Field.Id,
  author_user_id: Schema.NullOr(Field.Id),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject),
  vendor_attributes: VendorAttributes
}).annotations({ identifier: "ItsmComment" })

export interface ItsmComment extends Schema.Schema.Type<typeof ItsmComment> {}
