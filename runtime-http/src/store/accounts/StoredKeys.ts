import { Effect } from "effect"
import type { Fragment, SqlClient, SqlError } from "../../Sql.js"
import { isUuid, uuidArray } from "../postgres/RecordTable.js"
import { type KeyLimits, UNLIMITED } from "./AccessScope.js"
import * as KeyTable from "./KeyTable.js"

/** How every key of an account begins. */
export const KEY_PREFIX = "trib_"

/** The label of a key that the erasure of its organizations has left. */
export const ERASED_LABEL = "of an erased organization"

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
  const keys = KeyTable.make(sql, table)

  /** Keeps organizations from being erased meanwhile: an erasure also overwrites the labels of their keys, which a new key would still have. */
  const lock = (isOwn: Fragment) => sql`select 1 from organization where ${isOwn} order by id for key share`

  /** The reference to its account has made the new key wait for an erasure that was just beginning, and that has revoked only the keys before. */
  const revokeIfErased = (keyId: string) => sql`
    update api_key set revoked_at = clock_timestamp()
    where id = ${keyId} and account_id in (select subject_id from erasure where subject = 'account')`

  const create: StoredKeys["create"] = (accountId, label, limits = {}) => {
    const { expires = null, organizations, scopes } = { ...UNLIMITED, ...limits }
    const ids = sql`${organizations === null ? null : uuidArray(organizations)}::uuid[]`
    const isOwn = sql`id = any (${ids})`
    const made = keys.insert(
      [
        sql`${accountId}`,
        sql`case when ${ids} is null or exists (select from organization where ${isOwn}) then ${label}::text else ${ERASED_LABEL} end`,
        sql`string_to_array(${scopes?.join(" ") ?? null}::text, ' ')`,
        ids
      ],
      expires
    )
    return Effect.gen(function* () {
      if (organizations !== null) yield* lock(isOwn)
      const key = yield* made
      yield* revokeIfErased(key.id)
      return key
    }).pipe(sql.withTransaction)
  }

  const rotate: StoredKeys["rotate"] = (keyId, overlapSecs) =>
    isUuid(keyId)
      ? sql.withTransaction(
          Effect.zipRight(
            lock(sql`id in (select unnest(organization_ids) from api_key where api_key.id = ${keyId})`),
            keys.rotate(keyId, overlapSecs)
          )
        )
      : Effect.succeed(null)

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

  return { create, rotate, list, revoke: keys.revoke, missingOrganizations }
}
