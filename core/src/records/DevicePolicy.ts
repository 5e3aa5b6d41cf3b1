import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A policy that a device manager applies to groups of devices. */
export const DevicePolicy = Field.struct("DevicePolicy", {
  /** The service's own id of the policy: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The policy's name, as the source tool shows it. */
  name: Schema.String,
  /** The kind of policy, such as `PREVENTION`. Null if the source tool has no kinds. */
  type: Schema.NullOr(Schema.String),
  /** The operating system that the policy is for, as the source tool writes it. Null if it is for all or unknown. */
  platform: Schema.NullOr(Schema.String),
  /** Whether the policy is in force. Null if the source tool does not say. */
  is_enabled: Schema.NullOr(Schema.Boolean),
  /** The policy's description. Null if it has none. */
  description: Schema.NullOr(Schema.String),
  /**
   * The service's ids of the device groups that the policy applies to and that it knows, in ascending order; empty if the
   * policy applies to no group. Absent if the policy applies to more than 1,000 groups: the header `X-Omitted-Fields` then names the field,
   * and `/entities/device-policies/{id}/device-groups` lists the groups.
   */
  device_group_ids: Field.present(Schema.Array(Field.Id)),
  /** When the source tool created the policy. Null if the source tool does not say. */
  vendor_created_at: Schema.NullOr(Timestamp),
  /** When the policy last changed in the source tool. Null if the source tool does not say. */
  last_updated_at: Schema.NullOr(Timestamp),
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  vendor: Schema.String,
  /** The policy's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the policy, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface DevicePolicy extends Schema.Schema.Type<typeof DevicePolicy> {}
