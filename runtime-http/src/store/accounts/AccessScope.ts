/*
 * Who may read what. Every query of the store takes a scope or a claim, and only the store creates them: `Keys.authenticate` makes the scope
 * of an account, `Keys.open` that of a connection, and `Keys.claim` a claim, which becomes a scope in the statement that also reads.
 */

/** Not exported, so no other module can construct a scope. */
const seal: unique symbol = Symbol("Access")

/** An account whose key was verified. */
export interface AccountScope {
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
}

/** Creates the scope of an account; only `Keys` may call it. */
export const accountScope = (accountId: string, keyId: string): AccountScope => ({
  [seal]: "account",
  accountId,
  keyId
})

/** Creates the scope of a connection; only `Keys` may call it. */
export const connectionScope = (
  { accountId, keyId }: AccountScope,
  connectionId: string,
  vendor: string
): ConnectionScope => ({
  [seal]: "connection",
  accountId,
  keyId,
  connectionId,
  vendor
})

/** Creates a claim; only `Keys` may call it. */
export const connectionClaim = (keyHash: Buffer, connectionId: string): ConnectionClaim => ({
  [seal]: "claim",
  keyHash,
  connectionId
})

const hasSeal = (value: unknown, kind: "account" | "connection"): boolean =>
  typeof value === "object" && value !== null && seal in value && value[seal] === kind

/** Whether `accountScope` created the value. */
export const isAccountScope = (value: unknown): value is AccountScope => hasSeal(value, "account")

/** Whether `connectionScope` created the value. */
export const isConnectionScope = (value: unknown): value is ConnectionScope => hasSeal(value, "connection")
