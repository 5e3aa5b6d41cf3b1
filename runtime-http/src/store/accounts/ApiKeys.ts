import { createHash, randomBytes, randomUUID } from "node:crypto"
import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Data, Effect, Layer, Redacted, type Scope } from "effect"
import { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { isUuid } from "../postgres/Uuid.js"
import { type AccountScope, accountScope, type ConnectionScope, connectionScope } from "./AccessScope.js"

/** The key is unknown or revoked. */
export class InvalidKey extends Data.TaggedError("InvalidKey") {}

/** What the holder of a key may read. */
export interface DataAccess {
  readonly account: AccountScope
  /** Null if no connection was requested, or if the account has no such connection or has deleted it. */
  readonly connection: ConnectionScope | null
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
    readonly createAccount: (name: string) => Effect.Effect<string, SqlError.SqlError>
    /** Whether this region has the account. */
    readonly hasAccount: (accountId: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Creates a key of 256 random bits. The store keeps only a hash, so this is the only time the key is visible. */
    readonly create: (
      accountId: string,
      label: string
    ) => Effect.Effect<{ readonly id: string; readonly key: Redacted.Redacted }, SqlError.SqlError>
    /** Oldest first, including revoked keys. */
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<KeyInfo>, SqlError.SqlError>
    /** Returns false if there is no such key or it is already revoked. */
    readonly revoke: (keyId: string) => Effect.Effect<boolean, SqlError.SqlError>
    /**
     * Whether the key has the right form and was valid during the last seconds. Reads all keys at once, and not again for five seconds, so
     * it costs the same for any number of guesses.
     */
    readonly isKnown: (key: Redacted.Redacted) => Effect.Effect<boolean, SqlError.SqlError>
    /** Also records the time of use, in the background and at most once a minute. */
    readonly authenticate: (key: Redacted.Redacted) => Effect.Effect<AccountScope, InvalidKey | SqlError.SqlError>
    /** Like `authenticate`, and looks up the connection in the same query; every connection that is not DELETED is readable. */
    readonly open: (
      key: Redacted.Redacted,
      connectionId: string | null
    ) => Effect.Effect<DataAccess, InvalidKey | SqlError.SqlError>
  }
>() {}

const PREFIX = "trib_"
const BYTES = 32
/** The form of keys from `create`; any other text is refused without a query. */
const KEY_PATTERN = /^trib_[\w-]{43}$/

/** How long `isKnown` uses what it has read. */
const KNOWN_FOR = "5 seconds"

const hashOf = (key: string): Buffer => createHash("sha256").update(key).digest()

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

/** Whether the recorded time of use is older than a minute. */
const STALE = "(last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')"

/** A named query, because every request runs it. $1 is the key's hash, $2 the region, $3 the connection's id or null. */
const byHash: NamedQuery.NamedQuery = {
  name: "api_key_by_hash",
  text: `
    select api_key.id, api_key.account_id, ${STALE}, connection.id, connection.vendor
    from
      api_key
      join account on account.id = api_key.account_id
      left join connection
        on connection.id = $3 and connection.account_id = api_key.account_id and connection.state <> 'DELETED'
    where hash = $1 and revoked_at is null and region = $2`
}

type KeyAccess = readonly [
  id: string,
  accountId: string,
  isStale: boolean,
  connectionId: string | null,
  vendor: string | null
]

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

    const createAccount = (name: string) =>
      Effect.gen(function* () {
        const id = randomUUID()
        yield* sql`insert into account ${sql.insert({ id, name, region })}`
        return id
      })

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
        const key = PREFIX + randomBytes(BYTES).toString("base64url")
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
      sql`update api_key set last_used_at = clock_timestamp() where id = ${keyId} and ${sql.literal(STALE)}`.pipe(
        Effect.catchAllCause((cause) => Effect.logDebug("The last use of an API key could not be recorded.", cause)),
        Effect.forkIn(scope)
      )

    const open: Keys["Type"]["open"] = (key, connectionId) =>
      Effect.gen(function* () {
        const text = Redacted.value(key)
        if (!KEY_PATTERN.test(text)) return yield* new InvalidKey()
        const wanted = connectionId !== null && isUuid(connectionId) ? connectionId : null
        const [found] = yield* NamedQuery.run<KeyAccess>(database, byHash, [hashOf(text), region, wanted])
        if (found === undefined) return yield* new InvalidKey()
        const [id, accountId, isStale, readable, vendor] = found
        if (isStale) yield* touch(id)
        const account = accountScope(accountId, id)
        return {
          account,
          connection: readable === null || vendor === null ? null : connectionScope(account, readable, vendor)
        }
      })

    const known = yield* Effect.cachedWithTTL(
      Effect.map(
        sql<{ readonly hash: Buffer }>`
          select hash from api_key join account on account.id = api_key.account_id
          where revoked_at is null and region = ${region}`,
        (rows) => new Set(rows.map(({ hash }) => hash.toString("base64")))
      ),
      KNOWN_FOR
    )

    const isKnown: Keys["Type"]["isKnown"] = (key) => {
      const text = Redacted.value(key)
      if (!KEY_PATTERN.test(text)) return Effect.succeed(false)
      return Effect.map(known, (hashes) => hashes.has(hashOf(text).toString("base64")))
    }

    const authenticate: Keys["Type"]["authenticate"] = (key) => Effect.map(open(key, null), ({ account }) => account)

    return Keys.of({ createAccount, hasAccount, create, list, revoke, isKnown, authenticate, open })
  })

/** Accounts and keys of an installation with a single region. */
export const layer: Layer.Layer<Keys, never, Database | SqlClient.SqlClient> = Layer.scoped(Keys, make())

/** Accounts and keys of one of several regions; keys of accounts in other regions are unknown here. */
export const layerIn = (region: string): Layer.Layer<Keys, never, Database | SqlClient.SqlClient> =>
  Layer.scoped(Keys, make(region))
