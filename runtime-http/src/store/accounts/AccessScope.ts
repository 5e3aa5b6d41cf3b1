import type { NamedQuery } from "../postgres/Database.js"
import { EXPIRED, STALE } from "./KeyTable.js"

/*
 * Who may read what. Every query of the store takes a scope or a claim, and only the store creates them: `Keys.authenticate` makes the scope
 * of an account, `ConnectSessions.admit` one that is limited to an organization, `Keys.open` that of a connection, and `Keys.claim` a claim,
 * which becomes a scope in the statement that also reads.
 */

/** Not exported, so no other module can construct a scope. */
const seal: unique symbol = Symbol("Access")

/** What a key is limited to. A key never changes: another one is made instead. */
export interface KeyLimits {
  /** The names of what it may do, which the table of the API defines; null for everything. */
  readonly scopes: ReadonlyArray<string> | null
  /** The ids of the organizations that exist for it; null for all of its account. */
  readonly organizations: ReadonlyArray<string> | null
}

/** The limits of a key that may do everything in its account. */
export const UNLIMITED: KeyLimits = { scopes: null, organizations: null }

/** An account whose key was verified, and what the key is limited to. */
export interface AccountScope extends KeyLimits {
  readonly [seal]: "account"
  readonly accountId: string
  readonly keyId: string
}

/** A connection that a verified account may read. */
export interface ConnectionScope {
  readonly [seal]: "connection"
  readonly accountId: string
  /** The key with which the account was verified. */
  readonly keyId: string
  /** To which organizations the key is limited; null if it is not. */
  readonly organizations: KeyLimits["organizations"]
  readonly connectionId: string
  readonly vendor: string
}

/**
 * A connection that the sender of a key wants to read. Nothing is known of either yet: `Keys.openWith` reads records only if the key is valid
 * and the connection belongs to its account, in one statement.
 */
export interface ConnectionClaim {
  readonly [seal]: "claim"
  readonly keyHash: Buffer
  readonly connectionId: string
  /** Whether the key is that of an operator, who needs the right to read records. */
  readonly isOfOperator: boolean
}

/** Creates the scope of an account; only `Keys` and `ConnectSessions` may call it. */
export const accountScope = (accountId: string, keyId: string, { organizations, scopes }: KeyLimits): AccountScope => ({
  [seal]: "account",
  accountId,
  keyId,
  scopes,
  organizations
})

/** Creates the scope of a connection; only `Keys` may call it. */
export const connectionScope = (
  { accountId, keyId, organizations }: Pick<AccountScope, "accountId" | "keyId" | "organizations">,
  connectionId: string,
  vendor: string
): ConnectionScope => ({
  [seal]: "connection",
  accountId,
  keyId,
  organizations,
  connectionId,
  vendor
})

/** Creates a claim; only `Keys` and `OperatorKeys` may call it. */
export const connectionClaim = (keyHash: Buffer, connectionId: string, isOfOperator = false): ConnectionClaim => ({
  [seal]: "claim",
  keyHash,
  connectionId,
  isOfOperator
})

const hasSeal = (value: unknown, kind: "account" | "connection"): boolean =>
  typeof value === "object" && value !== null && seal in value && value[seal] === kind

/** Whether `accountScope` created the value. */
export const isAccountScope = (value: unknown): value is AccountScope => hasSeal(value, "account")

/** Whether `connectionScope` created the value. */
export const isConnectionScope = (value: unknown): value is ConnectionScope => hasSeal(value, "connection")

/**
 * The key with this hash, if it is not revoked and of this region, and the connection with this id, if the account of the key has it and the
 * key is not limited to other organizations. An expired key gets no connection.
 */
const access = (hash: string, region: string, connection: string): string => `
      select
        api_key.id as key_id, api_key.account_id, ${STALE} as is_stale, connection.id as connection_id, connection.vendor,
        ${EXPIRED} as is_expired,
        array_to_string(scopes, ' ') as scopes, array_to_string(organization_ids, ' ') as organizations
      from
        api_key
        join account on account.id = api_key.account_id
        left join connection
          on
            connection.id = ${connection} and connection.account_id = api_key.account_id and connection.state <> 'DELETED'
            and (organization_ids is null or connection.organization_id = any (organization_ids))
            and not ${EXPIRED}
      where hash = ${hash} and revoked_at is null and region = ${region}`

/**
 * The same for the key of an operator, who may read the connection of any account of the region, but only with the right to read records. The
 * account is that of the connection; null if there is no connection to read.
 */
const operatorAccess = (hash: string, region: string, connection: string): string => `
      select
        operator_key.id as key_id, account.id as account_id, false as is_stale, connection.id as connection_id, connection.vendor,
        ${EXPIRED} as is_expired, null as scopes, null as organizations
      from
        operator_key
        left join (connection join account on account.id = connection.account_id and region = ${region})
          on connection.id = ${connection} and connection.state <> 'DELETED' and may_read_records and not ${EXPIRED}
      where hash = ${hash} and revoked_at is null`

/** What the store knows of a key that is not revoked. */
export type AccessRow = readonly [
  keyId: string,
  accountId: string,
  isStale: boolean,
  /** Null if no connection was requested, or if the account has no such connection or has deleted it. */
  connectionId: string | null,
  vendor: string | null,
  isExpired: boolean,
  /** With spaces between them; null for all. */
  scopes: string | null,
  /** Ids, with spaces between them; null for all. */
  organizations: string | null
]

const wordsOf = (text: string | null): ReadonlyArray<string> | null => (text === null ? null : text.split(" "))

/** What the key of a row is limited to. */
export const limitsOf = ([, , , , , , scopes, organizations]: AccessRow): KeyLimits =>
  scopes === null && organizations === null
    ? UNLIMITED
    : { scopes: wordsOf(scopes), organizations: wordsOf(organizations) }

/** The check of access by itself. $1 is the key's hash, $2 the region, $3 the connection's id or null. */
export const accessQuery: NamedQuery = { name: "api_key_by_hash", text: access("$1", "$2", "$3") }

/** A query for records of one connection, whose id is $1. The first column of its rows is a text. */
export interface ConnectionQuery extends NamedQuery {
  /** How many columns its rows have. */
  readonly columns: number
  /** A JSON value that the same statement reads, whether or not the query finds rows; null if absent. It may use `access.connection_id`. */
  readonly about?: string
}

const parametersOf = (text: string): number =>
  Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))

const guarded = ({ about = "null::json", columns, name, text }: ConnectionQuery, isOfOperator: boolean): NamedQuery => {
  const parameters = parametersOf(text)
  const accessOf = isOfOperator ? operatorAccess : access
  return {
    name: isOfOperator ? `${name}_for_operator` : `${name}_guarded`,
    text: `
    with access as materialized (${accessOf(`$${parameters + 1}`, `$${parameters + 2}`, "$1")}
    )
    select json_build_object(
      'row', json_build_array(
        key_id, account_id, is_stale, connection_id, vendor, is_expired, scopes, organizations
      ),
      'about', ${about}
    )::text${", null".repeat(columns - 1)}
    from access
    union all
    select records.*
    from (${text}
    ) as records
    where exists (select from access where connection_id is not null)`
  }
}

/** By the name of the query, because some are made for each request. */
const made = new Map<string, NamedQuery>()

/**
 * The query behind the check of access, as one statement. Its rows come only if the key is valid and the connection $1 belongs to the key's
 * account; two parameters follow its own, the key's hash and the region. A row with a head comes before them if the key is valid.
 */
export const guardedQuery = (query: ConnectionQuery, isOfOperator = false): NamedQuery => {
  const key = isOfOperator ? `${query.name} for an operator` : query.name
  const kept = made.get(key) ?? guarded(query, isOfOperator)
  made.set(key, kept)
  return query.maxSecs === undefined ? kept : { ...kept, maxSecs: query.maxSecs }
}

/** What the head of a guarded query says. */
export interface Head {
  readonly row: AccessRow
  readonly about: unknown
}

/** The head, which is in the first row of a guarded query; null if there is none. */
export const headOf = (first: ReadonlyArray<unknown> | undefined): Head | null =>
  first === undefined ? null : (JSON.parse(String(first[0])) as Head)
