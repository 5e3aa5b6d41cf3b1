import { Schema } from "effect"
import * as Field from "./Field.js"
import { IdpApplication } from "./IdpApplication.js"
import { IdpGroup } from "./IdpGroup.js"
import { IdpUser } from "./IdpUser.js"

/** A group with its members and applications, as far as the request asks for them. */
export const IdpGroupWithEntities = Field.struct("IdpGroupWithEntities", {
  ...IdpGroup.fields,
  /**
   * The users who are direct members of the group; present if `includeIdpUsers=true`. The members of a nested group are
   * shown in that group.
   */
  users: Field.optional(Schema.Array(IdpUser)),
  /** The groups that are direct members of the group (nested groups); present if `includeIdpGroups=true`. */
  groups: Field.optional(Schema.Array(IdpGroup)),
  /** The applications that the group is assigned to; present if `includeIdpApplications=true`. */
  applications: Field.optional(Schema.Array(IdpApplication))
})

export interface IdpGroupWithEntities extends Schema.Schema.Type<typeof IdpGroupWithEntities> {}

/** An application with its assigned users and groups, as far as the request asks for them. */
export const IdpApplicationWithEntities = Field.struct("IdpApplicationWithEntities", {
  ...IdpApplication.fields,
  /** The users who are assigned to the application; present if `includeIdpUsers=true`. */
  users: Field.optional(Schema.Array(IdpUser)),
  /** The groups that are assigned to the application; present if `includeIdpGroups=true`. */
  groups: Field.optional(Schema.Array(IdpGroup))
})

export interface IdpApplicationWithEntities extends Schema.Schema.Type<typeof IdpApplicationWithEntities> {}
