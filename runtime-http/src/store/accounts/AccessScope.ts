/**
 * Who may read what. Every query of the store takes one of these values, and nothing outside the store can make one:
 * `Keys.authenticate` makes an account's, `Keys.open` a connection's.
 */
const seal: unique symbol = Symbol("Access")

/** An account whose key was verified. */
export interface AccountScope {
  readonly [seal]: "account"
  readonly accountId: string
  readonly keyId: string
}

/** A readable connection of a verified account. */
export interface ConnectionScope {
  readonly [seal]: "connection"
  readonly accountId: string
  readonly connectionId: string
  readonly vendor: string
}

/** For `Keys` alone. */
export const accountScope = (accountId: string, keyId: string): AccountScope => ({
  [seal]: "account",
  accountId,
  keyId
})

/** For `Keys` alone. */
export const connectionScope = (accountId: string, connectionId: string, vendor: string): ConnectionScope => ({
  [seal]: "connection",
  accountId,
  connectionId,
  vendor
})

const hasSeal = (value: unknown, kind: "account" | "connection"): boolean =>
  typeof value === "object" && value !== null && seal in value && value[seal] === kind

/** Tells what `accountScope` made from everything else. */
export const isAccountScope = (value: unknown): value is AccountScope => hasSeal(value, "account")

/** Tells what `connectionScope` made from everything else. */
export const isConnectionScope = (value: unknown): value is ConnectionScope => hasSeal(value, "connection")
