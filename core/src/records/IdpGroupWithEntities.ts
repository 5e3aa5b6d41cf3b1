import { Schema } from "effect"
import * as Field from "./Field.js"
import { IdpApplication } from "./IdpApplication.js"
import { IdpGroup } from "./IdpGroup.js"
import { IdpUser } from "./IdpUser.js"

/** A group with the members and applications that were asked for. */
export const IdpGroupWithEntities = Schema.Struct({
  ...IdpGroup.fields,
  users: Field.optional(Schema.Array(IdpUser)),
  applications: Field.optional(Schema.Array(IdpApplication))
}).annotations({ identifier: "IdpGroupWithEntities" })

export interface IdpGroupWithEntities extends Schema.Schema.Type<typeof IdpGroupWithEntities> {}

/** An application with the assigned users and groups that were asked for. */
export const IdpApplicationWithEntities = Schema.Struct({
  ...IdpApplication.fields,
  users: Field.optional(Schema.Array(IdpUser)),
  groups: Field.optional(Schema.Array(IdpGroup))
}).annotations({ identifier: "IdpApplicationWithEntities" })

export interface IdpApplicationWithEntities extends Schema.Schema.Type<typeof IdpApplicationWithEntities> {}
