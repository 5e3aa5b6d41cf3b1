import { Changes, Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { among, deltaOf, EntraChange, GROUP, graphPages, only, TYPE, UNKNOWN_CREATION, USER } from "../graph.js"

/** A group: https://learn.microsoft.com/en-us/graph/api/resources/group */
export const EntraGroup = Schema.Struct({
  id: Schema.String,
  displayName: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  groupTypes: Row.nullish(Schema.Array(Schema.String)),
  securityEnabled: Row.nullish(Schema.Boolean),
  mailEnabled: Row.nullish(Schema.Boolean),
  createdDateTime: Row.nullish(Schema.String)
})
export interface EntraGroup extends Schema.Schema.Type<typeof EntraGroup> {}

/** A member of a group; the mapping reads only its id: https://learn.microsoft.com/en-us/graph/api/group-list-members */
export const EntraMember = Schema.Struct({ id: Schema.String })
export interface EntraMember extends Schema.Schema.Type<typeof EntraMember> {}

/** A changed group, with the members that were added and removed: https://learn.microsoft.com/en-us/graph/api/group-delta */
export const EntraGroupChange = Schema.Struct({
  ...EntraChange.fields,
  "members@delta": Row.nullish(
    Schema.Array(Schema.Struct({ ...EntraChange.fields, "@odata.type": Row.nullish(Schema.String) }))
  )
})
export interface EntraGroupChange extends Schema.Schema.Type<typeof EntraGroupChange> {}

/** The types of a group; plain groups have no `groupTypes` and differ only in being security- or mail-enabled. */
const typesOf = (group: EntraGroup): ReadonlyArray<string> => [
  ...(group.groupTypes ?? []),
  ...(group.securityEnabled === true ? ["SecurityEnabled"] : []),
  ...(group.mailEnabled === true ? ["MailEnabled"] : [])
]

/** Maps a group to an `idp_group`; its name falls back to its id. */
export const toIdpGroup = (group: EntraGroup): RecordKind.Draft<typeof RecordKind.IdpGroup> => ({
  types: typesOf(group),
  description: group.description ?? "",
  name: group.displayName ?? group.id,
  vendor_id: group.id,
  vendor_created_at: group.createdDateTime ?? UNKNOWN_CREATION
})

/** Maps a member of a group to an `idp_group_membership`. */
export const toMembership = (
  member: EntraMember,
  group: Pick<EntraGroup, "id">
): RecordKind.Draft<typeof RecordKind.IdpGroupMembership> => ({
  user_vendor_id: member.id,
  group_vendor_id: group.id
})

/** Maps a group that is a member of another one to an `idp_group_nesting`. */
export const toNesting = (
  member: EntraMember,
  group: Pick<EntraGroup, "id">
): RecordKind.Draft<typeof RecordKind.IdpGroupNesting> => ({
  member_group_vendor_id: member.id,
  group_vendor_id: group.id
})

/** The change that a delta row reports; only members that are users or groups count. */
export const toChange = (change: EntraGroupChange): Changes.Change => ({
  id: change.id,
  isRemoved: change["@removed"] !== null,
  related: (change["members@delta"] ?? []).flatMap((member) => {
    const tell = member["@removed"] === null ? Changes.came : Changes.went
    const type = member["@odata.type"] ?? USER
    if (type === USER) return [tell(RecordKind.IdpGroupMembership, toMembership(member, change))]
    return type === GROUP ? [tell(RecordKind.IdpGroupNesting, toNesting(member, change))] : []
  })
})

// Members can be users, groups, devices and service principals. Graph selects one type only from an index that lags behind, so each
// kind of member reads the whole list: https://learn.microsoft.com/en-us/graph/aad-advanced-queries
const members = Child.of<EntraGroup>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/v1.0/groups/{id}/members?$select=id",
  row: EntraMember,
  pagination: only(graphPages(999), TYPE, USER),
  permissions: ["GroupMember.Read.All"],
  toRecord: toMembership
})

const nestedGroups = Child.of<EntraGroup>()({
  record: RecordKind.IdpGroupNesting,
  // Other properties than above, so that each of the two lists has an address of its own.
  endpoint: "/v1.0/groups/{id}/members?$select=id,displayName",
  row: EntraMember,
  pagination: only(graphPages(999), TYPE, GROUP),
  permissions: ["GroupMember.Read.All"],
  toRecord: toNesting
})

const PROPERTIES = Object.keys(EntraGroup.fields)

/** Extracts the groups of the tenant with their members, and follows their changes between two full scans. */
export const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/v1.0/groups",
  row: EntraGroup,
  pagination: graphPages(999),
  permissions: ["GroupMember.Read.All"],
  queries: [{ $select: PROPERTIES.join(",") }],
  children: [members, nestedGroups],
  changes: Changes.of<EntraGroup>()({
    list: deltaOf("/v1.0/groups/delta", [...PROPERTIES, "members"], ["GroupMember.Read.All"]),
    row: EntraGroupChange,
    toChange,
    // The delta itself reports added and removed members, so members need not be read again.
    reread: { queries: among, children: [] }
  }),
  toRecord: toIdpGroup
})
