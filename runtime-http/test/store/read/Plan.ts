import { Effect } from "effect"
import pg from "pg"
import { Database } from "../../../src/store/postgres/Database.js"
import type { NamedQuery } from "../../../src/store/postgres/NamedQuery.js"

/** The plan of a query: the one for all values with `force_generic_plan`, or the one for these values with `force_custom_plan`. */
export const explain = (query: NamedQuery, values: ReadonlyArray<string | number | null>, mode: string) =>
  Effect.flatMap(Database, ({ pool }) =>
    Effect.promise(async () => {
      const literals = values.map((value) => (typeof value === "string" ? pg.escapeLiteral(value) : String(value)))
      // One round trip; a statement that fails leaves an aborted transaction, so the pool replaces the connection.
      const client = await pool.connect()
      try {
        const results: unknown = await client.query(`
          begin;
          set local plan_cache_mode = ${mode};
          prepare explained as ${query.text};
          explain (costs off) execute explained (${literals.join(", ")});
          deallocate explained;
          commit`)
        client.release()
        // One result for each statement.
        const rows = (results as ReadonlyArray<pg.QueryResult>).flatMap((result) => result.rows)
        return rows.map((row) => String(row["QUERY PLAN"])).join("\n")
      } catch (error) {
        client.release(true)
        throw error
      }
    })
  )

/** The names of the indexes that a plan uses. */
export const indexes = (plan: string): ReadonlyArray<string> =>
  [...new Set(plan.match(/(?<=using |Bitmap Index Scan on )\w+/g))].toSorted()
