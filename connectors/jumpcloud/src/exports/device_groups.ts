import { Child, Extractor, RecordKind } from "@tributary/core"
import { JumpCloudBound, READ_ONLY } from "../graph.js"
import { plainPages } from "../pagination.js"
import { JumpCloudSystemGroup } from "../rows/device_group.js"

/** Maps a group of systems. */
export const toDeviceGroup = (group: JumpCloudSystemGroup): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
  name: group.name,
  description: group.description,
  vendor_id: group.id,
  vendor_data: { vendor: "JUMPCLOUD", type: group.type }
})

/** Maps a system of a group. */
export const toMember = (
  system: JumpCloudBound,
  group: JumpCloudSystemGroup
): RecordKind.Draft<typeof RecordKind.DeviceGroupMember> => ({ device_vendor_id: system.id, group_vendor_id: group.id })

const members = Child.of<JumpCloudSystemGroup>()({
  record: RecordKind.DeviceGroupMember,
  endpoint: "/api/v2/systemgroups/{id}/membership",
  row: JumpCloudBound,
  pagination: plainPages,
  permissions: READ_ONLY,
  toRecord: toMember
})

/** Reads the groups of systems, with their members: https://docs.jumpcloud.com/api/2.0/index.html#operation/groups_system_list */
export const deviceGroups = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/api/v2/systemgroups",
  row: JumpCloudSystemGroup,
  pagination: plainPages,
  permissions: READ_ONLY,
  children: [members],
  toRecord: toDeviceGroup
})
