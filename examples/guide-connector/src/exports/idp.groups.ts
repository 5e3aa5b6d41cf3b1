import { Child, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"

/** A team: https://roster.example/api/teams */
export const RosterTeam = Schema.Struct({ id: Schema.String, name: Schema.String, created: Schema.String })
export interface RosterTeam extends Schema.Schema.Type<typeof RosterTeam> {}

/** A member of a team: https://roster.example/api/teams */
export const RosterMember = Schema.Struct({ person: Schema.Struct({ id: Schema.String }) })
export interface RosterMember extends Schema.Schema.Type<typeof RosterMember> {}

/** Maps a team to an `idp_group`. */
export const toIdpGroup = (team: RosterTeam): RecordKind.Draft<typeof RecordKind.IdpGroup> => ({
  vendor_id: team.id,
  name: team.name,
  types: ["TEAM"],
  description: "",
  vendor_created_at: team.created
})

const membership = (person: string, team: RosterTeam): RecordKind.Draft<typeof RecordKind.IdpGroupMembership> => ({
  user_vendor_id: person,
  group_vendor_id: team.id
})

const members = Child.of<RosterTeam>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/v1/teams/{id}/members",
  row: RosterMember,
  id: "person.id",
  pagination: Pagination.none({ items: "members" }),
  permissions: ["teams:read"],
  toRecord: (member, team) => membership(member.person.id, team)
})

/** Extracts the teams of the account, with their members. */
export const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/v1/teams",
  row: RosterTeam,
  pagination: Pagination.pageNumber({ items: "teams", limit: 100 }),
  permissions: ["teams:read"],
  children: [members],
  toRecord: toIdpGroup
})
