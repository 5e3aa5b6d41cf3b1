import { Effect } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import { isUuid, uuidArray } from "../postgres/RecordTable.js"
import { type KeyLimits, UNLIMITED } from "./AccessScope.js"
import * as KeyTable from "./KeyTable.js"

/** How every key of an account begins. */
export const KEY_PREFIX = "trib_"

/** What a new key is limited to. */
export interface NewKey extends KeyLimits {
  /** When it expires: in so many seconds, by the clock of the database, or at an instant in ISO 8601; null if it never does. */
  readonly expires: KeyTable.Expires
}

/** What may be shown of a key: everything but the key itself. */
export interface KeyInfo extends KeyTable.KeyDates, KeyLimits {}

interface KeyRow extends KeyTable.KeyRow {
  readonly scopes: string | null
  readonly organizations: string | null
}

const toInfo = (row: KeyRow): KeyInfo => ({
  ...KeyTable.toDates(row),
  scopes: row.scopes?.split(" ") ?? null,
  organizations: row.organizations?.split(" ") ?? null
})

/** What operators do with the keys of accounts. */
export interface StoredKeys extends Pick<KeyTable.KeyChanges, "revoke" | "rotate"> {
  /** Creates a key of 256 random bits, by default with every scope, for all organizations and without an end. */
  readonly create: (
    accountId: string,
    label: string,
    limits?: Partial<NewKey>
  ) => Effect.Effect<KeyTable.MadeKey, SqlError>
  /** Oldest first, including keys that give no access any more. */
  readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<KeyInfo>, SqlError>
  /** Those of the ids that are not of an organization of the account. */
  readonly missingOrganizations: (
    accountId: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<string>, SqlError>
}

/** The keys of accounts. */
export const table: KeyTable.KeyTable = {
  name: "api_key",
  prefix: KEY_PREFIX,
  inherited: ["account_id", "label", "scopes", "organization_ids"],
  account: "account_id",
  actions: { create: "key.create", rotate: "key.rotate", revoke: "key.revoke" }
}

/** Reads and writes keys. */
export const make = (sql: SqlClient.SqlClient): StoredKeys => {
  const { insert, revoke, rotate } = KeyTable.make(sql, table)

  const create: StoredKeys["create"] = (accountId, label, limits = {}) => {
    const { expires = null, organizations, scopes } = { ...UNLIMITED, ...limits }
    return insert(
      [
        sql`${accountId}`,
        sql`${label}`,
        sql`string_to_array(${scopes?.join(" ") ?? null}::text, ' ')`,
        sql`${organizations === null ? null : uuidArray(organizations)}::uuid[]`
      ],
      expires
    )
  }

  const list: StoredKeys["list"] = (accountId) =>
    Effect.map(
      sql<KeyRow>`
        select
          ${sql.literal(KeyTable.columns)},
          array_to_string(scopes, ' ') as scopes, array_to_string(organization_ids, ' ') as organizations
        from api_key
        where account_id = ${accountId}
        order by created_at, id`,
      (rows) => rows.map(toInfo)
    )

  const missingOrganizations: StoredKeys["missingOrganizations"] = (accountId, ids) =>
    Effect.map(
      sql<{ readonly id: string }>`
        select id from organization
        where id = any (${uuidArray(ids.filter(isUuid))}::uuid[]) and account_id = ${accountId} and deleted_at is null`,
      (rows) => {
        const found = new Set(rows.map(({ id }) => id))
        return ids.filter((id) => !found.has(id.toLowerCase()))
      }
    )

  return { create, rotate, list, revoke, missingOrganizations }
}
