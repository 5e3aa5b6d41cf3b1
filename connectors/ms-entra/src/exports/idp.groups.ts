import { Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { graphPages, only, UNKNOWN_CREATION } from "../graph.js"

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

/** A member of a group, only who it is: https://learn.microsoft.com/en-us/graph/api/group-list-members */
export const EntraMember = Schema.Struct({ id: Schema.String })
export interface EntraMember extends Schema.Schema.Type<typeof EntraMember> {}

/** `groupTypes` is empty for plain groups; what tells those apart is whether they carry rights, and mail. */
const typesOf = (group: EntraGroup): ReadonlyArray<string> => [
  ...(group.groupTypes ?? []),
  ...(group.securityEnabled === true ? ["SecurityEnabled"] : []),
  ...(group.mailEnabled === true ? ["MailEnabled"] : [])
]

export const toIdpGroup = (group: EntraGroup): RecordKind.Draft<typeof RecordKind.IdpGroup> => ({
  types: typesOf(group),
  description: group.description ?? "",
  name: group.displayName ?? group.id,
  vendor_id: group.id,
  vendor_created_at: group.createdDateTime ?? UNKNOWN_CREATION
})

export const toMembership = (
  member: EntraMember,
  group: EntraGroup
): RecordKind.Draft<typeof RecordKind.IdpGroupMembership> => ({
  user_vendor_id: member.id,
  group_vendor_id: group.id
})

const members = Child.of<EntraGroup>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/v1.0/groups/{id}/members",
  row: EntraMember,
  // Devices, other groups and service principals are members too.
  pagination: only(graphPages(999), "@odata\\.type", "#microsoft.graph.user"),
  permissions: ["GroupMember.Read.All"],
  toRecord: toMembership
})

export const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/v1.0/groups",
  row: EntraGroup,
  pagination: graphPages(999),
  permissions: ["GroupMember.Read.All"],
  queries: [{ $select: Object.keys(EntraGroup.fields).join(",") }],
  children: [members],
  toRecord: toIdpGroup
})
