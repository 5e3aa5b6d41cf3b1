import { Effect } from "effect"
import type pg from "pg"
import type { NamedQuery } from "../../../src/store/postgres/Database.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as Partitions from "../Partitions.js"

type Values = ReadonlyArray<string | number | null>

/** What statements say of a query that is prepared as `explained`, row by row; `execute` runs it with these values. */
const told = (query: NamedQuery, values: Values, mode: string, statements: (execute: string) => string) =>
  Effect.flatMap(Database, ({ pool }) =>
    Effect.promise(async () => {
      // One round trip; a statement that fails leaves an aborted transaction, so the pool replaces the connection.
      const client = await pool.connect()
      try {
        const results: unknown = await client.query(`
          begin;
          set local plan_cache_mode = ${mode};
          prepare explained as ${query.text};
          ${statements(`execute explained (${values.map(Partitions.literal).join(", ")})`)};
          deallocate explained;
          commit`)
        client.release()
        // One result for each statement.
        const rows = (results as ReadonlyArray<pg.QueryResult>).flatMap((result) => result.rows)
        return rows.map((row): unknown => row["QUERY PLAN"])
      } catch (error) {
        client.release(true)
        throw error
      }
    })
  )

const explained = (query: NamedQuery, values: Values, mode: string, options: string) =>
  told(query, values, mode, (execute) => `explain (${options}) ${execute}`)

/** The plan of a query: the one for all values with `force_generic_plan`, or the one for these values with `force_custom_plan`. */
export const explain = (query: NamedQuery, values: Values, mode: string) =>
  Effect.flatMap(explained(query, values, mode, "costs off"), (rows) => Partitions.named(rows.map(String).join("\n")))

/** How many pages of 8 kB the query reads, from memory or not, with the plan for all values. */
export const pagesRead = (query: NamedQuery, values: Values) =>
  Effect.map(explained(query, values, "force_generic_plan", "analyze, buffers, timing off, format json"), ([plan]) => {
    const [{ Plan }] = plan as readonly [{ readonly Plan: Readonly<Record<string, number>> }]
    return (Plan["Shared Hit Blocks"] ?? 0) + (Plan["Shared Read Blocks"] ?? 0)
  })

/** The names of the indexes that a plan uses. */
export const indexes = (plan: string): ReadonlyArray<string> =>
  [...new Set(plan.match(/(?<=using |Bitmap Index Scan on )\w+/g))].toSorted()
