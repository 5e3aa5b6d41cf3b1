import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A group of devices; `device_ids` are the service's ids of devices of the same connection. */
export const DeviceGroup = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  vendor: Schema.String,
  vendor_id: Schema.String,
  created_by: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  device_ids: Schema.Array(Field.Id),
  vendor_created_at: Schema.NullOr(Timestamp),
  vendor_data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "DeviceGroup" })

export interface DeviceGroup extends Schema.Schema.Type<typeof DeviceGroup> {}
