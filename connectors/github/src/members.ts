import { Lookup, type RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { numberedPages } from "./pagination.js"

/** A member or an outside collaborator: https://docs.github.com/en/rest/orgs/members#list-organization-members */
export const GitHubMember = Schema.Struct({
  id: Schema.Number,
  login: Schema.String,
  type: Row.text,
  name: Row.text,
  email: Row.text
})
export interface GitHubMember extends Schema.Schema.Type<typeof GitHubMember> {}

/** The organization of the credentials: https://docs.github.com/en/rest/orgs/orgs#get-an-organization */
export const ORGANIZATION = "/orgs/{$organization}"

/** The list of members: https://docs.github.com/en/rest/orgs/members#list-organization-members */
export const MEMBERS = `${ORGANIZATION}/members`

/** The list of owners. */
export const OWNERS = `${MEMBERS}?role=admin`

const byMember = {
  row: GitHubMember,
  pagination: numberedPages,
  mayBeMissing: true,
  key: ({ id }: GitHubMember) => String(id),
  matches: ({ id }: GitHubMember) => String(id)
}

/** Finds the members who are owners; a member in the list does not say it. */
export const ownersAmong = Lookup.joined<GitHubMember>()({
  ...byMember,
  endpoint: OWNERS,
  permissions: ["Members: read"]
})

/** Those who have no second factor, which GitHub tells owners only: https://docs.github.com/en/rest/orgs/members#list-organization-members */
export const WITHOUT_MFA = "filter=2fa_disabled"

/** Finds those without a second factor in a list that has no others. */
export const withoutSecondFactor = (endpoint: string) =>
  Lookup.joined<GitHubMember>()({
    ...byMember,
    endpoint,
    permissions: ["Members: read", "organization owner"],
    isOptional: true,
    fields: ["is_mfa_enabled"]
  })

/** Whether a second factor protects a login: it does unless the list of those without one has the account. */
export const mfaOf = (withoutMfa: ReadonlyArray<GitHubMember> | null): boolean | null =>
  withoutMfa === null ? null : withoutMfa.length === 0

/** Maps an owner or an outside collaborator to a `config_user`; GitHub does not say when somebody logged in. */
export const toConfigUser = (
  user: GitHubMember,
  role: "owner" | "outside_collaborator",
  withoutMfa: ReadonlyArray<GitHubMember> | null
): RecordKind.Draft<typeof RecordKind.ConfigUser> => ({
  name: user.name,
  email: user.email,
  username: user.login,
  vendor_user_id: String(user.id),
  role,
  is_admin: role === "owner",
  is_mfa_enabled: mfaOf(withoutMfa),
  vendor_id: String(user.id)
})
