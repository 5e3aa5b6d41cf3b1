import { Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { organizations, type SnykOrganization } from "../organization.js"
import { pages } from "../pages.js"

const User = Schema.Struct({
  id: Schema.String,
  attributes: Row.nullish(Schema.Struct({ name: Row.text, email: Row.text, username: Row.text }))
})

const Role = Schema.Struct({ id: Row.text, attributes: Row.nullish(Schema.Struct({ name: Row.text })) })

/** The membership of a user in an organization: https://docs.snyk.io/snyk-api/reference/orgs#get-orgs-org_id-memberships */
export const SnykMembership = Schema.Struct({
  id: Schema.String,
  relationships: Schema.Struct({
    user: Schema.Struct({ data: User }),
    role: Row.nullish(Schema.Struct({ data: Row.nullish(Role) }))
  })
})
export interface SnykMembership extends Schema.Schema.Type<typeof SnykMembership> {}

/** The roles of organizations that Snyk itself defines: https://docs.snyk.io/snyk-platform-administration/user-roles/pre-defined-roles */
const ADMINS: Readonly<Record<string, boolean>> = { "Org Admin": true, "Org Collaborator": false }

/** Maps a membership to a `config_user`: a person with access to two organizations has two. */
export const toConfigUser = (
  { id, relationships }: SnykMembership,
  organization: SnykOrganization
): RecordKind.Draft<typeof RecordKind.ConfigUser> => {
  const user = relationships.user.data
  const { email = null, name = null, username = null } = user.attributes ?? {}
  const role = relationships.role?.data ?? null
  const roleName = role?.attributes?.name ?? null
  return {
    name,
    email,
    username: username || email || user.id,
    vendor_user_id: user.id,
    role: roleName,
    is_admin: ADMINS[roleName ?? ""] ?? null,
    access_data: {
      organization: { id: organization.id, name: organization.attributes?.name ?? null },
      role: { id: role?.id ?? null, name: roleName }
    },
    vendor_id: id
  }
}

/** Extracts the members of the organizations. */
export const members = Extractor.below({
  ...organizations,
  child: Child.of<SnykOrganization>()({
    record: RecordKind.ConfigUser,
    endpoint: "/rest/orgs/{id}/memberships",
    row: SnykMembership,
    pagination: pages,
    permissions: ["View Organization Memberships (org.membership.read)"],
    toRecord: toConfigUser
  })
})
