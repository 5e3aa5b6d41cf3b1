import {
  type Connection,
  type ConnectionState,
  type ConnectionWithOrganization,
  type DataExportType,
  Health,
  type HeldBackDeletion,
  Problem,
  type UnreadFields
} from "@tributary/core"
import * as ConsentLink from "../consent/ConsentLink.js"
import { problem } from "../consent/Interruption.js"
import type { Vault } from "../secrets/Vault.js"

/** Makes the link to the vendor's page, below the public address of the service; null if the connection needs none. */
export type LinkOf = (row: Pick<ConnectionRow, "consent" | "id">) => string | null

/** Unread fields as a connection stores them. */
export interface StoredUnreadFields extends UnreadFields {
  /** When a job or a check of the credentials first found them. */
  readonly since: string
  /** Whether the vendor answers the question about some rows and refuses it for others, so that an answer about one row grants nothing; false by default. */
  readonly isPartial?: boolean
}

/** Unread fields as the API shows them. */
export const toUnreadFields = ({ isPartial: _, since: __, ...unread }: StoredUnreadFields): UnreadFields => unread

/** A connection as it is stored, with the name of its organization. */
export interface ConnectionRow {
  readonly id: string
  readonly vendor: string
  readonly identifier: string | null
  readonly state: ConnectionState
  readonly refresh_interval_secs: number
  readonly timeout_secs: number
  /** Null for the default of each list. */
  readonly full_scan_interval_secs: number | null
  /** Null for the default. */
  readonly events_first_load_days: number | null
  readonly organization_id: string
  readonly health_name: Health.HealthName
  readonly health_details: string | null
  /** Whether an operator has stopped the connector. */
  readonly is_stopped: boolean
  readonly created_at: Date
  readonly updated_at: Date
  readonly organization_name: string
  /** JSON; null if no deletion waits. */
  readonly held_back_deletions: string | null
  /** What is known of the tenant, as `TenantFingerprint` writes it; null if nothing is. */
  readonly tenant: string | null
  /** How often the tenant was replaced by another one. */
  readonly tenant_replacements: number
  /** JSON; null if every field is read. */
  readonly unread_fields: string | null
  /** JSON; null if no credential field is shown. */
  readonly shown_credentials: string | null
  /** Which of the connector's ways to sign in; null for the first. */
  readonly auth_type: string | null
  /** JSON; null for a connection without a consent. */
  readonly consent: string | null
  /** JSON; an empty array for all that the connector exports. */
  readonly data_export_types: string
}

/** The deletions that wait for a decision; few, and found by the primary key of their table. */
const waitingDeletions = `(
  select json_agg(json_build_object(
    'record_kind', kind,
    'count', count,
    'reason', reason,
    'held_since', to_char(held_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by kind)::text
  from held_back_deletion
  where connection_id = connection.id and decision is null
) as held_back_deletions`

/** What the link of a consent depends on; found by a unique index. */
const consent = `(
  select json_build_object(
    'link', link,
    'problem', ${problem},
    'fields', next_fields::json,
    'expires', extract(epoch from date_trunc('day', statement_timestamp(), 'UTC') + interval '8 days')::bigint
  )::text
  from consent
  where connection_id = connection.id
) as consent`

/** The columns of a row but for `is_stopped`, of a connection that is joined with its organization. */
export const columns = `
  connection.id, connection.vendor, connection.identifier, connection.state, connection.refresh_interval_secs, connection.timeout_secs,
  connection.full_scan_interval_secs, connection.events_first_load_days, connection.organization_id, connection.health_name,
  connection.health_details,
  connection.unread_fields, connection.tenant, connection.tenant_replacements, connection.shown_credentials,
  connection.data_export_types, connection.created_at, connection.updated_at, organization.name as organization_name,
  connection.auth_type, ${consent},
  ${waitingDeletions}`

/** The types of data that jobs of the connection read; empty for all that its connector exports. */
export const dataExportTypesOf = ({
  data_export_types
}: Pick<ConnectionRow, "data_export_types">): ReadonlyArray<DataExportType> =>
  // Only choices that were checked are stored.
  JSON.parse(data_export_types) as ReadonlyArray<DataExportType>

/** The fields of a row that could not be read, and since when. */
export const storedUnreadFieldsOf = ({
  unread_fields
}: Pick<ConnectionRow, "unread_fields">): ReadonlyArray<StoredUnreadFields> =>
  // Only jobs and checks of credentials write them.
  JSON.parse(unread_fields ?? "[]") as ReadonlyArray<StoredUnreadFields>

/** The fields of a row that could not be read, as the API shows them. */
const unreadFieldsOf = (row: Pick<ConnectionRow, "unread_fields">): ReadonlyArray<UnreadFields> =>
  storedUnreadFieldsOf(row).map(toUnreadFields)

/** The health of a connection whose connector an operator has stopped: whatever the last job found, the operator must act first. */
export const STOPPED_HEALTH: Health.HealthName = Problem.table.CONNECTOR_STOPPED.health

/** The row stores the name and the failing export types; the rest of the health follows from the name. */
const healthOf = ({ health_details, health_name, is_stopped }: ConnectionRow): Health.Health => {
  if (is_stopped) return Health.of(STOPPED_HEALTH)
  // Only `Jobs.finish` writes it.
  return Health.of(health_name, JSON.parse(health_details ?? "null") as Health.Health["details"])
}

/** The consent of a row; null if the connection signs in otherwise. */
export const consentOf = ({ consent }: Pick<ConnectionRow, "consent">): ConsentLink.LinkedConsent | null =>
  // The query builds it from columns that only the store writes.
  JSON.parse(consent ?? "null") as ConsentLink.LinkedConsent | null

/** Makes links that the vault signs. */
export const linksOf =
  (vault: Vault["Type"]): LinkOf =>
  (row) => {
    const consent = consentOf(row)
    return consent === null ? null : ConsentLink.of(vault, row.id, consent)
  }

/** The fields that are not secret, as they were entered last: those of a consent may count from the next one on. */
const shownCredentialsOf = (row: ConnectionRow): Connection["credentials"] =>
  // The connector's own form says which fields are stored in the clear.
  consentOf(row)?.fields ?? (JSON.parse(row.shown_credentials ?? "{}") as Connection["credentials"])

/** The connection as the API shows it; `linkOf` makes the link to the vendor's page. */
export const toConnection = (row: ConnectionRow, linkOf: LinkOf): Connection => ({
  id: row.id,
  vendor: row.vendor,
  is_active: row.state === "ACTIVE",
  refresh_interval_secs: row.refresh_interval_secs,
  timeout_secs: row.timeout_secs,
  organization_id: row.organization_id,
  state: row.state,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  health: healthOf(row),
  identifier: row.identifier,
  auth_type: row.auth_type,
  oauth2_authorize_url: linkOf(row),
  oauth2_problem: consentOf(row)?.problem ?? null,
  credentials: shownCredentialsOf(row),
  data_export_types: dataExportTypesOf(row),
  // The query builds it from columns that only the store writes.
  held_back_deletions: JSON.parse(row.held_back_deletions ?? "[]") as ReadonlyArray<HeldBackDeletion>,
  unread_fields: unreadFieldsOf(row)
})

/** The connection as the API shows it, with the name of its organization. */
export const toConnectionWithOrganization = (row: ConnectionRow, linkOf: LinkOf): ConnectionWithOrganization => ({
  ...toConnection(row, linkOf),
  organization_name: row.organization_name
})
