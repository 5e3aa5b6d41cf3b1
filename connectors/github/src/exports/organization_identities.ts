import { Also, Extractor, RecordKind, type Records } from "@tributary/core"
import { userLinks } from "../links.js"
import { identities, organization } from "../lookups/organization.js"
import {
  GitHubMember,
  MEMBERS,
  mfaOf,
  OWNERS,
  ownersAmong,
  toConfigUser,
  WITHOUT_MFA,
  withoutSecondFactor
} from "../members.js"
import { numberedPages } from "../pagination.js"
import type { GitHubExternalIdentity, GitHubOrganization } from "../rows/organization.js"

/** What else is known of a member; null if it could not be read. */
export interface GitHubMemberAnswers {
  readonly organization: ReadonlyArray<GitHubOrganization> | null
  readonly owners: ReadonlyArray<GitHubMember> | null
  readonly withoutMfa: ReadonlyArray<GitHubMember> | null
  readonly identities: ReadonlyArray<GitHubExternalIdentity> | null
}

/** The role of a member; the organization has no other: https://docs.github.com/en/rest/orgs/members#list-organization-members */
const roleOf = (isAdmin: boolean | null): string | null => {
  if (isAdmin === null) return null
  return isAdmin ? "admin" : "member"
}

const TYPES: Readonly<Record<string, Records.OrganizationIdentityType>> = { User: "USER", Bot: "BOT" }

/** Maps a member of the organization to an `organization_identity`. */
export const toOrganizationIdentity = (
  member: GitHubMember,
  { identities, organization, owners, withoutMfa }: GitHubMemberAnswers
): RecordKind.Draft<typeof RecordKind.OrganizationIdentity> => {
  const isAdmin = owners === null ? null : owners.length > 0
  const [own] = organization ?? []
  const [identity] = identities ?? []
  return {
    name: member.name ?? member.login,
    username: member.login,
    email: member.email,
    type: TYPES[member.type ?? ""] ?? "OTHER",
    role: roleOf(isAdmin),
    is_admin: isAdmin,
    is_mfa_enabled: mfaOf(withoutMfa),
    organization: own === undefined ? null : { name: own.login, vendor_id: String(own.id) },
    external_identity: identity?.samlIdentity?.nameId ?? identity?.scimIdentity?.username ?? null,
    vendor_id: String(member.id)
  }
}

/** An owner has access to everything, and so is a `config_user`, too. */
const owner = Also.of<GitHubMember>()({
  record: RecordKind.ConfigUser,
  lookups: { owners: ownersAmong, withoutMfa: withoutSecondFactor(`${OWNERS}&${WITHOUT_MFA}`) },
  toRecord: (member, { owners, withoutMfa }) =>
    (owners ?? []).length === 0 ? null : toConfigUser(member, "owner", withoutMfa)
})

/** Extracts the members of the organization; the list of owners among them says who is one. */
export const members = Extractor.make({
  record: RecordKind.OrganizationIdentity,
  endpoint: MEMBERS,
  row: GitHubMember,
  marks: { leftOut: userLinks("") },
  pagination: numberedPages,
  permissions: ["Members: read"],
  lookups: {
    organization,
    owners: ownersAmong,
    withoutMfa: withoutSecondFactor(`${MEMBERS}?${WITHOUT_MFA}`),
    identities
  },
  also: [owner],
  toRecord: toOrganizationIdentity
})
