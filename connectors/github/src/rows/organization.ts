import { Row } from "@tributary/core"
import { Schema } from "effect"

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
