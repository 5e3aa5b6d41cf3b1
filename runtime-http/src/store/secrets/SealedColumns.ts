/** A column whose values are sealed by the vault. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The column of the table that identifies a row, a UUID. */
  readonly id: string
  /** The column with the id of the connection, or of the webhook, that a value opens for. */
  readonly connection: string
  /** A condition that every row with a sealed value meets; an index knows it if few rows of the table do. */
  readonly where: string
  /** What the values are, as a heading. */
  readonly title: string
  /** What one value is, with the id of its row behind it. */
  readonly one: string
  /** So many values. */
  readonly counted: (count: number) => string
}

/**
 * Every column with sealed values: what counts them by key, and puts them under another key, reads this table. A test compares it with the
 * schema, so that a later column is not forgotten.
 */
export const all: ReadonlyArray<SealedColumn> = [
  {
    table: "connection",
    column: "credentials",
    id: "id",
    connection: "id",
    where: "credentials is not null",
    title: "CREDENTIALS",
    one: "the credentials of connection",
    counted: (count) => `the credentials of ${count} ${count === 1 ? "connection" : "connections"}`
  },
  {
    table: "consent",
    column: "tokens",
    id: "id",
    connection: "connection_id",
    where: "tokens is not null",
    title: "CONSENT TOKENS",
    one: "the tokens of consent",
    counted: (count) => `the tokens of ${count} ${count === 1 ? "consent" : "consents"}`
  },
  {
    table: "outbound_job",
    column: "payload",
    id: "id",
    connection: "connection_id",
    where: "status in ('QUEUED', 'RUNNING')",
    title: "QUEUED PAYLOADS",
    one: "the payload of outbound job",
    counted: (count) => `the payloads of ${count} outbound ${count === 1 ? "job" : "jobs"}`
  },
  {
    table: "webhook_secret",
    column: "secret",
    id: "id",
    connection: "webhook_id",
    where: "secret is not null",
    title: "WEBHOOK SECRETS",
    one: "the webhook secret",
    counted: (count) => `${count} webhook ${count === 1 ? "secret" : "secrets"}`
  }
]

/** The name of a column, such as `connection.credentials`. */
export const nameOf = ({ column, table }: SealedColumn): string => `${table}.${column}`
