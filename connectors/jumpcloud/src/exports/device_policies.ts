import { Child, Extractor, RecordKind } from "@tributary/core"
import { JumpCloudBound, READ_ONLY } from "../graph.js"
import { plainPages } from "../pagination.js"
import { JumpCloudPolicy } from "../rows/device_policy.js"

/** Maps a policy; JumpCloud gives no dates, and a policy cannot be switched off. */
export const toDevicePolicy = (policy: JumpCloudPolicy): RecordKind.Draft<typeof RecordKind.DevicePolicy> => ({
  name: policy.name,
  type: policy.template?.name ?? null,
  platform: policy.template?.osMetaFamily ?? null,
  description: policy.notes,
  vendor_id: policy.id,
  vendor_data: {
    vendor: "JUMPCLOUD",
    template_id: policy.template?.id ?? null,
    template_name: policy.template?.displayName ?? null
  }
})

/** Maps a group of systems that a policy applies to. */
export const toPolicyGroup = (
  group: JumpCloudBound,
  policy: JumpCloudPolicy
): RecordKind.Draft<typeof RecordKind.DevicePolicyGroup> => ({ group_vendor_id: group.id, policy_vendor_id: policy.id })

const groups = Child.of<JumpCloudPolicy>()({
  record: RecordKind.DevicePolicyGroup,
  endpoint: "/api/v2/policies/{id}/systemgroups",
  row: JumpCloudBound,
  pagination: plainPages,
  permissions: READ_ONLY,
  toRecord: toPolicyGroup
})

/** Reads the policies, with the groups of systems that they apply to: https://docs.jumpcloud.com/api/2.0/index.html#operation/policies_list */
export const devicePolicies = Extractor.make({
  record: RecordKind.DevicePolicy,
  endpoint: "/api/v2/policies",
  row: JumpCloudPolicy,
  pagination: plainPages,
  permissions: READ_ONLY,
  children: [groups],
  toRecord: toDevicePolicy
})
