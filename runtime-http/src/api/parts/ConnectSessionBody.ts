import {
  Connection,
  ConnectionState,
  ConnectionStatus,
  ConnectorEntry,
  DataExportType,
  Health,
  Problem
} from "@tributary/core"
import { Schema } from "effect"
import { Credentials, ExportTypes, Identifier, Vendor } from "./ConnectionBody.js"
import * as Described from "./Described.js"
import { ReturnUrl } from "./ReturnUrl.js"

const Id = Schema.UUID.annotations({ jsonSchema: { type: "string", format: "uuid" } })
const Instant = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })

/** How long a link can be opened, in seconds: from a minute to a week, which is the default. */
export const LINK_LIFETIME = { minimum: 60, maximum: 604_800 } as const

const lifetimeExpected = `Expected an integer from ${LINK_LIFETIME.minimum} to ${LINK_LIFETIME.maximum}`

const Lifetime = Schema.Int.annotations({ message: () => ({ message: lifetimeExpected, override: true }) })
  .pipe(Schema.between(LINK_LIFETIME.minimum, LINK_LIFETIME.maximum, { message: () => lifetimeExpected }))
  .annotations({ jsonSchema: { type: "integer", ...LINK_LIFETIME } })

const vendorsExpected = "Expected an array of vendors such as OKTA. GET /v1/connectors lists the supported ones."

/** The handler checks the names, because the server decides which connectors it has. */
const Vendors = Schema.Array(Schema.String).annotations({
  message: () => ({ message: vendorsExpected, override: true }),
  jsonSchema: { type: "array", items: { type: "string" } }
})

const ConnectionId = Schema.NullOr(Schema.UUID).annotations({
  message: () => ({ message: "Expected the UUID of a connection, or null", override: true }),
  jsonSchema: { type: ["string", "null"], format: "uuid" }
})

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A request body, which rejects unknown keys. */
const strict = { parseOptions: { errors: "all", onExcessProperty: "error" } } as const

/** Where a link and its session are: not opened, opened, used for a connection whose consent is awaited, or which is connected or was deleted before that, or ended without one. */
export const ConnectSessionState = Schema.Literal(
  "CREATED",
  "OPENED",
  "CONSENT_AWAITED",
  "CONNECTED",
  "CONNECTION_DELETED",
  "EXPIRED",
  "REVOKED"
)
export type ConnectSessionState = Schema.Schema.Type<typeof ConnectSessionState>

/** The link to make for a customer. */
export const CreateConnectSession = Described.struct(
  "CreateConnectSession",
  {
    /** The vendors from which the customer may choose one. Empty or absent for every vendor of the catalogue. */
    vendors: optional(Vendors),
    /** The connection whose credentials the customer is to renew. It excludes `vendors` and `identifier`. Null or absent for a new connection. */
    connection_id: optional(ConnectionId),
    /** The `identifier` of the new connection. Null or absent for none. */
    identifier: optional(Identifier),
    /** The types of data that the connection may read, as far as its connector exports them; a connection that is renewed keeps those that it has besides. If absent, the customer may choose any for a new connection, which has the default otherwise, and only those that it has for a connection that is renewed. */
    data_export_types: optional(ExportTypes),
    /** Where the page sends the customer back to. Null or absent for nowhere. */
    return_url: optional(ReturnUrl),
    /** Seconds for which the link can be opened; 604800 if absent, which is a week. */
    link_lifetime_secs: optional(Lifetime)
  },
  strict
)
export interface CreateConnectSession extends Schema.Schema.Type<typeof CreateConnectSession> {}

/** A link for a customer, and the session of whoever has opened it. */
export const ConnectSession = Described.struct("ConnectSession", {
  /** The service's id of the session. */
  id: Id,
  /** The organization that owns the connection. */
  organization_id: Id,
  /** The vendors from which the customer may choose one; empty for every vendor of the catalogue. */
  vendors: Schema.Array(Schema.String),
  /** The connection whose credentials are renewed, or the one that the customer has made. Null until then. */
  connection_id: Schema.NullOr(Id),
  /** The `identifier` of the new connection. Null for none. */
  identifier: Schema.NullOr(Schema.String),
  /** The types of data that the link names. Null for none. */
  data_export_types: Schema.NullOr(Schema.Array(DataExportType)),
  /** Where the page sends the customer back to. Null for nowhere. */
  return_url: Schema.NullOr(Schema.String),
  /** `CREATED` until the link is opened, then `OPENED`. `CONSENT_AWAITED` if the connection is stored and the customer still has to consent, also after the session has ended. `CONNECTED` once the connection is stored and any consent is given; `CONNECTION_DELETED` if the connection was deleted before that, and `EXPIRED` or `REVOKED` if it ended without that. */
  state: ConnectSessionState,
  /** Until when the link can be opened; once it is, when the session ends. */
  expires_at: Instant,
  /** When the link was made. */
  created_at: Instant
})
export interface ConnectSession extends Schema.Schema.Type<typeof ConnectSession> {}

/** A new link. */
export const NewConnectSession = Described.struct("NewConnectSession", {
  ...ConnectSession.fields,
  /** The address to give to the customer: it works once, and is shown in this answer alone. It starts with the server's first base address, or is relative to this server if it has none. Null in an answer that is given again for an `Idempotency-Key`: make another link if the first answer was lost. */
  url: Schema.NullOr(Schema.String)
})
export interface NewConnectSession extends Schema.Schema.Type<typeof NewConnectSession> {}

/** What a customer gets for a link. */
export const OpenedConnectSession = Described.struct("OpenedConnectSession", {
  /** What the requests of the session send as `Authorization: Bearer`. It can do nothing else. It is shown again only to a request with the same `X-CONNECT-OPENER`. */
  token: Schema.String,
  /** When the session ends. */
  expires_at: Instant
})
export interface OpenedConnectSession extends Schema.Schema.Type<typeof OpenedConnectSession> {}

/** The words of the operator are left out: they are not for customers. */
const { operator_message: _, ...problemFields } = Problem.Problem.fields

/** What keeps the data of a connection from being read, as its customer sees it. */
export const ConnectProblem = Described.struct("ConnectProblem", problemFields)

/** The connection whose credentials a customer renews. */
export const ReconnectedConnection = Described.struct("ReconnectedConnection", {
  /** The service's id of the connection. */
  id: Id,
  /** The vendor of the connection. */
  vendor: Schema.String,
  /** How the connection signs in: the `auth_type` of one of the session's `auth_methods`. Null if the connector is not loaded. */
  auth_type: Connection.fields.auth_type,
  /** Why the last visit to the source tool's page gave no consent, as a sentence for the customer; null if it gave one, or if there was none. */
  oauth2_problem: Connection.fields.oauth2_problem,
  /** The credential fields that are not secret. */
  credentials: Connection.fields.credentials,
  /** The types of data that jobs read. */
  data_export_types: Schema.Array(DataExportType),
  /** Where the connection is in its lifecycle. */
  state: ConnectionState,
  /** What the latest finished job found. */
  health: Health.Health,
  /** What is wrong, since when, and who must act; empty if nothing is. */
  problems: Schema.Array(ConnectProblem)
})

/** What the page of a session shows. */
export const ConnectSessionView = Described.struct("ConnectSessionView", {
  /** The service's id of the session. */
  id: Id,
  /** The name of the organization that owns the connection. */
  organization_name: Schema.String,
  /** What the customer may connect, ordered by vendor, with only those ways to sign in that can be used: for a consent, the operator of the service has registered it with the vendor. A connection that is renewed has one way. Tools that have a connection with the link's `identifier` are left out. */
  connectors: Schema.Array(ConnectorEntry),
  /** The types of data that the customer may choose: for a connection that is renewed, those that it has, and those of the link. Null for any. */
  data_export_types: Schema.NullOr(Schema.Array(DataExportType)),
  /**
   * Why nothing can be connected now, as a sentence for the customer: the account has as many connections as it may have, each tool of the link is
   * connected already with the link's `identifier`, or no way to sign in can be used any more. Null if something can, and once the session is used.
   */
  blocked: Schema.NullOr(Schema.String),
  /** The connection whose credentials are renewed. Null for a new connection. */
  connection: Schema.NullOr(ReconnectedConnection),
  /** Where the page sends the customer back to. Null for nowhere. */
  return_url: Schema.NullOr(Schema.String),
  /** `OPENED`; once the connection is stored, `CONSENT_AWAITED` until a consent that it needs is given, and `CONNECTED`; or `CONNECTION_DELETED` if it was deleted before that. If a link renews a connection that was deleted, the answer is a 404. */
  state: ConnectSessionState,
  /** When the session ends. */
  expires_at: Instant
})
export interface ConnectSessionView extends Schema.Schema.Type<typeof ConnectSessionView> {}

/** The schema with a message for the page of a customer, which knows its session and not the catalogue. */
const saying = <A, I>(schema: Schema.Schema<A, I>, message: string) =>
  schema.annotations({ message: () => ({ message, override: true }) })

/** The connection that a customer makes, or the new credentials of one. */
export const CreateConnectSessionConnection = Described.struct(
  "CreateConnectSessionConnection",
  {
    /** The `vendor` of one of the session's connectors. */
    vendor: saying(Vendor, "Expected the vendor of one of the session's connectors"),
    /** Values for the fields of the way to sign in, which are in its `credentials_params`. If a connection is renewed, those that are absent keep their stored values, but every secret has to be sent again if another field changes. For a way with a consent, changed fields count from the next consent on. */
    credentials: saying(Credentials, "Expected an object with the fields of the way to sign in"),
    /** How the connection signs in: the `auth_type` of one of the `auth_methods` of the session's connector; the first of them if absent. A connection that is renewed keeps its own. */
    auth_type: optional(Schema.String),
    /** The types of data to read, of those that the session allows; if absent, those of the connection that is renewed; for a new one all that the session allows, or the default if it allows any. */
    data_export_types: optional(ExportTypes)
  },
  strict
)
export interface CreateConnectSessionConnection extends Schema.Schema.Type<typeof CreateConnectSessionConnection> {}

/** The consent that a customer gives on the page of the source tool. */
export const ConnectSessionConsent = Described.struct("ConnectSessionConsent", {
  /** `AWAITED` until the customer has consented since the connection was stored in the session, then `GIVEN`. */
  state: Schema.Literal("AWAITED", "GIVEN"),
  /** The address of the consent, to open in a window of the browser. Null after the consent, after another link was used for the connection, and while the operator of the service does not offer the consent. */
  authorize_url: Schema.NullOr(Schema.String),
  /** Why the last visit gave no consent, as a sentence for the customer, who can try again. It stays until the next visit begins. If another link was used for the connection meanwhile, it says so. Null if the last visit gave a consent, if there was none, or while the operator of the service does not offer the consent. */
  problem: Schema.NullOr(Schema.String)
})

const status = ConnectionStatus.fields

/** How far the first sync of the connection of a session is. */
export const ConnectSessionConnection = Described.struct("ConnectSessionConnection", {
  /** The service's id of the connection. */
  id: Id,
  /** The vendor of the connection. */
  vendor: Schema.String,
  /** What the latest finished job found. */
  health: Health.Health,
  /** Where the connection is in its lifecycle. */
  state: status.state,
  /** How far the first sync is. */
  phase: status.phase,
  /** The job that is queued or running, with the progress of each type of data. Null if there is none. */
  current_job: status.current_job,
  /** How each type of data stands. */
  data_exports: status.data_exports,
  /** What is wrong, since when, and who must act; empty if nothing is. */
  problems: Schema.Array(ConnectProblem),
  /** The consent that the connection needs. Null if it signs in otherwise. */
  consent: Schema.NullOr(ConnectSessionConsent),
  /** Whether a job has ended that began after the connection was stored in the session, and after the consent if it needs one; until then, what is said of a connection that is renewed may be older than its credentials. */
  has_read: Schema.Boolean
})
export interface ConnectSessionConnection extends Schema.Schema.Type<typeof ConnectSessionConnection> {}
