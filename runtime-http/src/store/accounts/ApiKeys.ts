import { randomUUID } from "node:crypto"
import { Context, Data, Effect, Layer, Redacted, type Scope } from "effect"
import * as Fiberless from "../../Fiberless.js"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { Database, runNamed } from "../postgres/Database.js"
import { DatabaseShares } from "../postgres/DatabaseShares.js"
import { isUuid } from "../postgres/RecordTable.js"
import * as AccessScope from "./AccessScope.js"
import {
  type AccountScope,
  accountScope,
  type ConnectionClaim,
  type ConnectionScope,
  connectionClaim,
  connectionScope
} from "./AccessScope.js"
import * as KeyTable from "./KeyTable.js"
import { hashOf } from "./KeyTable.js"
import * as StoredKeys from "./StoredKeys.js"

export { hashOf, type KeyState, type MadeKey, type RotatedKey } from "./KeyTable.js"
export { KEY_PREFIX, type KeyInfo, type NewKey } from "./StoredKeys.js"

/** The key is unknown or revoked. */
export class InvalidKey extends Data.TaggedError("InvalidKey") {}

/** The key has expired, which only its holder learns. */
export class ExpiredKey extends Data.TaggedError("ExpiredKey") {}

/** Why a key gives no access. */
export type RefusedKey = InvalidKey | ExpiredKey

/** Which key sent a request, and what it is limited to. */
export type KeyUse = Pick<AccountScope, "accountId" | "keyId" | "organizations" | "scopes">

/** What the holder of a key may read. */
export interface DataAccess {
  readonly account: AccountScope
  /** Null if no connection was requested, or if the account has no such connection or has deleted it. */
  readonly connection: ConnectionScope | null
}

/** What a query behind a check of access found. */
export interface Guarded<Row> {
  readonly access: DataAccess
  /** What the query says about the records, whether or not it found any; null if it says nothing. */
  readonly about: unknown
  /** None if there is no connection to read. */
  readonly rows: ReadonlyArray<Row>
}

/** Accounts and their API keys. */
export class Keys extends Context.Tag("@tributary/runtime-http/Keys")<
  Keys,
  StoredKeys.StoredKeys & {
    /** Creates an account in the region of this deployment; returns its id. */
    readonly createAccount: (name: string) => Effect.Effect<string, SqlError>
    /** The id of the oldest account of this name in the region; null if there is none. */
    readonly findAccount: (name: string) => Effect.Effect<string | null, SqlError>
    /** Whether this region has the account. */
    readonly hasAccount: (accountId: string) => Effect.Effect<boolean, SqlError>
    /**
     * Whether the key has the right form and was valid during the last seconds. Reads all keys at once, and not again for five seconds, so
     * it costs the same for any number of guesses.
     */
    readonly isKnown: (key: Redacted.Redacted) => Effect.Effect<boolean, SqlError>
    /**
     * The key, or that of the claim, and its account, if it was valid when it was used last: it may have been revoked since, so this says under which names to count a
     * request, and what it is limited to, but not whether it gives access. Null if this process has not seen the key for long.
     */
    readonly lastUseOf: (of: Redacted.Redacted | ConnectionClaim) => KeyUse | null
    /** Also records the time of use, in the background and at most once a minute. */
    readonly authenticate: (key: Redacted.Redacted) => Effect.Effect<AccountScope, RefusedKey | SqlError>
    /** Like `authenticate`, and looks up the connection in the same query; every connection that is not DELETED is readable. */
    readonly open: (
      key: Redacted.Redacted,
      connectionId: string | null
    ) => Effect.Effect<DataAccess, RefusedKey | SqlError>
    /** What a key and a connection's id ask for, for `openWith`; null if no key has this form. Needs no request and no query. */
    readonly claim: (key: Redacted.Redacted, connectionId: string) => ConnectionClaim | null
    /** Whose share of the database the claim's statements take: the account that its key had when it was used last; a name of its own for a key that is not known. */
    readonly payerOf: (claim: ConnectionClaim) => string
    /** Like `open`, and runs a query for records of the connection, in the same statement; its first parameter is the connection. */
    readonly openWith: <Row extends ReadonlyArray<unknown>>(
      claim: ConnectionClaim,
      query: AccessScope.ConnectionQuery,
      values: ReadonlyArray<unknown>
    ) => Effect.Effect<Guarded<Row>, RefusedKey | SqlError>
  }
>() {}

/** The form of keys from `create`; any other text is refused without a query. */
const KEY_PATTERN = /^trib_[\w-]{43}$/

/** Who pays for the statements of operators: together they have the share of one account, and take nothing of that of another. */
export const OPERATORS = "operators"

/** How many keys a process remembers the ids of. */
const MAX_REMEMBERED = 10_000

/** The region of an installation that has only one. */
export const DEFAULT_REGION = "default"

/** Reads and writes accounts and keys of one region. */
export const make = (
  region: string = DEFAULT_REGION
): Effect.Effect<Keys["Type"], never, Database | SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const scope = yield* Effect.scope
    const database = yield* Database
    const shares = yield* DatabaseShares

    const createAccount = (name: string) =>
      Effect.gen(function* () {
        const id = randomUUID()
        yield* sql`insert into account ${sql.insert({ id, name, region })}`
        yield* AuditTrail.note(sql, { action: "account.create", accountId: id })
        return id
      }).pipe(sql.withTransaction)

    const findAccount = (name: string) =>
      sql<{ readonly id: string }>`
      select id from account where name = ${name} and region = ${region}
      order by created_at, id limit 1`.pipe(Effect.map(([row]) => row?.id ?? null))

    const hasAccount = (accountId: string) =>
      isUuid(accountId)
        ? Effect.map(
            sql`select id from account where id = ${accountId} and region = ${region}`,
            (rows) => rows.length > 0
          )
        : Effect.succeed(false)

    const stored = StoredKeys.make(sql)

    const { touch: recordUse } = KeyTable.make(sql, StoredKeys.table)
    const touch = (keyId: string) => Effect.forkIn(recordUse(keyId), scope)

    /** Keys that were valid, by their hashes. */
    const remembered = new Map<string, KeyUse>()

    const remember = (keyHash: Buffer, known: KeyUse) => {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(keyHash.toString("latin1"), known)
    }

    const refuse = <E extends RefusedKey>(keyHash: Buffer, why: E): Effect.Effect<never, E> => {
      remembered.delete(keyHash.toString("latin1"))
      return Effect.fail(why)
    }

    const knownOf = (keyHash: Buffer) => remembered.get(keyHash.toString("latin1"))

    const lastUseOf: Keys["Type"]["lastUseOf"] = (of) => {
      if (!Redacted.isRedacted(of)) return knownOf(of.keyHash) ?? null
      const text = Redacted.value(of)
      return KEY_PATTERN.test(text) ? (knownOf(hashOf(text)) ?? null) : null
    }

    const payerOfKey = (keyHash: Buffer) => knownOf(keyHash)?.accountId ?? keyHash.toString("hex")

    const payerOf: Keys["Type"]["payerOf"] = ({ isOfOperator, keyHash }) =>
      isOfOperator ? OPERATORS : payerOfKey(keyHash)

    /** The database for requests for which this account pays. */
    const paidBy = (payer: string): Context.Tag.Service<Database> => ({ ...database, turns: shares.turnsOf(payer) })

    /** What the row of a key gives access to; also records the time of use. */
    const admitted = <A>(
      keyHash: Buffer,
      row: AccessScope.AccessRow,
      found: (access: DataAccess) => A
    ): Effect.Effect<A, ExpiredKey> => {
      const [keyId, accountId, isStale, connectionId, vendor, isExpired] = row
      if (isExpired) return refuse(keyHash, new ExpiredKey())
      const account = accountScope(accountId, keyId, AccessScope.limitsOf(row))
      remember(keyHash, account)
      const connection =
        connectionId === null || vendor === null ? null : connectionScope(account, connectionId, vendor)
      const result = Effect.succeed(found({ account, connection }))
      return isStale ? Effect.zipRight(touch(keyId), result) : result
    }

    /** The same for the key of an operator, which is of no account; `OperatorKeys` records its use. */
    const admittedOperator = <A>(
      [keyId, accountId, , connectionId, vendor, isExpired]: AccessScope.AccessRow,
      found: (access: DataAccess) => A
    ): Effect.Effect<A, ExpiredKey> => {
      if (isExpired) return Effect.fail(new ExpiredKey())
      const account = accountScope(accountId ?? "", keyId, AccessScope.UNLIMITED)
      const connection =
        connectionId === null || vendor === null ? null : connectionScope(account, connectionId, vendor)
      return Effect.succeed(found({ account, connection }))
    }

    const open: Keys["Type"]["open"] = (key, connectionId) => {
      const text = Redacted.value(key)
      if (!KEY_PATTERN.test(text)) return Effect.fail(new InvalidKey())
      const wanted = connectionId !== null && isUuid(connectionId) ? connectionId : null
      const keyHash = hashOf(text)
      return Fiberless.flatMap(
        runNamed<AccessScope.AccessRow>(paidBy(payerOfKey(keyHash)), AccessScope.accessQuery, [
          keyHash,
          region,
          wanted
        ]),
        ([row]): Effect.Effect<DataAccess, RefusedKey> =>
          row === undefined ? refuse(keyHash, new InvalidKey()) : admitted(keyHash, row, (access) => access)
      )
    }

    const claim: Keys["Type"]["claim"] = (key, connectionId) => {
      const text = Redacted.value(key)
      return KEY_PATTERN.test(text) && isUuid(connectionId) ? connectionClaim(hashOf(text), connectionId) : null
    }

    const openWith: Keys["Type"]["openWith"] = <Row extends ReadonlyArray<unknown>>(
      claim: ConnectionClaim,
      query: AccessScope.ConnectionQuery,
      values: ReadonlyArray<unknown>
    ) => {
      const { connectionId, isOfOperator, keyHash } = claim
      const guarded = AccessScope.guardedQuery(query, isOfOperator)
      return Fiberless.flatMap(
        runNamed<Row>(paidBy(payerOf(claim)), guarded, [connectionId, ...values, keyHash, region]),
        (found): Effect.Effect<Guarded<Row>, RefusedKey> => {
          const head = AccessScope.headOf(found[0])
          if (head === null) return refuse(keyHash, new InvalidKey())
          const result = (access: DataAccess) => ({ access, about: head.about, rows: found.slice(1) })
          return isOfOperator ? admittedOperator(head.row, result) : admitted(keyHash, head.row, result)
        }
      )
    }

    const known = yield* KeyTable.knownWith(sql`
      select hash from api_key join account on account.id = api_key.account_id
      where revoked_at is null and not ${sql.literal(KeyTable.EXPIRED)} and region = ${region}`)

    const isKnown: Keys["Type"]["isKnown"] = (key) => {
      const text = Redacted.value(key)
      return KEY_PATTERN.test(text) ? known(text) : Effect.succeed(false)
    }

    const authenticate: Keys["Type"]["authenticate"] = (key) => Effect.map(open(key, null), ({ account }) => account)

    return Keys.of({
      createAccount,
      findAccount,
      hasAccount,
      ...stored,
      isKnown,
      lastUseOf,
      authenticate,
      open,
      claim,
      payerOf,
      openWith
    })
  })

/** Accounts and keys of an installation with a single region. */
export const layer: Layer.Layer<Keys, never, Database | SqlClient.SqlClient> = Layer.scoped(Keys, make())

/** Accounts and keys of one of several regions; keys of accounts in other regions are unknown here. */
export const layerIn = (region: string): Layer.Layer<Keys, never, Database | SqlClient.SqlClient> =>
  Layer.scoped(Keys, make(region))
