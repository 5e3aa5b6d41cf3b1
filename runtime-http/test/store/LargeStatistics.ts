import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** How many records the planner is to expect. */
const RECORDS = 10_000_000

/**
 * Makes the planner expect 10,000,000 records; call it after `analyze`, with autovacuum off.
 *
 * Postgres takes the number of pages from the file, and the rows of a page from the statistics, so each page is to have more rows. That makes reading
 * the whole table look cheaper than it is: a plan that avoids it here avoids it all the more in a table with as many pages.
 */
export const expected = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    with
      stored as (
        select pg_class.oid, reltuples
        from pg_class left join pg_inherits on inhrelid = pg_class.oid
        where
          coalesce(inhparent, pg_class.oid) = 'record'::regclass
          and relkind in ('r', 'p') and reltuples > 0
      ),
      parts as (select sum(reltuples) as rows from stored where oid <> 'record'::regclass),
      size as (select coalesce((select rows from parts), (select reltuples from stored)) as rows)
    update pg_class
    set reltuples = reltuples * ${RECORDS}::int / (select rows from size)
    where
      oid in (select oid from stored)
      or oid in (select indexrelid from pg_index where indrelid in (select oid from stored) and reltuples > 0)`
  const [plan] = yield* sql<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: { "Plan Rows": number } }> }>`
    explain (format json) select * from record`
  const rows = plan?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0
  if (Math.abs(rows / RECORDS - 1) > 0.01) throw new Error(`Postgres expects ${rows} records instead of ${RECORDS}.`)
})
