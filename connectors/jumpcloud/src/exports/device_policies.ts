import { Extractor, Lookup, RecordKind } from "@tributary/core"
import { JumpCloudBound, READ_ONLY } from "../graph.js"
import { plainPages } from "../pagination.js"
import { JumpCloudPolicy } from "../rows/device_policy.js"

/** Maps a policy with the groups of systems that it applies to; JumpCloud gives no dates, and a policy cannot be switched off. */
export const toDevicePolicy = (
  policy: JumpCloudPolicy,
  { groups }: { readonly groups: ReadonlyArray<JumpCloudBound> | null }
): RecordKind.Draft<typeof RecordKind.DevicePolicy> => ({
  name: policy.name,
  type: policy.template?.name ?? null,
  platform: policy.template?.osMetaFamily ?? null,
  description: policy.notes,
  device_group_ids: groups === null ? null : groups.map(({ id }) => id),
  vendor_id: policy.id,
  vendor_data: {
    vendor: "JUMPCLOUD",
    template_id: policy.template?.id ?? null,
    template_name: policy.template?.displayName ?? null
  }
})

const groups = Lookup.of<JumpCloudPolicy>()({
  endpoint: "/api/v2/policies/{id}/systemgroups",
  row: JumpCloudBound,
  pagination: plainPages,
  permissions: READ_ONLY,
  fields: ["device_group_ids"]
})

/** Reads the policies, with the groups of systems that they apply to: https://docs.jumpcloud.com/api/2.0/index.html#operation/policies_list */
export const devicePolicies = Extractor.make({
  record: RecordKind.DevicePolicy,
  endpoint: "/api/v2/policies",
  row: JumpCloudPolicy,
  pagination: plainPages,
  permissions: READ_ONLY,
  lookups: { groups },
  toRecord: toDevicePolicy
})
