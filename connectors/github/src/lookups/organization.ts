import { Lookup, Pagination } from "@tributary/core"
import { type GitHubMember, ORGANIZATION } from "../members.js"
import { GitHubExternalIdentity, GitHubOrganization } from "../rows/organization.js"

/** The organization itself, once for all its members. */
export const organization = Lookup.shared<GitHubMember>()({
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
export const identities = Lookup.joined<GitHubMember>()({
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
