import { hash, randomBytes, randomUUID } from "node:crypto"
import { MonotonicTime } from "@tributary/core"
import { Duration, Effect, Redacted } from "effect"
import type { Fragment, SqlClient, SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { isUuid } from "../postgres/RecordTable.js"

/*
 * What the tables of keys have in common: those of accounts and those of operators. A key never changes but for its end and its last use: who
 * needs another one, makes it.
 */

const BYTES = 32

/** What the store keeps of a key. */
export const hashOf = (key: string): Buffer => hash("sha256", key, "buffer")

/** Whether the recorded time of use is older than a minute. */
export const STALE = "(last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')"

/** Whether a key has expired, at the same instant wherever a statement asks. */
export const EXPIRED = "coalesce(expires_at <= statement_timestamp(), false)"

/** When a new key expires: in so many seconds, by the clock of the database, or at an instant in ISO 8601; null if it never does. */
export type Expires = number | string | null

/** Whether a key gives access. */
export type KeyState = "active" | "expired" | "revoked"

/** What may be shown of any key. */
export interface KeyDates {
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

/** The columns that every table of keys has. */
export interface KeyRow {
  readonly id: string
  readonly label: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly expires_at: Date | null
  readonly replaced_by: string | null
  readonly is_expired: boolean
}

/** The same, as a list of columns. */
export const columns = `id, label, created_at, last_used_at, revoked_at, expires_at, replaced_by, ${EXPIRED} as is_expired`

const stateOf = ({ is_expired, revoked_at }: KeyRow): KeyState => {
  if (revoked_at !== null) return "revoked"
  return is_expired ? "expired" : "active"
}

/** What may be shown of a row. */
export const toDates = (row: KeyRow): KeyDates => ({
  id: row.id,
  label: row.label,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  replacedBy: row.replaced_by,
  state: stateOf(row)
})

/** A table of keys. */
export interface KeyTable {
  readonly name: "api_key" | "operator_key"
  /** How every key of the table begins. */
  readonly prefix: string
  /** The columns that a successor has in common with the key that it replaces. */
  readonly inherited: ReadonlyArray<string>
  /** The column with the account of a key; null if they are of no account. */
  readonly account: string | null
  /** What the audit log notes. */
  readonly actions: Readonly<Record<"create" | "rotate" | "revoke", AuditTrail.Noted["action"]>>
}

/** What can be done with the keys of any table. */
export interface KeyChanges {
  /** Creates a key of 256 random bits with these values of the inherited columns. */
  readonly insert: (values: ReadonlyArray<Fragment>, expires: Expires) => Effect.Effect<MadeKey, SqlError>
  /**
   * Creates a key that may do the same, which is valid for as long as the former one was meant to be, and lets the former one expire after so
   * many seconds, unless it does so earlier. Null if there is no such key, it gives no access any more, or it was rotated before: its own end
   * says no longer for how long it was meant to be valid.
   */
  readonly rotate: (keyId: string, overlapSecs: number) => Effect.Effect<RotatedKey | null, SqlError>
  /** Returns false if there is no such key or it is already revoked. */
  readonly revoke: (keyId: string) => Effect.Effect<boolean, SqlError>
  /** Records that a key is used, unless its recorded time of use is not a minute old: several requests may see it at once. */
  readonly touch: (keyId: string) => Effect.Effect<void>
}

/** How long the hashes of all keys that give access are used before they are read again. */
const KNOWN_FOR_MILLIS = 5_000

/**
 * Whether a key gave access during the last seconds. `valid` reads the hashes of all that do, and not again for five seconds, so it costs the
 * same for any number of guesses.
 */
export const knownWith = (
  valid: Effect.Effect<ReadonlyArray<{ readonly hash: Buffer }>, SqlError>
): Effect.Effect<(key: string) => Effect.Effect<boolean, SqlError>> =>
  Effect.gen(function* () {
    // Not `cachedWithTTL`: it would keep them for another hour if somebody set the clock back by one.
    let readAt = Number.NEGATIVE_INFINITY
    const [cached, invalidate] = yield* Effect.cachedInvalidateWithTTL(
      Effect.map(valid, (rows) => new Set(rows.map((row) => row.hash.toString("base64")))),
      Duration.infinity
    )
    const known = Effect.flatMap(MonotonicTime.millis, (now) => {
      if (now - readAt < KNOWN_FOR_MILLIS) return cached
      readAt = now
      return Effect.zipRight(invalidate, cached)
    })
    return (key) => Effect.map(known, (hashes) => hashes.has(hashOf(key).toString("base64")))
  })

/** Changes the keys of a table. */
export const make = (sql: SqlClient.SqlClient, { account, actions, inherited, name, prefix }: KeyTable): KeyChanges => {
  const table = sql(name)
  const same = sql.literal(inherited.join(", "))
  const accountOf = sql.literal(`${account === null ? "null::uuid" : `own.${account}`} as account_id`)
  const random = (): string => prefix + randomBytes(BYTES).toString("base64url")

  const note = (action: keyof KeyTable["actions"], accountId: string | null, resourceId: string) =>
    AuditTrail.note(sql, {
      action: actions[action],
      resourceId,
      ...(accountId === null ? {} : { accountId })
    })

  const insert: KeyChanges["insert"] = (values, expires) =>
    Effect.gen(function* () {
      const id = randomUUID()
      const key = random()
      const expiresAt =
        typeof expires === "number"
          ? sql`clock_timestamp() + make_interval(secs => ${expires})`
          : sql`${expires}::timestamptz`
      const [row] = yield* sql<{ readonly account_id: string | null; readonly expires_at: Date | null }>`
        insert into ${table} as own (id, hash, expires_at, ${same})
        values (${id}, ${hashOf(key)}, ${expiresAt}, ${sql.csv([...values])})
        returning ${accountOf}, expires_at`
      yield* note("create", row?.account_id ?? null, id)
      return { id, key: Redacted.make(key), expiresAt: row?.expires_at?.toISOString() ?? null }
    }).pipe(sql.withTransaction)

  const rotate: KeyChanges["rotate"] = (keyId, overlapSecs) =>
    Effect.gen(function* () {
      if (!isUuid(keyId)) return null
      const id = randomUUID()
      const key = random()
      const [row] = yield* sql<{
        readonly account_id: string | null
        readonly expires_at: Date | null
        readonly former_ends_at: Date
      }>`
        with
          former as materialized (
            select * from ${table}
            where id = ${keyId} and revoked_at is null and replaced_by is null and not ${sql.literal(EXPIRED)}
            for update
          ),
          made as (
            insert into ${table} (id, hash, expires_at, ${same})
            select ${id}, ${hashOf(key)}, clock_timestamp() + (expires_at - created_at), ${same}
            from former
            returning expires_at
          )
        update ${table} as own
        set expires_at = least(own.expires_at, clock_timestamp() + make_interval(secs => ${overlapSecs})),
            replaced_by = ${id}
        from former, made
        where own.id = former.id
        returning ${accountOf}, made.expires_at, own.expires_at as former_ends_at`
      if (row === undefined) return null
      yield* note("rotate", row.account_id, keyId)
      yield* note("create", row.account_id, id)
      return {
        id,
        key: Redacted.make(key),
        expiresAt: row.expires_at?.toISOString() ?? null,
        formerEndsAt: row.former_ends_at.toISOString()
      }
    }).pipe(sql.withTransaction)

  const revoke: KeyChanges["revoke"] = (keyId) =>
    Effect.gen(function* () {
      if (!isUuid(keyId)) return false
      const [row] = yield* sql<{ readonly account_id: string | null }>`
        update ${table} as own set revoked_at = clock_timestamp()
        where id = ${keyId} and revoked_at is null
        returning ${accountOf}`
      if (row === undefined) return false
      yield* note("revoke", row.account_id, keyId)
      return true
    }).pipe(sql.withTransaction)

  const touch: KeyChanges["touch"] = (keyId) =>
    sql`update ${table} set last_used_at = clock_timestamp() where id = ${keyId} and ${sql.literal(STALE)}`.pipe(
      Effect.asVoid,
      Effect.catchAllCause((cause) => Effect.logDebug("The last use of a key could not be recorded.", cause))
    )

  return { insert, rotate, revoke, touch }
}
