import { Effect } from "effect"
import { Database } from "../../../src/store/postgres/Database.js"
import type { NamedQuery } from "../../../src/store/postgres/NamedQuery.js"

/** The plan of a query: the one for all values with `force_generic_plan`, or the one for these values with `force_custom_plan`. */
export const explain = (query: NamedQuery, values: ReadonlyArray<string | number>, mode: string) =>
  Effect.flatMap(Database, ({ pool }) =>
    Effect.promise(async () => {
      const client = await pool.connect()
      try {
        await client.query(`set plan_cache_mode = ${mode}`)
        await client.query(`prepare ${query.name} as ${query.text}`)
        const literals = values.map((value) => (typeof value === "number" ? value : client.escapeLiteral(value)))
        const { rows } = await client.query(`explain (costs off) execute ${query.name} (${literals.join(", ")})`)
        await client.query(`deallocate ${query.name}`)
        return rows.map((row) => String(row["QUERY PLAN"])).join("\n")
      } finally {
        client.release(true)
      }
    })
  )

/** The names of the indexes that a plan uses. */
export const indexes = (plan: string): ReadonlyArray<string> =>
  [...new Set(plan.match(/(?<=using |Bitmap Index Scan on )\w+/g))].toSorted()
