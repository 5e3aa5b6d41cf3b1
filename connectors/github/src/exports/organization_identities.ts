import { Also, Extractor, Lookup, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { userLinks } from "../links.js"
import {
  GitHubMember,
  MEMBERS,
  mfaOf,
  ORGANIZATION,
  OWNERS,
  ownersAmong,
  toConfigUser,
  WITHOUT_MFA,
  withoutSecondFactor
} from "../members.js"
import { numberedPages } from "../pagination.js"

/** The organization: https://docs.github.com/en/rest/orgs/orgs#get-an-organization */
export const GitHubOrganization = Schema.Struct({ id: Schema.Number, login: Schema.String })
export interface GitHubOrganization extends Schema.Schema.Type<typeof GitHubOrganization> {}

/** An identity of the organization's identity provider: https://docs.github.com/en/graphql/reference/objects#externalidentity */
export const GitHubExternalIdentity = Schema.Struct({
  samlIdentity: Row.nullish(Schema.Struct({ nameId: Row.text })),
  scimIdentity: Row.nullish(Schema.Struct({ username: Row.text })),
  user: Row.nullish(Schema.Struct({ databaseId: Row.nullish(Schema.Number) }))
})
export interface GitHubExternalIdentity extends Schema.Schema.Type<typeof GitHubExternalIdentity> {}

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

const organization = Lookup.shared<GitHubMember>()({
  endpoint: ORGANIZATION,
  row: GitHubOrganization,
  pagination: Pagination.one(),
  permissions: ["Metadata: read"],
  // The members matter more than the name of what they belong to.
  isOptional: true,
  fields: ["organization"]
})

const QUERY = `query ExternalIdentities($login: String!, $first: Int!, $after: String) {
  organization(login: $login) {
    samlIdentityProvider {
      externalIdentities(first: $first, after: $after) {
        nodes { samlIdentity { nameId } scimIdentity { username } user { databaseId } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`

const PROVIDER = "data.organization.samlIdentityProvider"

const identityPages = Pagination.graphql({ connection: `${PROVIDER}.externalIdentities`, limit: 100 })

/** The identities of the members; an organization without SAML has no provider, and so none. */
const identities = Lookup.joined<GitHubMember>()({
  // A query names the organization in its body, where only fields of a row can stand.
  below: {
    endpoint: ORGANIZATION,
    row: GitHubOrganization,
    pagination: Pagination.one(),
    permissions: ["Metadata: read"]
  },
  endpoint: "/graphql",
  post: { query: QUERY, variables: { login: "{login}" } },
  row: GitHubExternalIdentity,
  pagination: {
    ...identityPages,
    rows: (body) => (Pagination.at(body, PROVIDER) === null ? [] : identityPages.rows(body))
  },
  permissions: ["Members: read", "organization owner"],
  isOptional: true,
  mayBeMissing: true,
  fields: ["external_identity"],
  key: ({ user }) => (user === null || user.databaseId === null ? null : String(user.databaseId)),
  matches: ({ id }) => String(id)
})

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
