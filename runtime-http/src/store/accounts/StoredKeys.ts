import { hash, randomBytes, randomUUID } from "node:crypto"
import { Effect, Redacted } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { isUuid, uuidArray } from "../postgres/RecordTable.js"
import { EXPIRED, type KeyLimits, UNLIMITED } from "./AccessScope.js"

/*
 * The keys as an operator manages them. A key never changes but for its end and its last use: who needs another one, makes it.
 */

/** How every key begins. */
export const KEY_PREFIX = "trib_"
const BYTES = 32

/** What the store keeps of a key. */
export const hashOf = (key: string): Buffer => hash("sha256", key, "buffer")

/** What a new key is limited to. */
export interface NewKey extends KeyLimits {
  /** When it expires: in so many seconds, by the clock of the database, or at an instant in ISO 8601; null if it never does. */
  readonly expires: number | string | null
}

/** Whether a key gives access. */
export type KeyState = "active" | "expired" | "revoked"

/** What may be shown of a key: everything but the key itself. */
export interface KeyInfo extends KeyLimits {
  readonly id: string
  readonly label: string
  readonly createdAt: string
  /** Accurate to the minute; null if the key was never used. */
  readonly lastUsedAt: string | null
  /** When it expires, in ISO 8601; null if it never does. */
  readonly expiresAt: string | null
  /** Null unless the key was revoked. */
  readonly revokedAt: string | null
  /** The id of the key that a rotation has made in its place; null if there is none. */
  readonly replacedBy: string | null
  /** Whether it gives access now. */
  readonly state: KeyState
}

/** A key that was just made. The store keeps only a hash, so this is the only time it is visible. */
export interface MadeKey {
  readonly id: string
  readonly key: Redacted.Redacted
  /** When it expires, in ISO 8601; null if it never does. */
  readonly expiresAt: string | null
}

/** The successor of a key. */
export interface RotatedKey extends MadeKey {
  /** When the former key expires. */
  readonly formerEndsAt: string
}

interface KeyRow {
  readonly id: string
  readonly label: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly expires_at: Date | null
  readonly replaced_by: string | null
  readonly is_expired: boolean
  readonly scopes: string | null
  readonly organizations: string | null
}

const stateOf = ({ is_expired, revoked_at }: KeyRow): KeyState => {
  if (revoked_at !== null) return "revoked"
  return is_expired ? "expired" : "active"
}

const toInfo = (row: KeyRow): KeyInfo => ({
  id: row.id,
  label: row.label,
  scopes: row.scopes?.split(" ") ?? null,
  organizations: row.organizations?.split(" ") ?? null,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  replacedBy: row.replaced_by,
  state: stateOf(row)
})

const random = (): string => KEY_PREFIX + randomBytes(BYTES).toString("base64url")

/** What operators do with keys. */
export interface StoredKeys {
  /** Creates a key of 256 random bits, by default with every scope, for all organizations and without an end. */
  readonly create: (accountId: string, label: string, limits?: Partial<NewKey>) => Effect.Effect<MadeKey, SqlError>
  /**
   * Creates a key with the same label, scopes and organizations, which is valid for as long as the former one was meant to be, and lets the
   * former one expire after so many seconds, unless it does so earlier. Null if there is no such key, it gives no access any more, or it was
   * rotated before: its own end says no longer for how long it was meant to be valid.
   */
  readonly rotate: (keyId: string, overlapSecs: number) => Effect.Effect<RotatedKey | null, SqlError>
  /** Oldest first, including keys that give no access any more. */
  readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<KeyInfo>, SqlError>
  /** Returns false if there is no such key or it is already revoked. */
  readonly revoke: (keyId: string) => Effect.Effect<boolean, SqlError>
  /** Those of the ids that are not of an organization of the account. */
  readonly missingOrganizations: (
    accountId: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<string>, SqlError>
}

/** Reads and writes keys. */
export const make = (sql: SqlClient.SqlClient): StoredKeys => {
  const create: StoredKeys["create"] = (accountId, label, limits = {}) =>
    Effect.gen(function* () {
      const { expires = null, organizations, scopes } = { ...UNLIMITED, ...limits }
      const id = randomUUID()
      const key = random()
      const expiresAt =
        typeof expires === "number"
          ? sql`clock_timestamp() + make_interval(secs => ${expires})`
          : sql`${expires}::timestamptz`
      const [row] = yield* sql<{ readonly expires_at: Date | null }>`
        insert into api_key (id, account_id, label, hash, scopes, organization_ids, expires_at)
        values (
          ${id}, ${accountId}, ${label}, ${hashOf(key)},
          string_to_array(${scopes?.join(" ") ?? null}::text, ' '),
          ${organizations === null ? null : uuidArray(organizations)}::uuid[], ${expiresAt}
        )
        returning expires_at`
      yield* AuditTrail.note(sql, { action: "key.create", accountId, resourceId: id })
      return { id, key: Redacted.make(key), expiresAt: row?.expires_at?.toISOString() ?? null }
    }).pipe(sql.withTransaction)

  const rotate: StoredKeys["rotate"] = (keyId, overlapSecs) =>
    Effect.gen(function* () {
      if (!isUuid(keyId)) return null
      const id = randomUUID()
      const key = random()
      const [row] = yield* sql<{
        readonly account_id: string
        readonly expires_at: Date | null
        readonly former_ends_at: Date
      }>`
        with
          former as materialized (
            select * from api_key
            where id = ${keyId} and revoked_at is null and replaced_by is null and not ${sql.literal(EXPIRED)}
            for update
          ),
          made as (
            insert into api_key (id, account_id, label, hash, scopes, organization_ids, expires_at)
            select
              ${id}, account_id, label, ${hashOf(key)}, scopes, organization_ids,
              clock_timestamp() + (expires_at - created_at)
            from former
            returning expires_at
          )
        update api_key
        set expires_at = least(api_key.expires_at, clock_timestamp() + make_interval(secs => ${overlapSecs})),
            replaced_by = ${id}
        from former, made
        where api_key.id = former.id
        returning api_key.account_id, made.expires_at, api_key.expires_at as former_ends_at`
      if (row === undefined) return null
      const { account_id: accountId } = row
      yield* AuditTrail.note(sql, { action: "key.rotate", accountId, resourceId: keyId })
      yield* AuditTrail.note(sql, { action: "key.create", accountId, resourceId: id })
      return {
        id,
        key: Redacted.make(key),
        expiresAt: row.expires_at?.toISOString() ?? null,
        formerEndsAt: row.former_ends_at.toISOString()
      }
    }).pipe(sql.withTransaction)

  const list: StoredKeys["list"] = (accountId) =>
    Effect.map(
      sql<KeyRow>`
        select
          id, label, created_at, last_used_at, revoked_at, expires_at, replaced_by, ${sql.literal(EXPIRED)} as is_expired,
          array_to_string(scopes, ' ') as scopes, array_to_string(organization_ids, ' ') as organizations
        from api_key
        where account_id = ${accountId}
        order by created_at, id`,
      (rows) => rows.map(toInfo)
    )

  const revoke: StoredKeys["revoke"] = (keyId) =>
    Effect.gen(function* () {
      if (!isUuid(keyId)) return false
      const [row] = yield* sql<{ readonly account_id: string }>`
        update api_key set revoked_at = clock_timestamp()
        where id = ${keyId} and revoked_at is null
        returning account_id`
      if (row === undefined) return false
      yield* AuditTrail.note(sql, { action: "key.revoke", accountId: row.account_id, resourceId: keyId })
      return true
    }).pipe(sql.withTransaction)

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
