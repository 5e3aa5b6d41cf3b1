import { Also, Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { adminPages } from "../pagination.js"
import { scopes } from "../scopes.js"
import { NEVER } from "./idp.users.js"

/** A group: https://developers.google.com/workspace/admin/directory/reference/rest/v1/groups#Group */
export const GoogleGroup = Schema.Struct({
  id: Schema.String,
  email: Row.text,
  name: Row.text,
  description: Row.text
})
export interface GoogleGroup extends Schema.Schema.Type<typeof GoogleGroup> {}

/** A member of a group: https://developers.google.com/workspace/admin/directory/reference/rest/v1/members#Member */
export const GoogleMember = Schema.Struct({ id: Schema.String, type: Row.text })
export interface GoogleMember extends Schema.Schema.Type<typeof GoogleMember> {}

/** Maps a group to an `idp_group`. Google does not say when a group was created. */
export const toIdpGroup = (group: GoogleGroup): RecordKind.Draft<typeof RecordKind.IdpGroup> => ({
  types: [],
  description: group.description ?? "",
  name: group.name || group.email || group.id,
  vendor_id: group.id,
  vendor_created_at: NEVER
})

const GROUP = "GROUP"

/** What no membership is made of: a group is nested, and `CUSTOMER` stands for the whole account. */
const NO_USERS: ReadonlyArray<string> = [GROUP, "CUSTOMER"]

/** A row of a list below others as the id of its relation is made of it: with nothing but the id of the member. */
const isBare = ({ type }: Partial<GoogleMember>): boolean => type === undefined

/** Maps a member that is a user, of this account or of another one, or of a type that Google does not say, to an `idp_group_membership`. */
export const toMembership = (
  { id, type }: GoogleMember,
  group: GoogleGroup
): RecordKind.Draft<typeof RecordKind.IdpGroupMembership> | null =>
  NO_USERS.includes(type ?? "") ? null : { user_vendor_id: id, group_vendor_id: group.id }

/** Maps a member that is a group to an `idp_group_nesting`. */
export const toNesting = (
  member: GoogleMember,
  group: GoogleGroup
): RecordKind.Draft<typeof RecordKind.IdpGroupNesting> | null =>
  member.type === GROUP || isBare(member) ? { member_group_vendor_id: member.id, group_vendor_id: group.id } : null

const members = Child.of<GoogleGroup>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/admin/directory/v1/groups/{id}/members",
  row: GoogleMember,
  pagination: adminPages("members", 200),
  permissions: [scopes.groups],
  also: [Also.below<GoogleGroup, GoogleMember>()({ record: RecordKind.IdpGroupNesting, toRecord: toNesting })],
  toRecord: toMembership
})

/** Extracts the groups of all domains of the account, with their direct members. */
export const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/admin/directory/v1/groups",
  row: GoogleGroup,
  pagination: adminPages("groups", 200),
  permissions: [scopes.groups],
  queries: [{ customer: "my_customer" }],
  children: [members],
  toRecord: toIdpGroup
})
