import { Schema } from "effect"
import * as Field from "./Field.js"
import { VendorAttributes } from "./ItsmUser.js"

/** A project of a ticketing tool. */
export const ItsmProject = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  key: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject),
  vendor_attributes: VendorAttributes
}).annotations({ identifier: "ItsmProject" })

export interface ItsmProject extends Schema.Schema.Type<typeof ItsmProject> {}
