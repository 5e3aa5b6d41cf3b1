import { Extractor, Lookup, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { GitLabGroup, GROUP } from "../group.js"
import { numberedPages } from "../pagination.js"

const Identity = Row.nullish(Schema.Struct({ extern_uid: Row.text }))

/** A member of the group: https://docs.gitlab.com/api/group_members/ */
export const GitLabMember = Schema.Struct({
  id: Schema.Number,
  username: Schema.String,
  name: Row.text,
  email: Row.text,
  public_email: Row.text,
  access_level: Row.nullish(Schema.Number),
  member_role: Row.nullish(Schema.Struct({ name: Row.text })),
  created_at: Row.text,
  group_saml_identity: Identity,
  group_scim_identity: Identity
})
export interface GitLabMember extends Schema.Schema.Type<typeof GitLabMember> {}

/** https://docs.gitlab.com/api/group_members/#roles */
const ROLES: Readonly<Record<number, string>> = {
  0: "No access",
  5: "Minimal access",
  10: "Guest",
  15: "Planner",
  20: "Reporter",
  25: "Security Manager",
  30: "Developer",
  40: "Maintainer",
  50: "Owner",
  60: "Admin"
}

const OWNER = 50

/** The custom role, or else the default one; the number of a role that did not exist when this was written. */
const roleOf = ({ access_level, member_role }: GitLabMember): string | null => {
  const custom = member_role?.name ?? null
  if (custom !== null || access_level === null) return custom
  return ROLES[access_level] ?? String(access_level)
}

/** The users that GitLab creates for access tokens: https://docs.gitlab.com/user/group/settings/group_access_tokens/#bot-users-for-groups */
const BOT = /^(?:group|project)_\d{1,20}_bot/

/** The users that GitLab creates as service accounts, unless somebody names them: https://docs.gitlab.com/api/service_accounts/ */
const SERVICE_ACCOUNT = /^service_account_/

const typeOf = ({ username }: GitLabMember): Records.OrganizationIdentityType => {
  if (BOT.test(username)) return "BOT"
  return SERVICE_ACCOUNT.test(username) ? "SERVICE_ACCOUNT" : "USER"
}

/** Maps a member of the group to an `organization_identity`; `group` is null if it could not be read. */
export const toOrganizationIdentity = (
  member: GitLabMember,
  group: ReadonlyArray<GitLabGroup> | null
): RecordKind.Draft<typeof RecordKind.OrganizationIdentity> => {
  const [own] = group ?? []
  return {
    name: member.name || member.username,
    username: member.username,
    email: member.email || member.public_email,
    type: typeOf(member),
    role: roleOf(member),
    is_admin: member.access_level === null ? null : member.access_level >= OWNER,
    organization: own === undefined ? null : { name: own.full_path, vendor_id: String(own.id) },
    external_identity: member.group_saml_identity?.extern_uid ?? member.group_scim_identity?.extern_uid ?? null,
    vendor_created_at: member.created_at,
    vendor_id: String(member.id)
  }
}

const group = Lookup.shared<GitLabMember>()({
  endpoint: GROUP,
  row: GitLabGroup,
  pagination: Pagination.one(),
  permissions: ["read_api"],
  // The members matter more than the name of what they belong to.
  isOptional: true,
  fields: ["organization"]
})

/** Reads the members of the group, with those that it inherits from groups above it and those of groups that are invited to it. */
export const members = Extractor.make({
  record: RecordKind.OrganizationIdentity,
  endpoint: "/api/v4/groups/{$group}/members/all",
  row: GitLabMember,
  marks: {
    leftOut: {
      avatar_url: "address of a picture",
      avatar_path: "address of a picture",
      "created_by.avatar_url": "address of a picture",
      "created_by.avatar_path": "address of a picture"
    }
  },
  pagination: numberedPages,
  permissions: ["read_api"],
  lookups: { group },
  toRecord: (member, answers) => toOrganizationIdentity(member, answers.group)
})
