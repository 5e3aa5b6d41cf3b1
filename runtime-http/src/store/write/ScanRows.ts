import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import { Effect } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as WriteTransaction from "./WriteTransaction.js"

/** The tables with rows of scans: the column of their primary key between the connection and the id, and the id as text. */
const tables = {
  scan_seen: { owner: "kind", id: "id::text" },
  missing_record: { owner: "kind", id: "id::text" },
  scan_parent: { owner: "extractor", id: "encode(id, 'hex')" }
} as const

/** How many rows one transaction forgets; it takes no lock that a reader waits for. */
const ROWS_AT_ONCE = 10_000

/**
 * Forgets rows of a kind or an extractor that fulfil the condition, in many small transactions.
 *
 * Each continues behind the last id of the one before: to begin at the first id each time would read all that is deleted already.
 */
export const forget = (
  lease: Lease,
  table: keyof typeof tables,
  owner: string,
  condition: (sql: SqlClient.SqlClient) => Fragment = (sql) => sql`true`
): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = tables[table]
    const id = sql.literal(columns.id)
    let after: string | null = null
    for (;;) {
      const rest: Fragment =
        after === null
          ? sql`true`
          : sql`id > ${table === "scan_parent" ? sql`decode(${after}, 'hex')` : sql`${after}::uuid`}`
      const [gone]: ReadonlyArray<{ readonly count: number; readonly last: string | null }> =
        yield* WriteTransaction.withLease(
          lease,
          sql<{ readonly count: number; readonly last: string | null }>`
            with gone as (
              delete from ${sql(table)}
              where ctid = any(array(
                select ctid from ${sql(table)}
                where connection_id = ${lease.connectionId} and ${sql(columns.owner)} = ${owner} and ${rest} and ${condition(sql)}
                order by id
                limit ${ROWS_AT_ONCE}
              ))
              returning ${id} as id
            )
            select count(*) as count, max(id collate "C") as last from gone`
        )
      if (gone === undefined || gone.last === null || gone.count < ROWS_AT_ONCE) return
      after = gone.last
    }
  })
