import { Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { oktaPages } from "../pagination.js"

/** A group: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/ */
export const OktaGroup = Schema.Struct({
  id: Schema.String,
  created: Schema.String,
  lastUpdated: Row.nullish(Schema.String),
  lastMembershipUpdated: Row.nullish(Schema.String),
  type: Schema.String,
  profile: Schema.Struct({
    name: Schema.String,
    description: Row.nullish(Schema.String)
  })
})
export interface OktaGroup extends Schema.Schema.Type<typeof OktaGroup> {}

/** A member of a group; the mapping reads only its id: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/ */
export const OktaMember = Schema.Struct({ id: Schema.String })
export interface OktaMember extends Schema.Schema.Type<typeof OktaMember> {}

/** Maps a group to an `idp_group`. */
export const toIdpGroup = (group: OktaGroup): RecordKind.Draft<typeof RecordKind.IdpGroup> => ({
  types: [group.type],
  description: group.profile.description ?? "",
  name: group.profile.name,
  vendor_id: group.id,
  vendor_created_at: group.created,
  last_membership_updated_at: group.lastMembershipUpdated,
  last_updated_at: group.lastUpdated
})

/** Maps a member of a group to an `idp_group_membership`. */
export const toMembership = (
  member: OktaMember,
  group: OktaGroup
): RecordKind.Draft<typeof RecordKind.IdpGroupMembership> => ({
  user_vendor_id: member.id,
  group_vendor_id: group.id
})

const members = Child.of<OktaGroup>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/api/v1/groups/{id}/users",
  row: OktaMember,
  pagination: oktaPages(1000),
  permissions: ["okta.groups.read"],
  toRecord: toMembership
})

/** Extracts the groups of the organization, with their members. */
export const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/api/v1/groups",
  row: OktaGroup,
  pagination: oktaPages(200),
  permissions: ["okta.groups.read"],
  children: [members],
  toRecord: toIdpGroup
})
