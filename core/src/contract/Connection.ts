// contract: what the API shows besides records: connections, organizations, jobs, and the health table with its rules.
import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import { Health } from "./Health.js"
import { HeldBackDeletion } from "./HeldBackDeletion.js"
import { UnreadFields } from "./UnreadFields.js"

/**
 * `PENDING` until the credentials are verified. Only `ACTIVE` connections are synced and written to. `PAUSED` stops
 * both and keeps the data readable; outbound jobs wait. `DELETED` connections answer 404 until they are purged.
 */
export const ConnectionState = Schema.Literal("PENDING", "ACTIVE", "PAUSED", "DELETED").annotations(
  Field.named("ConnectionState")
)
export type ConnectionState = Schema.Schema.Type<typeof ConnectionState>

/** A customer's link to one source tool. */
export const Connection = Field.struct("Connection", {
  /** The service's id of the connection: the value of the `X-CONNECTION-ID` header. */
  id: Field.Id,
  /** The vendor identifier of the connector, such as `OKTA`. */
  vendor: Schema.String,
  /** True if `state` is `ACTIVE`. */
  is_active: Schema.Boolean,
  /**
   * Seconds from the start of one job to the start of the next, on average while jobs succeed: the scheduler moves each
   * start at random by up to 5 %, so that connections do not start together.
   */
  refresh_interval_secs: Field.Integer,
  /** Seconds that a job may take; one that takes longer ends with the health `EXECUTION_TIMEOUT`. */
  timeout_secs: Field.Integer,
  /** The id of the organization that owns the connection. */
  organization_id: Field.Id,
  /** Where the connection is in its lifecycle. */
  state: ConnectionState,
  /** When the connection was created. */
  created_at: Timestamp,
  /** When the connection last changed. */
  updated_at: Timestamp,
  /**
   * Whether the latest finished job succeeded, and who must act if it did not; `HEALTHY` until the first job has
   * finished. `INTERNAL_ERROR` while the operator of the service has stopped the connector.
   */
  health: Health,
  /** The caller's own reference. Null if the caller gave none. */
  identifier: Schema.NullOr(Schema.String),
  /** How the connection signs in to the source tool: one of `auth_methods` of the connector, such as `API_KEY`. Null if the connector is not loaded and the connection uses its first way. */
  auth_type: Schema.NullOr(Schema.String),
  /**
   * Where an administrator of the source tool consents in the browser, for the first time or again: a link of this service that is valid for
   * seven days, and until somebody has consented with it, or a customer's session goes on with the connection, or that session is revoked. Null for
   * a connection that signs in otherwise.
   */
  oauth2_authorize_url: Schema.NullOr(Schema.String),
  /**
   * Why the last visit to the source tool's page gave no consent, such as that it was denied, without what only the customer may read, such as the
   * names of other tenants; null if it gave one, if there was none, and while a browser is on that page.
   */
  oauth2_problem: Schema.NullOr(Schema.String),
  /**
   * The credential fields that are not secret, such as the address of the source tool: texts, or null for one that was left empty. Those of a
   * connection with a consent are the ones that were entered last, which count from the next consent on.
   */
  credentials: Field.JsonObject,
  /**
   * The types of data that jobs read. A connector that learns another type does not add it here. What is stored of types that are not read any
   * more stays readable as it is.
   */
  data_export_types: Schema.Array(DataExportType),
  /** Deletions that wait for a decision, by kind of record; empty if none waits. */
  held_back_deletions: Schema.Array(HeldBackDeletion),
  /**
   * Fields that the source tool does not let the credentials read, as far as the finished jobs know; empty if every
   * field is read.
   */
  unread_fields: Schema.Array(UnreadFields)
})
export interface Connection extends Schema.Schema.Type<typeof Connection> {}

/** A connection, with the name of its organization. */
export const ConnectionWithOrganization = Field.struct("ConnectionWithOrganization", {
  ...Connection.fields,
  /** The name of the organization that owns the connection. */
  organization_name: Schema.String
})
export interface ConnectionWithOrganization extends Schema.Schema.Type<typeof ConnectionWithOrganization> {}
