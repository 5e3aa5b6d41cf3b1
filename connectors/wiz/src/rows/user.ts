import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A user of Wiz itself: https://docs.wiz.io/dev/user-management */
export const WizUser = Schema.Struct({
  id: Schema.String,
  name: Row.text,
  email: Row.text,
  status: Row.text,
  createdAt: Row.text,
  deletedAt: Row.text,
  expiresAt: Row.text,
  lastLoginAt: Row.text,
  identityProviderTypeV2: Row.text,
  identityProviderV2: Row.nullish(Schema.Struct({ id: Row.text, name: Row.text })),
  effectiveAssignedProjects: Row.nullish(Schema.Array(Schema.NullOr(Schema.Struct({ id: Row.text, name: Row.text })))),
  effectiveRole: Row.nullish(
    Schema.Struct({
      id: Row.text,
      name: Row.text,
      isProjectScoped: Row.nullish(Schema.Boolean),
      scopes: Row.nullish(Schema.Array(Schema.String))
    })
  )
})
export interface WizUser extends Schema.Schema.Type<typeof WizUser> {}

/** What the connector asks for each page of users. */
export const USERS = `query Users($first: Int, $after: String) {
  users(first: $first, after: $after) {
    nodes {
      id name email status createdAt deletedAt expiresAt lastLoginAt
      identityProviderTypeV2 identityProviderV2 { id name }
      effectiveAssignedProjects { id name }
      effectiveRole { id name isProjectScoped scopes }
    }
    pageInfo { hasNextPage endCursor }
  }
}`
