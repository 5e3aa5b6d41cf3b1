import { Schema } from "effect"
import * as Field from "./Field.js"

/** A device that belongs to a device group, shown in the group's `device_ids` and listed below the group. */
export const DeviceGroupMember = Field.struct("DeviceGroupMember", {
  /** The service's own id of the relation: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The relation's identity, which the framework derives from the group and the device. */
  vendor_id: Schema.String,
  /** The group's id in the source tool. */
  group_vendor_id: Schema.String,
  /** The device's id in the source tool. */
  device_vendor_id: Schema.String
})

export interface DeviceGroupMember extends Schema.Schema.Type<typeof DeviceGroupMember> {}
