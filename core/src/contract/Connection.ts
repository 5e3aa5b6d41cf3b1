import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import { Health } from "./Health.js"

/** PENDING until the credentials are verified; only ACTIVE connections are pulled; PAUSED keeps its data readable. */
export const ConnectionState = Schema.Literal("PENDING", "ACTIVE", "PAUSED", "DELETED").annotations({
  identifier: "ConnectionState"
})
export type ConnectionState = Schema.Schema.Type<typeof ConnectionState>

/** A customer's link to one source tool. */
export const Connection = Schema.Struct({
  id: Field.Id,
  vendor: Schema.String,
  is_active: Schema.Boolean,
  refresh_interval_secs: Field.Integer,
  timeout_secs: Field.Integer,
  organization_id: Field.Id,
  state: ConnectionState,
  created_at: Timestamp,
  updated_at: Timestamp,
  health: Health,
  identifier: Schema.NullOr(Schema.String)
}).annotations({ identifier: "Connection" })
export interface Connection extends Schema.Schema.Type<typeof Connection> {}

/** A connection read by its id: with the name of its organization. */
export const ConnectionWithOrganization = Schema.Struct({
  ...Connection.fields,
  organization_name: Schema.String
}).annotations({ identifier: "ConnectionWithOrganization" })
export interface ConnectionWithOrganization extends Schema.Schema.Type<typeof ConnectionWithOrganization> {}
