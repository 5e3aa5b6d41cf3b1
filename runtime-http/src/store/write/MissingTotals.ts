import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { instant } from "../postgres/Instant.js"
import { atEnd } from "../postgres/Transaction.js"
import type { MissingCounts } from "./MissingRecords.js"

/*
 * How many records of a kind scans miss that are neither deleted nor held back yet, for the status of the connection. They are counted by
 * each sweep, because to count them at each request could take seconds.
 */

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** Forgets these kinds. */
export const clear = (connectionId: string, kinds: ReadonlyArray<string>): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    atEnd(sql`delete from missing_total where connection_id = ${connectionId} and kind in ${sql.in(kinds)}`)
  )

/** Replaces what is known of a kind. */
export const set = (
  connectionId: string,
  kind: string,
  { since, unproven }: Pick<MissingCounts, "since" | "unproven">
): Sql<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (unproven === 0) return yield* clear(connectionId, [kind])
    yield* atEnd(sql`
      insert into missing_total (connection_id, kind, count, since)
      values (${connectionId}, ${kind}, ${unproven}, ${instant(sql, since)})
      on conflict (connection_id, kind) do update set count = excluded.count, since = excluded.since`)
  })

/** Subtracts records that are no longer missing. */
export const subtract = (connectionId: string, kind: string, records: number): Sql<void> =>
  Effect.gen(function* () {
    if (records === 0) return
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      update missing_total set count = count - ${records}
      where connection_id = ${connectionId} and kind = ${kind}`
    yield* sql`delete from missing_total where connection_id = ${connectionId} and kind = ${kind} and count <= 0`
  })
