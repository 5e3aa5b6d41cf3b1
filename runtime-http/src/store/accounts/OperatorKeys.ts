import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import type * as AccessScope from "./AccessScope.js"
import { accountScope, connectionClaim, UNLIMITED } from "./AccessScope.js"
import { ExpiredKey, InvalidKey, type RefusedKey } from "./ApiKeys.js"
import * as KeyTable from "./KeyTable.js"

/** How every key of an operator begins. */
export const OPERATOR_KEY_PREFIX = "tribop_"

/** What an operator may do: see how the service is, or also change it; the table of the API says what each operation needs. */
export type OperatorRole = "read" | "act"

/** What a key of an operator may do. */
export interface OperatorRights {
  readonly role: OperatorRole
  /** Whether it may see the records of customers, and not only how many there are. */
  readonly mayReadRecords: boolean
}

/** Not exported, so no other module can construct an operator. */
const seal: unique symbol = Symbol("Operator")

/** An operator whose key was verified. */
export interface Operator extends OperatorRights {
  readonly [seal]: true
  readonly keyId: string
}

/** Whether `OperatorKeys` has verified the key of the value. */
export const isOperator = (value: unknown): value is Operator =>
  typeof value === "object" && value !== null && seal in value

/** What may be shown of an operator's key. */
export interface OperatorKeyInfo extends KeyTable.KeyDates, OperatorRights {}

/** The keys of those who operate the service. They are of no account, and see all of them. */
export class OperatorKeys extends Context.Tag("@tributary/runtime-http/OperatorKeys")<
  OperatorKeys,
  Pick<KeyTable.KeyChanges, "revoke" | "rotate"> & {
    /** Creates a key. */
    readonly create: (
      label: string,
      rights: OperatorRights,
      expires: KeyTable.Expires
    ) => Effect.Effect<KeyTable.MadeKey, SqlError>
    /** Oldest first, including keys that give no access any more. */
    readonly list: Effect.Effect<ReadonlyArray<OperatorKeyInfo>, SqlError>
    /** Whether the key was valid during the last seconds. Reads all keys at once, and not again for five seconds. */
    readonly isKnown: (key: Redacted.Redacted) => Effect.Effect<boolean, SqlError>
    /** Verifies a key, and records the time of use, in the background and at most once a minute. */
    readonly authenticate: (key: Redacted.Redacted) => Effect.Effect<Operator, RefusedKey | SqlError>
  }
>() {}

const KEY_PATTERN = /^tribop_[\w-]{43}$/

/** Whether a text has the form of an operator's key, whether or not there is such a key. */
export const looksLikeOperatorKey = (text: string): boolean => KEY_PATTERN.test(text)

interface Row extends KeyTable.KeyRow {
  readonly role: OperatorRole
  readonly may_read_records: boolean
}

const toInfo = (row: Row): OperatorKeyInfo => ({
  ...KeyTable.toDates(row),
  role: row.role,
  mayReadRecords: row.may_read_records
})

/** Reads and writes the keys of operators. */
export const make: Effect.Effect<OperatorKeys["Type"], never, SqlClient.SqlClient | Scope.Scope> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const scope = yield* Effect.scope
    const { insert, revoke, rotate, touch } = KeyTable.make(sql, {
      name: "operator_key",
      prefix: OPERATOR_KEY_PREFIX,
      inherited: ["label", "role", "may_read_records"],
      account: null,
      actions: { create: "operator_key.create", rotate: "operator_key.rotate", revoke: "operator_key.revoke" }
    })

    const list = Effect.map(
      sql<Row>`
        select ${sql.literal(KeyTable.columns)}, role, may_read_records
        from operator_key
        order by created_at, id`,
      (rows) => rows.map(toInfo)
    )

    const authenticate: OperatorKeys["Type"]["authenticate"] = (key) =>
      Effect.gen(function* () {
        const text = Redacted.value(key)
        if (!KEY_PATTERN.test(text)) return yield* new InvalidKey()
        const [row] = yield* sql<
          Pick<Row, "id" | "role" | "may_read_records" | "is_expired"> & { readonly is_stale: boolean }
        >`
          /* operator_key_by_hash */
          select id, role, may_read_records, ${sql.literal(KeyTable.EXPIRED)} as is_expired, ${sql.literal(KeyTable.STALE)} as is_stale
          from operator_key
          where hash = ${KeyTable.hashOf(text)} and revoked_at is null`
        if (row === undefined) return yield* new InvalidKey()
        if (row.is_expired) return yield* new ExpiredKey()
        if (row.is_stale) yield* Effect.forkIn(touch(row.id), scope)
        return { [seal]: true, keyId: row.id, role: row.role, mayReadRecords: row.may_read_records }
      })

    const known = yield* KeyTable.knownWith(sql`
      select hash from operator_key where revoked_at is null and not ${sql.literal(KeyTable.EXPIRED)}`)

    const isKnown: OperatorKeys["Type"]["isKnown"] = (key) => {
      const text = Redacted.value(key)
      return KEY_PATTERN.test(text) ? known(text) : Effect.succeed(false)
    }

    return OperatorKeys.of({
      create: (label, { mayReadRecords, role }, expires) =>
        insert([sql`${label}`, sql`${role}`, sql`${mayReadRecords}`], expires),
      list,
      rotate,
      revoke,
      isKnown,
      authenticate
    })
  }
)

/** The account of an organization or a connection, for what an operator does to it in the place of its account. */
export const asAccount = ({ keyId }: Operator, accountId: string): AccessScope.AccountScope =>
  accountScope(accountId, keyId, UNLIMITED)

/** What the sender of an operator's key wants to read. Nothing is known of the key yet: the statement that reads checks it, and its right. */
export const operatorClaim = (key: Redacted.Redacted, connectionId: string): AccessScope.ConnectionClaim =>
  connectionClaim(KeyTable.hashOf(Redacted.value(key)), connectionId, true)

/** The keys of operators. */
export const layer: Layer.Layer<OperatorKeys, never, SqlClient.SqlClient> = Layer.scoped(OperatorKeys, make)
