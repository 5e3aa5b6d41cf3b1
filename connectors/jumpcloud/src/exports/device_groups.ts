import { Extractor, Lookup, RecordKind } from "@tributary/core"
import { JumpCloudBound, READ_ONLY } from "../graph.js"
import { plainPages } from "../pagination.js"
import { JumpCloudSystemGroup } from "../rows/device_group.js"

/** Maps a group of systems with its members. */
export const toDeviceGroup = (
  group: JumpCloudSystemGroup,
  { members }: { readonly members: ReadonlyArray<JumpCloudBound> | null }
): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
  name: group.name,
  description: group.description,
  device_ids: (members ?? []).map(({ id }) => id),
  vendor_id: group.id,
  vendor_data: { vendor: "JUMPCLOUD", type: group.type }
})

const members = Lookup.of<JumpCloudSystemGroup>()({
  endpoint: "/api/v2/systemgroups/{id}/membership",
  row: JumpCloudBound,
  pagination: plainPages,
  permissions: READ_ONLY,
  fields: ["device_ids"]
})

/** Reads the groups of systems, with their members: https://docs.jumpcloud.com/api/2.0/index.html#operation/groups_system_list */
export const deviceGroups = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/api/v2/systemgroups",
  row: JumpCloudSystemGroup,
  pagination: plainPages,
  permissions: READ_ONLY,
  lookups: { members },
  toRecord: toDeviceGroup
})
