import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** Whether a user of a ticketing tool can still be worked with. */
export const ItsmUserStatus = Schema.Literal("ACTIVE", "INACTIVE", "DELETED").annotations({
  identifier: "ItsmUserStatus"
})
export type ItsmUserStatus = Schema.Schema.Type<typeof ItsmUserStatus>

/** What the source tool says of an ITSM record, in the tool's own words. */
export const VendorAttributes = Schema.Struct({
  created_at: Schema.NullOr(Timestamp),
  id: Schema.String,
  updated_at: Schema.NullOr(Timestamp),
  vendor: Schema.String,
  data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "VendorAttributes" })

export interface VendorAttributes extends Schema.Schema.Type<typeof VendorAttributes> {}

/** A user of a ticketing tool. */
export const ItsmUser = Schema.Struct({
  id: Field.Id,
  email: Schema.NullOr(Schema.String),
  name: Schema.String,
  status: ItsmUserStatus,
  vendor_attributes: VendorAttributes
}).annotations({ identifier: "ItsmUser" })

export interface ItsmUser extends Schema.Schema.Type<typeof ItsmUser> {}
