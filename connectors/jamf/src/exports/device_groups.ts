import { Extractor, Mention, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { type Inventory, idIn, JamfId, rawIdIn } from "../ids.js"
import type { JamfComputer } from "../rows/computer.js"
import type { JamfMobileDevice } from "../rows/mobile_device.js"

/** A group of computers: https://developer.jamf.com/jamf-pro/reference/get_v1-computer-groups */
export const JamfComputerGroup = Schema.Struct({
  id: JamfId,
  name: Row.text,
  description: Row.text,
  smartGroup: Row.nullish(Schema.Boolean)
})
export interface JamfComputerGroup extends Schema.Schema.Type<typeof JamfComputerGroup> {}

/** A group of mobile devices: https://developer.jamf.com/jamf-pro/reference/get_v2-mobile-device-groups */
export const JamfMobileDeviceGroup = Schema.Struct({
  id: JamfId,
  name: Row.text,
  description: Row.text,
  isSmartGroup: Row.nullish(Schema.Boolean)
})
export interface JamfMobileDeviceGroup extends Schema.Schema.Type<typeof JamfMobileDeviceGroup> {}

/** Maps a group, whose name falls back to its id. Jamf does not say who created it, or when. */
export const toDeviceGroup = (
  inventory: Inventory,
  { description, id, name }: Pick<JamfComputerGroup, "description" | "id" | "name">,
  isSmart: boolean | null
): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
  name: name || String(id),
  description: description || null,
  vendor_id: idIn(inventory, id),
  vendor_data: { vendor: "JAMF", inventory, is_smart: isSmart }
})

const computerGroups = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/api/v1/computer-groups",
  row: JamfComputerGroup,
  id: (row) => rawIdIn("computer", Pagination.at(row, "id")),
  pagination: Pagination.none(),
  permissions: ["Read Smart Computer Groups", "Read Static Computer Groups"],
  toRecord: (group) => toDeviceGroup("computer", group, group.smartGroup)
})

const mobileDeviceGroups = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/api/v2/mobile-device-groups",
  row: JamfMobileDeviceGroup,
  id: (row) => rawIdIn("mobile", Pagination.at(row, "id")),
  pagination: Pagination.none(),
  permissions: ["Read Smart Mobile Device Groups", "Read Static Mobile Device Groups"],
  toRecord: (group) => toDeviceGroup("mobile", group, group.isSmartGroup)
})

/** Reads the groups of both inventories. */
export const deviceGroups = Extractor.concat(computerGroups, mobileDeviceGroups)

/** The groups of a computer: they cost no request, while the members of each group would cost one. */
export const groupsOfComputer = Mention.of<JamfComputer>()({
  record: RecordKind.DeviceGroupMember,
  things: ({ groupMemberships }) => groupMemberships ?? [],
  toRecord: ({ groupId }, { id }) => ({
    group_vendor_id: idIn("computer", groupId),
    device_vendor_id: idIn("computer", id)
  })
})

/** The groups of a mobile device. */
export const groupsOfMobileDevice = Mention.of<JamfMobileDevice>()({
  record: RecordKind.DeviceGroupMember,
  things: ({ groups }) => groups ?? [],
  toRecord: ({ groupId }, { mobileDeviceId }) => ({
    group_vendor_id: idIn("mobile", groupId),
    device_vendor_id: idIn("mobile", mobileDeviceId)
  })
})
