import { Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"

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

/** The ID of a host in the group: https://developer.crowdstrike.com/api-reference/collections/hosts/ */
export const CrowdStrikeMember = Schema.String

/** The answers to the lookups of a group. */
export interface CrowdStrikeGroupAnswers {
  /** The IDs of the hosts in the group. */
  readonly members: ReadonlyArray<string> | null
}

/** Maps a host group with its members. */
export const toDeviceGroup = (
  group: CrowdStrikeGroup,
  { members }: CrowdStrikeGroupAnswers
): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
  name: group.name,
  created_by: group.created_by,
  description: group.description,
  device_ids: members ?? [],
  vendor_created_at: group.created_timestamp,
  vendor_id: group.id,
  vendor_data: {
    vendor: "CROWDSTRIKE",
    group_type: group.group_type,
    assignment_rule: group.assignment_rule,
    modified_by: group.modified_by,
    modified_timestamp: group.modified_timestamp
  }
})

// A scroll, because paging hosts by offset stops after 10,000 hosts.
const members = Lookup.of<CrowdStrikeGroup>()({
  endpoint: "/devices/queries/devices-scroll/v1?filter=groups:['{id}']",
  row: CrowdStrikeMember,
  pagination: Pagination.scroll({
    items: "resources",
    from: "meta.pagination.offset",
    param: "offset",
    total: "meta.pagination.total",
    limit: 5_000
  }),
  permissions: ["Hosts: Read"]
})

/** Reads host groups with their members: https://developer.crowdstrike.com/api-reference/collections/host-group/ */
export const deviceGroups = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/devices/combined/host-groups/v1",
  row: CrowdStrikeGroup,
  pagination: Pagination.offset({ items: "resources", limit: 500, total: "meta.pagination.total" }),
  permissions: ["Host groups: Read"],
  queries: [{ sort: "created_timestamp.asc" }],
  lookups: { members },
  toRecord: toDeviceGroup
})
