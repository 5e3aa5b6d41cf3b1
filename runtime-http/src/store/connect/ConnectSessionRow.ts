import type { DataExportType } from "@tributary/core"
import { Data, type Redacted } from "effect"
import type { ConnectSession, ConnectSessionState } from "../../api/parts/ConnectSessionBody.js"
import { type AccountScope, accountScope } from "../accounts/AccessScope.js"

/** Whether a link, or the session that was opened with it, has ended by itself, at the same instant wherever a statement asks. */
export const EXPIRED = "expires_at <= statement_timestamp()"

/** Whether the customer has not consented since the session was used up; null if there is no consent. */
const AWAITED =
  "consents_before >= (select granted from consent where consent.connection_id = connect_session.connection_id)"

const IS_DELETED =
  "exists (select from connection where connection.id = connect_session.connection_id and connection.state = 'DELETED')"

const STATE = `case
    when connected_at is not null and ${AWAITED} is not true then 'CONNECTED'
    when revoked_at is not null then 'REVOKED'
    when connected_at is not null and ${IS_DELETED} then 'CONNECTION_DELETED'
    when connected_at is not null then 'CONSENT_AWAITED'
    when ${EXPIRED} then 'EXPIRED'
    when token_hash is not null then 'OPENED'
    else 'CREATED'
  end`

/** The columns of a row, as SQL. */
export const columns = `
  connect_session.id, connect_session.account_id, connect_session.organization_id, connect_session.connection_id, is_reconnect, vendors,
  connect_session.identifier, connect_session.data_export_types, connect_session.return_url, connect_session.created_at, expires_at, ${STATE} as state`

/** A row of `connect_session`, without its hashes. */
export interface ConnectSessionRow {
  readonly id: string
  readonly account_id: string
  readonly organization_id: string
  readonly connection_id: string | null
  readonly is_reconnect: boolean
  /** JSON. */
  readonly vendors: string
  readonly identifier: string | null
  /** JSON; null for any. */
  readonly data_export_types: string | null
  readonly return_url: string | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly state: ConnectSessionState
}

// Only lists that were checked are stored.
const vendorsOf = (row: ConnectSessionRow) => JSON.parse(row.vendors) as ReadonlyArray<string>
const typesOf = (row: ConnectSessionRow) =>
  JSON.parse(row.data_export_types ?? "null") as ReadonlyArray<DataExportType> | null

/** A link as the API shows it to those who made it. */
export const toConnectSession = (row: ConnectSessionRow): ConnectSession => ({
  id: row.id,
  organization_id: row.organization_id,
  vendors: vendorsOf(row),
  connection_id: row.connection_id,
  identifier: row.identifier,
  data_export_types: typesOf(row),
  return_url: row.return_url,
  state: row.state,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString()
})

/** Whether the customer has consented since the session was used up. `SUPERSEDED` is still awaited, and with another link than that of the session. */
export type SessionConsent = "AWAITED" | "SUPERSEDED" | "GIVEN"

/** What came of a session that is used up. */
export interface SessionOutcome {
  /** Null for a connection without a consent. */
  readonly consent: SessionConsent | null
  /** When what the session stores counted: it was used up, or the customer has consented since. Null until it is used up. */
  readonly countedAt: Date | null
}

/** A link or a session whose token was verified. Only the store creates it. */
export class AdmittedSession extends Data.TaggedClass("AdmittedSession")<{
  readonly id: string
  /** The account, limited to the organization of the session. */
  readonly scope: AccountScope
  readonly organizationId: string
  readonly organizationName: string
  /** The connection whose credentials are renewed, or the one that was made; null until then. */
  readonly connectionId: string | null
  /** Whether the session renews the credentials of a connection. */
  readonly isReconnect: boolean
  /** The vendors to choose from; empty for all. */
  readonly vendors: ReadonlyArray<string>
  /** The reference of the new connection; null for none. */
  readonly identifier: string | null
  /** The types of data to choose from; null for any. */
  readonly dataExportTypes: ReadonlyArray<DataExportType> | null
  readonly returnUrl: string | null
  readonly state: ConnectSessionState
  /** The token of the session that the link opens; null if the session is open. */
  readonly opens: Redacted.Redacted | null
  /** In ISO 8601. */
  readonly expiresAt: string
}> {}

/** When what a session has stored counted: when it was used up, or at the consent since then. */
const COUNTED_AT = `case when connected_at is not null then greatest(
    connected_at, (select granted_at from consent where consent.connection_id = connect_session.connection_id)
  ) end`

/** The columns of an outcome, as SQL. */
export const outcomeColumns = `
  ${COUNTED_AT} as "countedAt",
  case
    when consents_before is null then null
    when ${AWAITED} is not true then 'GIVEN'
    when consent_link = (select link from consent where consent.connection_id = connect_session.connection_id) then 'AWAITED'
    else 'SUPERSEDED'
  end as consent`

/** The columns of a row by whose token somebody is admitted, of a session that is joined with its organization, as SQL. */
export const admittedColumns = `
  ${columns}, organization.name as organization_name, token_hash, ${EXPIRED} as is_expired`

/** A row whose token was verified. */
export interface AdmittedRow extends ConnectSessionRow {
  readonly organization_name: string
  /** Null until the link is opened. */
  readonly token_hash: Uint8Array | null
  readonly is_expired: boolean
}

/** Converts a row whose token was verified. The session has no scope of a key, so that it may use no operation that needs one. */
export const toAdmitted = (row: AdmittedRow, opens: Redacted.Redacted | null = null): AdmittedSession =>
  new AdmittedSession({
    id: row.id,
    scope: accountScope(row.account_id, row.id, { scopes: [], organizations: [row.organization_id] }),
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    connectionId: row.connection_id,
    isReconnect: row.is_reconnect,
    vendors: vendorsOf(row),
    identifier: row.identifier,
    dataExportTypes: typesOf(row),
    returnUrl: row.return_url,
    state: row.state,
    opens,
    expiresAt: row.expires_at.toISOString()
  })
