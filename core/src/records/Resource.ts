import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { CloudProvider } from "./Device.js"
import * as Field from "./Field.js"

/** A resource in a cloud account, such as a bucket or a virtual machine. */
export const Resource = Field.struct("Resource", {
  /** The service's own id of the resource: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The resource's name; the last part of its id if it has none. */
  name: Schema.String,
  /** The resource's type without its provider, such as `virtualMachines`. */
  type: Schema.String,
  /**
   * The resource's full type in the cloud's own words, such as `microsoft.compute/virtualMachines`. Null if unknown.
   */
  vendor_type: Schema.NullOr(Schema.String),
  /** The cloud that runs the resource. Null if unknown. */
  cloud_provider: Schema.NullOr(CloudProvider),
  /** The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown. */
  account_id: Schema.NullOr(Schema.String),
  /** The name of that account. Null if unknown. */
  account_name: Schema.NullOr(Schema.String),
  /** The cloud region, such as `westeurope`. Null if unknown or if the resource is global. */
  region: Schema.NullOr(Schema.String),
  /** The resource's tags: an object of names and values. Null if it has none. */
  tags: Schema.NullOr(Field.JsonObject),
  /** When the resource was created or first seen. Null if the source tool does not say. */
  first_seen: Schema.NullOr(Timestamp),
  /** When the source tool last saw the resource. Null if it does not say. */
  last_seen: Schema.NullOr(Timestamp),
  /** True once complete scans no longer find the resource in the source tool; false again when it returns. */
  is_deleted: Schema.Boolean,
  /** The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`. */
  vendor: Schema.String,
  /** The resource's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the resource, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface Resource extends Schema.Schema.Type<typeof Resource> {}
