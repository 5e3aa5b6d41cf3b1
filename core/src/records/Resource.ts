import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { CloudProvider } from "./Device.js"
import * as Field from "./Field.js"

/** A thing in a cloud account, such as a bucket or a virtual machine. */
export const Resource = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  type: Schema.String,
  vendor_type: Schema.NullOr(Schema.String),
  cloud_provider: Schema.NullOr(CloudProvider),
  account_id: Schema.NullOr(Schema.String),
  account_name: Schema.NullOr(Schema.String),
  region: Schema.NullOr(Schema.String),
  tags: Schema.NullOr(Field.JsonObject),
  first_seen: Schema.NullOr(Timestamp),
  last_seen: Schema.NullOr(Timestamp),
  is_deleted: Schema.Boolean,
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "Resource" })

export interface Resource extends Schema.Schema.Type<typeof Resource> {}
