import type { Fragment, SqlClient } from "../../Sql.js"
import type { Subject } from "./Reach.js"

/** How many rows of a table an erasure has removed, or emptied of what they said. */
export interface ReceiptLine {
  readonly table: string
  readonly count: number
  /** When the last of them went, in ISO 8601. */
  readonly lastAt: string
}

/** A request to erase a customer, and what has left so far: ids and counts alone. */
export interface Erasure {
  readonly id: string
  readonly subject: Subject
  readonly accountId: string
  /** Null if the account is erased. */
  readonly organizationId: string | null
  /** Null unless a connection is erased. */
  readonly connectionId: string | null
  /** Instants are in ISO 8601. */
  readonly requestedAt: string
  /** Null before the first batch. */
  readonly begunAt: string | null
  /** Null as long as anything may be left. */
  readonly finishedAt: string | null
  /** One line for each table from which anything has left. */
  readonly receipt: ReadonlyArray<ReceiptLine>
}

/** The columns of `toErasure`. */
export interface ErasureRow {
  readonly id: string
  readonly subject: Subject
  readonly account_id: string
  readonly organization_id: string | null
  readonly connection_id: string | null
  readonly requested_at: Date
  readonly begun_at: Date | null
  readonly finished_at: Date | null
  readonly receipt: ReadonlyArray<ReceiptLine>
}

/** The columns of a row of `erasure`. */
export const columns = (sql: SqlClient.SqlClient): Fragment => sql`
  id, subject, account_id, organization_id, connection_id, requested_at, begun_at, finished_at,
  (
    select coalesce(
      json_agg(json_build_object('table', table_name, 'count', count, 'lastAt', last_at) order by table_name), '[]'
    )
    from erasure_receipt
    where erasure_id = erasure.id
  ) as receipt`

export const toErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  subject: row.subject,
  accountId: row.account_id,
  organizationId: row.organization_id,
  connectionId: row.connection_id,
  requestedAt: row.requested_at.toISOString(),
  begunAt: row.begun_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  receipt: row.receipt.map((line) => ({ ...line, lastAt: new Date(line.lastAt).toISOString() }))
})
