import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** How much statements read, whatever their plans are called. */
export interface Reads {
  /** Rows that sequential scans read. */
  readonly scanned: number
  /** Entries that index scans read. */
  readonly probed: number
}

const counters = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Reads>`
    select
      sum(pg_stat_get_xact_tuples_returned(oid)) filter (where relkind = 'r')::int as scanned,
      sum(pg_stat_get_xact_tuples_returned(oid)) filter (where relkind = 'i')::int as probed
    from pg_class
    where relnamespace = 'public'::regnamespace`
).pipe(Effect.map(([row]) => row ?? { scanned: 0, probed: 0 }))

/** How much an effect reads. It reads a whole table or index if no index bounds a query. */
export const of = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const before = yield* counters
        yield* self
        const after = yield* counters
        return { scanned: after.scanned - before.scanned, probed: after.probed - before.probed }
      })
    )
  )
