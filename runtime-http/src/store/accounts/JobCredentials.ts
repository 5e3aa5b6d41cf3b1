import type { DataExportType } from "@tributary/core"
import { Effect, type Redacted } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as TenantFingerprint from "../../TenantFingerprint.js"
import { KeyServiceError } from "../secrets/KeyService.js"
import * as MasterKeyLedger from "../secrets/MasterKeyLedger.js"
import { type Vault, VaultError } from "../secrets/Vault.js"
import { dataExportTypesOf, type StoredUnreadFields, storedUnreadFieldsOf } from "./ConnectionRow.js"

/** What a job needs to read the data of a connection. */
export interface JobCredentials {
  readonly vendor: string
  /** Which of the connector's ways to sign in; null for the first. */
  readonly authType: string | null
  readonly credentials: Redacted.Redacted
  /** The tenant whose data is stored, as far as it is known. */
  readonly tenant: TenantFingerprint.TenantFingerprint | null
  /** How often the tenant was replaced by another one. */
  readonly tenantReplacements: number
  /** Whether any list may still have records of the tenant before, which a job removes before it reads anything. */
  readonly hasFormerRecords: boolean
  /** The fields that earlier jobs could not read. */
  readonly unreadFields: ReadonlyArray<StoredUnreadFields>
  /** The types of data that the connection reads; empty for all that its connector exports. */
  readonly dataExportTypes: ReadonlyArray<DataExportType>
}

/** The opened credentials of a connection, with what else its jobs need; null if it does not exist, or is deleted. */
export const read = (
  sql: SqlClient.SqlClient,
  vault: Vault["Type"],
  connectionId: string
): Effect.Effect<JobCredentials | null, VaultError | KeyServiceError | SqlError> =>
  Effect.gen(function* () {
    const [row] = yield* sql<{
      readonly vendor: string
      readonly authType: string | null
      readonly credentials: Uint8Array | null
      readonly tenant: string | null
      readonly tenantReplacements: number
      readonly hasFormerRecords: boolean
      readonly unread_fields: string | null
      readonly data_export_types: string
    }>`
      /* connection_credentials */
      select vendor, auth_type as "authType", credentials, tenant, tenant_replacements as "tenantReplacements", unread_fields, data_export_types,
        exists (select from record_counter as list where list.connection_id = connection.id and has_former) as "hasFormerRecords"
      from connection
      where id = ${connectionId} and state <> 'DELETED'`
    if (row === undefined || row.credentials === null) return null
    const { authType, credentials: sealed, hasFormerRecords, tenant, tenantReplacements, vendor } = row
    const dataExportTypes = dataExportTypesOf(row)
    const credentials = yield* Effect.catchTag(vault.open(connectionId, sealed), "VaultError", (error) =>
      Effect.gen(function* () {
        const { keyId, message } = error
        // Another process has the key, and this one may get it: the customer has nothing to mend.
        if (keyId !== undefined && !(yield* MasterKeyLedger.isLost(keyId)))
          return yield* new KeyServiceError({ reason: "Refused", message })
        // The message of an error is not among what `...` copies.
        return yield* new VaultError({ ...error, message, vendor, authType, dataExportTypes })
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    )
    const unreadFields = storedUnreadFieldsOf(row)
    const known = TenantFingerprint.fromText(tenant)
    return {
      vendor,
      authType,
      credentials,
      tenant: known,
      tenantReplacements,
      hasFormerRecords,
      unreadFields,
      dataExportTypes
    }
  })
