import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A group of devices. */
export const DeviceGroup = Field.struct("DeviceGroup", {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The group's name, as the source tool shows it. */
  name: Schema.String,
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  vendor: Schema.String,
  /** The group's id in the source tool. */
  vendor_id: Schema.String,
  /** Who created the group, as the source tool names them. Null if unknown. */
  created_by: Schema.NullOr(Schema.String),
  /** The group's description. Null if it has none. */
  description: Schema.NullOr(Schema.String),
  /**
   * The service's ids of the member devices that it knows, in ascending order; empty if the group has no members. Absent
   * if the group has more than 1,000 members: the header `X-Omitted-Fields` then names the field, and
   * `/entities/device-groups/{id}/devices` lists them.
   */
  device_ids: Field.present(Schema.Array(Field.Id)),
  /** When the source tool created the group. Null if the source tool does not say. */
  vendor_created_at: Schema.NullOr(Timestamp),
  /**
   * Further fields of the group, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface DeviceGroup extends Schema.Schema.Type<typeof DeviceGroup> {}
