import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A policy that a device manager applies to groups of devices. */
export const DevicePolicy = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  type: Schema.NullOr(Schema.String),
  platform: Schema.NullOr(Schema.String),
  is_enabled: Schema.NullOr(Schema.Boolean),
  description: Schema.NullOr(Schema.String),
  device_group_ids: Schema.NullOr(Schema.Array(Field.Id)),
  vendor_created_at: Schema.NullOr(Timestamp),
  last_updated_at: Schema.NullOr(Timestamp),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "DevicePolicy" })

export interface DevicePolicy extends Schema.Schema.Type<typeof DevicePolicy> {}
