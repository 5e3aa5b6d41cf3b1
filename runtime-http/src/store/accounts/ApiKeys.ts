import { hash, randomBytes, randomUUID } from "node:crypto"
import { MonotonicTime } from "@tributary/core"
import { Context, Data, Duration, Effect, Layer, Redacted, type Scope } from "effect"
import * as Fiberless from "../../Fiberless.js"
import { SqlClient, type SqlError } from "../../Sql.js"
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

/** The key is unknown or revoked. */
export class InvalidKey extends Data.TaggedError("InvalidKey") {}

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

/** What may be shown of a key: everything but the key itself. */
export interface KeyInfo {
  readonly id: string
  readonly label: string
  readonly createdAt: string
  /** Accurate to the minute; null if the key was never used. */
  readonly lastUsedAt: string | null
  /** Null while the key is valid. */
  readonly revokedAt: string | null
}

/** Accounts and their API keys. */
export class Keys extends Context.Tag("@tributary/runtime-http/Keys")<
  Keys,
  {
    /** Creates an account in the region of this deployment; returns its id. */
    readonly createAccount: (name: string) => Effect.Effect<string, SqlError>
    /** The id of the oldest account of this name in the region; null if there is none. */
    readonly findAccount: (name: string) => Effect.Effect<string | null, SqlError>
    /** Whether this region has the account. */
    readonly hasAccount: (accountId: string) => Effect.Effect<boolean, SqlError>
    /** Creates a key of 256 random bits. The store keeps only a hash, so this is the only time the key is visible. */
    readonly create: (
      accountId: string,
      label: string
    ) => Effect.Effect<{ readonly id: string; readonly key: Redacted.Redacted }, SqlError>
    /** Oldest first, including revoked keys. */
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<KeyInfo>, SqlError>
    /** Returns false if there is no such key or it is already revoked. */
    readonly revoke: (keyId: string) => Effect.Effect<boolean, SqlError>
    /**
     * Whether the key has the right form and was valid during the last seconds. Reads all keys at once, and not again for five seconds, so
     * it costs the same for any number of guesses.
     */
    readonly isKnown: (key: Redacted.Redacted) => Effect.Effect<boolean, SqlError>
    /**
     * The key, or that of the claim, and its account, if it was valid when it was used last: it may have been revoked since, so this says under which names to count a
     * request, and nothing about what it may do. Null if this process has not seen the key for long.
     */
    readonly lastUseOf: (of: Redacted.Redacted | ConnectionClaim) => Pick<AccountScope, "accountId" | "keyId"> | null
    /** Also records the time of use, in the background and at most once a minute. */
    readonly authenticate: (key: Redacted.Redacted) => Effect.Effect<AccountScope, InvalidKey | SqlError>
    /** Like `authenticate`, and looks up the connection in the same query; every connection that is not DELETED is readable. */
    readonly open: (
      key: Redacted.Redacted,
      connectionId: string | null
    ) => Effect.Effect<DataAccess, InvalidKey | SqlError>
    /** What a key and a connection's id ask for, for `openWith`; null if no key has this form. Needs no request and no query. */
    readonly claim: (key: Redacted.Redacted, connectionId: string) => ConnectionClaim | null
    /** Whose share of the database the claim's statements take: the account that its key had when it was used last; a name of its own for a key that is not known. */
    readonly payerOf: (claim: ConnectionClaim) => string
    /** Like `open`, and runs a query for records of the connection, in the same statement; its first parameter is the connection. */
    readonly openWith: <Row extends ReadonlyArray<unknown>>(
      claim: ConnectionClaim,
      query: AccessScope.ConnectionQuery,
      values: ReadonlyArray<unknown>
    ) => Effect.Effect<Guarded<Row>, InvalidKey | SqlError>
  }
>() {}

/** How every key begins. */
export const KEY_PREFIX = "trib_"
const BYTES = 32
/** The form of keys from `create`; any other text is refused without a query. */
const KEY_PATTERN = /^trib_[\w-]{43}$/

/** How long `isKnown` uses what it has read. */
const KNOWN_FOR_MILLIS = 5_000

/** How many keys a process remembers the ids of. */
const MAX_REMEMBERED = 10_000

/** What the store keeps of a key. */
export const hashOf = (key: string): Buffer => hash("sha256", key, "buffer")

interface KeyRow {
  readonly id: string
  readonly label: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

const toInfo = (row: KeyRow): KeyInfo => ({
  id: row.id,
  label: row.label,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null
})

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
        return id
      })

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

    const create = (accountId: string, label: string) =>
      Effect.gen(function* () {
        const id = randomUUID()
        const key = KEY_PREFIX + randomBytes(BYTES).toString("base64url")
        yield* sql`insert into api_key ${sql.insert({ id, account_id: accountId, label, hash: hashOf(key) })}`
        return { id, key: Redacted.make(key) }
      })

    const list = (accountId: string) =>
      sql<KeyRow>`
      select id, label, created_at, last_used_at, revoked_at from api_key
      where account_id = ${accountId}
      order by created_at, id`.pipe(Effect.map((rows) => rows.map(toInfo)))

    const revoke = (keyId: string) =>
      isUuid(keyId)
        ? sql`
          update api_key set revoked_at = clock_timestamp()
          where id = ${keyId} and revoked_at is null
          returning id`.pipe(Effect.map((rows) => rows.length > 0))
        : Effect.succeed(false)

    // Several requests may see a stale time at once: the condition lets only one of their updates write.
    const touch = (keyId: string) =>
      sql`update api_key set last_used_at = clock_timestamp() where id = ${keyId} and ${sql.literal(AccessScope.STALE)}`.pipe(
        Effect.catchAllCause((cause) => Effect.logDebug("The last use of an API key could not be recorded.", cause)),
        Effect.forkIn(scope)
      )

    /** Keys that were valid, by their hashes. */
    const remembered = new Map<string, Pick<AccountScope, "accountId" | "keyId">>()

    const remember = (keyHash: Buffer, known: Pick<AccountScope, "accountId" | "keyId">) => {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(keyHash.toString("latin1"), known)
    }

    const forget = (keyHash: Buffer) => {
      remembered.delete(keyHash.toString("latin1"))
      return Effect.fail(new InvalidKey())
    }

    const knownOf = (keyHash: Buffer) => remembered.get(keyHash.toString("latin1"))

    const lastUseOf: Keys["Type"]["lastUseOf"] = (of) => {
      if (!Redacted.isRedacted(of)) return knownOf(of.keyHash) ?? null
      const text = Redacted.value(of)
      return KEY_PATTERN.test(text) ? (knownOf(hashOf(text)) ?? null) : null
    }

    const payerOfKey = (keyHash: Buffer) => knownOf(keyHash)?.accountId ?? keyHash.toString("hex")

    /** The database for a request with this key. */
    const paidBy = (keyHash: Buffer): Context.Tag.Service<Database> => ({
      ...database,
      turns: shares.turnsOf(payerOfKey(keyHash))
    })

    /** What the row of a key gives access to; also records the time of use. */
    const admitted = <A>(
      keyHash: Buffer,
      row: AccessScope.AccessRow,
      found: (access: DataAccess) => A
    ): Effect.Effect<A> => {
      const [keyId, accountId, isStale, connectionId, vendor] = row
      remember(keyHash, { accountId, keyId })
      const account = accountScope(accountId, keyId)
      const connection =
        connectionId === null || vendor === null ? null : connectionScope(account, connectionId, vendor)
      const result = Effect.succeed(found({ account, connection }))
      return isStale ? Effect.zipRight(touch(keyId), result) : result
    }

    const open: Keys["Type"]["open"] = (key, connectionId) => {
      const text = Redacted.value(key)
      if (!KEY_PATTERN.test(text)) return Effect.fail(new InvalidKey())
      const wanted = connectionId !== null && isUuid(connectionId) ? connectionId : null
      const keyHash = hashOf(text)
      return Fiberless.flatMap(
        runNamed<AccessScope.AccessRow>(paidBy(keyHash), AccessScope.accessQuery, [keyHash, region, wanted]),
        ([row]) => (row === undefined ? forget(keyHash) : admitted(keyHash, row, (access) => access))
      )
    }

    const claim: Keys["Type"]["claim"] = (key, connectionId) => {
      const text = Redacted.value(key)
      return KEY_PATTERN.test(text) && isUuid(connectionId) ? connectionClaim(hashOf(text), connectionId) : null
    }

    const payerOf: Keys["Type"]["payerOf"] = ({ keyHash }) => payerOfKey(keyHash)

    const openWith: Keys["Type"]["openWith"] = <Row extends ReadonlyArray<unknown>>(
      claim: ConnectionClaim,
      query: AccessScope.ConnectionQuery,
      values: ReadonlyArray<unknown>
    ) => {
      const { connectionId, keyHash } = claim
      return Fiberless.flatMap(
        runNamed<Row>(paidBy(keyHash), AccessScope.guardedQuery(query), [connectionId, ...values, keyHash, region]),
        (found) => {
          const head = AccessScope.headOf(found[0])
          const rows = found.slice(1)
          if (head === null) return forget(keyHash)
          const [keyId, accountId, isStale, connection, vendor, about] = head
          return admitted(keyHash, [keyId, accountId, isStale, connection, vendor], (access) => ({
            access,
            about,
            rows
          }))
        }
      )
    }

    // Not `cachedWithTTL`: it would keep them for another hour if somebody set the clock back by one.
    let readAt = Number.NEGATIVE_INFINITY
    const [cached, invalidate] = yield* Effect.cachedInvalidateWithTTL(
      Effect.map(
        sql<{ readonly hash: Buffer }>`
          select hash from api_key join account on account.id = api_key.account_id
          where revoked_at is null and region = ${region}`,
        (rows) => new Set(rows.map(({ hash }) => hash.toString("base64")))
      ),
      Duration.infinity
    )
    const known = Effect.flatMap(MonotonicTime.millis, (now) => {
      if (now - readAt < KNOWN_FOR_MILLIS) return cached
      readAt = now
      return Effect.zipRight(invalidate, cached)
    })

    const isKnown: Keys["Type"]["isKnown"] = (key) => {
      const text = Redacted.value(key)
      if (!KEY_PATTERN.test(text)) return Effect.succeed(false)
      return Effect.map(known, (hashes) => hashes.has(hashOf(text).toString("base64")))
    }

    const authenticate: Keys["Type"]["authenticate"] = (key) => Effect.map(open(key, null), ({ account }) => account)

    return Keys.of({
      createAccount,
      findAccount,
      hasAccount,
      create,
      list,
      revoke,
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
