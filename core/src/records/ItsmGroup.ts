import { Schema } from "effect"
import * as Field from "./Field.js"
import { VendorAttributes } from "./ItsmUser.js"

/** A group of users of a ticketing tool. */
export const ItsmGroup = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject),
  vendor_attributes: VendorAttributes
}).annotations({ identifier: "ItsmGroup" })

export interface ItsmGroup extends Schema.Schema.Type<typeof ItsmGroup> {}
