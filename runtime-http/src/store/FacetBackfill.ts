import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Facets, RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { isAtPlace, memoizedFacetKey, rowPlace, withoutFacets } from "./postgres/RecordTable.js"

/** Records per transaction; few, because the writers of their list wait meanwhile, and so that their JSON fits into memory. */
export const MAX_ROWS = 200

/** An arbitrary number that nothing else in the same database locks. */
const LOCK_KEY = 7_214_093_120

type Filling<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** A list with records without facets. */
interface List {
  readonly connectionId: string
  readonly kind: string
}

/** Each list costs one look-up in the index, however many records it has. */
const lists: Filling<ReadonlyArray<List>> = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe<List>(`
    with recursive list (connection_id, kind) as (
      (select connection_id, kind from record where ${withoutFacets} order by connection_id, kind limit 1)
      union all
      select next.connection_id, next.kind
      from
        list,
        lateral (
          select connection_id, kind
          from record
          where (connection_id, kind) > (list.connection_id, list.kind) and ${withoutFacets}
          order by connection_id, kind
          limit 1
        ) as next
    )
    select connection_id as "connectionId", kind from list`)
)

/**
 * Adds the facets of the next records of a list, and returns how many; null if another process is at it.
 *
 * It takes the write lock of the list, so that no writer changes these records meanwhile. Nothing that a reader sees changes: the records
 * keep their positions and times.
 */
const fillNext = ({ connectionId, kind: name }: List): Filling<number | null> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [free] = yield* sql<{ readonly isFree: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as "isFree"`
    const kind = RecordKind.table[name]
    if (free?.isFree !== true || kind === undefined) return null
    yield* sql`select 1 from record_counter where connection_id = ${connectionId} and kind = ${name} for update`
    const records = yield* sql<{ readonly id: string; readonly wire: string }>`
      select id, wire
      from record
      where connection_id = ${connectionId} and kind = ${name} and ${sql.literal(withoutFacets)}
      order by position
      limit ${MAX_ROWS}`
    if (records.length === 0) return 0
    const keyOf = memoizedFacetKey(connectionId, name)
    const rows = records.map(({ id, wire }) => ({
      id,
      facets: Facets.terms(kind.facets, JSON.parse(wire) as Readonly<Record<string, unknown>>).map(keyOf)
    }))
    yield* sql`
      update record
      set facets = found.facets
      from (
        select filled.facets, stored.*
        from
          jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as filled (id uuid, facets bigint[]),
          lateral (
            select ${sql.literal(rowPlace)}
            from record
            where connection_id = ${connectionId} and kind = ${name} and id = filled.id
            offset 0
          ) as stored
      ) as found
      where ${sql.literal(isAtPlace)}`
    return rows.length
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))

/**
 * Adds the facets to all records that an earlier release stored without them, and returns to how many.
 *
 * It uses small transactions and may stop after any of them: the next run finds the rest, and also what processes of the earlier release
 * have stored since. Of several processes that run it at once, one does the work. Until it is done, filters compare the JSON of these
 * records, which finds the same but takes longer.
 */
export const run: Filling<number> = Effect.gen(function* () {
  let total = 0
  for (const list of yield* lists) {
    for (;;) {
      const count = yield* fillNext(list)
      if (count === null) return total
      total += count
      if (count < MAX_ROWS) break
    }
  }
  return total
})
