import { Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { BY_CREATION, createdPages } from "../created.js"
import { HOSTS, hostPages } from "../hosts.js"

/** A host group: https://developer.crowdstrike.com/api-reference/collections/host-group/ */
export const CrowdStrikeGroup = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Row.nullish(Schema.String),
  group_type: Row.nullish(Schema.String),
  assignment_rule: Row.nullish(Schema.String),
  created_by: Row.nullish(Schema.String),
  created_timestamp: Row.nullish(Schema.String),
  modified_by: Row.nullish(Schema.String),
  modified_timestamp: Row.nullish(Schema.String)
})
export interface CrowdStrikeGroup extends Schema.Schema.Type<typeof CrowdStrikeGroup> {}

/** A host in the group: https://developer.crowdstrike.com/api-reference/collections/hosts/ */
export const CrowdStrikeMember = Schema.Struct({ device_id: Schema.String })
export interface CrowdStrikeMember extends Schema.Schema.Type<typeof CrowdStrikeMember> {}

/** The rule of a dynamic group. That of a static one lists all of its hosts, which are members of the record instead. */
const ruleOf = ({ assignment_rule, group_type }: CrowdStrikeGroup): string | null =>
  group_type?.startsWith("static") === true ? null : assignment_rule

/** Maps a host group. */
export const toDeviceGroup = (group: CrowdStrikeGroup): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
  name: group.name,
  created_by: group.created_by,
  description: group.description,
  vendor_created_at: group.created_timestamp,
  vendor_id: group.id,
  vendor_data: {
    vendor: "CROWDSTRIKE",
    group_type: group.group_type,
    assignment_rule: ruleOf(group),
    modified_by: group.modified_by,
    modified_timestamp: group.modified_timestamp
  }
})

/** Maps a host of a group. */
export const toMember = (
  host: CrowdStrikeMember,
  group: CrowdStrikeGroup
): RecordKind.Draft<typeof RecordKind.DeviceGroupMember> => ({
  device_vendor_id: host.device_id,
  group_vendor_id: group.id
})

const members = Child.of<CrowdStrikeGroup>()({
  record: RecordKind.DeviceGroupMember,
  endpoint: `${HOSTS}?filter=groups:['{id}']&fields=device_id`,
  row: CrowdStrikeMember,
  id: "device_id",
  pagination: hostPages(10_000),
  permissions: ["Hosts: Read"],
  toRecord: toMember
})

/** Reads host groups with their members: https://developer.crowdstrike.com/api-reference/collections/host-group/ */
export const deviceGroups = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/devices/combined/host-groups/v1",
  row: CrowdStrikeGroup,
  pagination: createdPages,
  permissions: ["Host groups: Read"],
  queries: [BY_CREATION],
  children: [members],
  toRecord: toDeviceGroup
})
