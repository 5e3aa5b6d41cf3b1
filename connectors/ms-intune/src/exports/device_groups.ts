import { Child, Extractor, Lookup, Mention, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { type Assignments, groupIdsOf } from "../assignments.js"
import { DEVICES, entraIdOf, graphPages, READ_DEVICES } from "../graph.js"

/** A group of Entra that a policy is assigned to: https://learn.microsoft.com/en-us/graph/api/resources/group */
export const IntuneGroup = Schema.Struct({
  id: Schema.String,
  displayName: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  createdDateTime: Row.nullish(Schema.String),
  groupTypes: Row.nullish(Schema.Array(Schema.String)),
  membershipRule: Row.nullish(Schema.String)
})
export interface IntuneGroup extends Schema.Schema.Type<typeof IntuneGroup> {}

/** Maps a group; its name falls back to its id. */
export const toDeviceGroup = (group: IntuneGroup): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
  name: group.displayName || group.id,
  description: group.description || null,
  vendor_created_at: group.createdDateTime,
  vendor_id: group.id,
  vendor_data: { vendor: "MS_INTUNE", group_types: group.groupTypes, membership_rule: group.membershipRule }
})

/** The most values that Graph accepts in one `in` operator: https://learn.microsoft.com/en-us/graph/filter-query-parameter */
const MAX_IN = 15

/** The groups of the directory with these ids: https://learn.microsoft.com/en-us/graph/api/group-list */
const directory = Lookup.batched<{ readonly id: string }>()({
  endpoint: "/v1.0/groups",
  row: IntuneGroup,
  pagination: graphPages,
  permissions: ["GroupMember.Read.All"],
  fields: ["name", "description", "vendor_created_at", "vendor_data"],
  batch: MAX_IN,
  key: ({ id }) => id,
  keys: ({ id }) => id,
  query: (ids) => ({
    $filter: `id in (${ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(",")})`,
    $select: Object.keys(IntuneGroup.fields).join(",")
  })
})

interface Assigned {
  readonly assignments: Assignments
}

/** What is known of a group that the directory no longer has, but that a policy is still assigned to. */
const missing = { displayName: null, description: null, createdDateTime: null, groupTypes: null, membershipRule: null }

/** The groups that a policy is assigned to. */
export const assignedGroups = Mention.of<Assigned>()({
  record: RecordKind.DeviceGroup,
  things: ({ assignments }: Assigned) => groupIdsOf(assignments).map((id) => ({ id })),
  lookups: { directory },
  toRecord: ({ id }, _, { directory }) => toDeviceGroup(directory?.[0] ?? { ...missing, id })
})

/** A managed device, and how Entra knows it. */
export const IntuneMember = Schema.Struct({ id: Schema.String, azureADDeviceId: Schema.String })
export interface IntuneMember extends Schema.Schema.Type<typeof IntuneMember> {}

/** A group of a device; other directory objects, such as administrative units, are left out of the list. */
export const GroupOfDevice = Schema.Struct({ id: Schema.String })
export interface GroupOfDevice extends Schema.Schema.Type<typeof GroupOfDevice> {}

/** Maps a group of a device. */
export const toMember = (
  group: GroupOfDevice,
  device: IntuneMember
): RecordKind.Draft<typeof RecordKind.DeviceGroupMember> => ({
  device_vendor_id: device.id,
  group_vendor_id: group.id
})

// Graph casts to groups only with an index that lags behind: https://learn.microsoft.com/en-us/graph/aad-advanced-queries
const groupsOnly: Pagination.Pagination = {
  ...graphPages,
  rows: (body) =>
    graphPages.rows(body)?.filter((row) => {
      const type = Pagination.at(row, "@odata\\.type")
      return typeof type !== "string" || type === "#microsoft.graph.group"
    })
}

const memberships = Child.of<IntuneMember>()({
  record: RecordKind.DeviceGroupMember,
  // Policies also apply to the members of nested groups: https://learn.microsoft.com/en-us/graph/api/device-list-transitivememberof
  endpoint: "/v1.0/devices(deviceId='{azureADDeviceId}')/transitiveMemberOf?$select=id",
  row: GroupOfDevice,
  pagination: groupsOnly,
  permissions: ["Device.Read.All"],
  when: (device) => entraIdOf(device) !== null,
  toRecord: toMember
})

/** Reads which devices belong to which groups. Groups name devices only by Entra's ids, of which no relation to a managed device can be made. */
export const members = Extractor.below({
  name: "device_group_member",
  // With its properties, so that the list has another address than the one that devices are read from.
  endpoint: `${DEVICES}?$select=id,azureADDeviceId`,
  row: IntuneMember,
  pagination: graphPages,
  permissions: [READ_DEVICES],
  child: memberships
})
