import { Schema } from "effect"
import * as Field from "./Field.js"

/** A device group that a policy applies to, shown in the policy's `device_group_ids` and listed below the policy. */
export const DevicePolicyGroup = Field.struct("DevicePolicyGroup", {
  /** The service's own id of the relation: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The relation's identity, which the framework derives from the policy and the group. */
  vendor_id: Schema.String,
  /** The policy's id in the source tool. */
  policy_vendor_id: Schema.String,
  /** The device group's id in the source tool. */
  group_vendor_id: Schema.String
})

export interface DevicePolicyGroup extends Schema.Schema.Type<typeof DevicePolicyGroup> {}
