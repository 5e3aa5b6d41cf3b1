import { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import type { Database } from "./Database.js"

/** A hot query: its text never changes, so that a connection plans it once. */
export interface PoolQuery {
  readonly name: string
  readonly text: string
}

/** Runs a hot query outside of any transaction; gives plain rows, since naming the columns of each would cost more than reading them. */
export const run = <Row extends ReadonlyArray<unknown>>(
  database: Context.Tag.Service<Database>,
  query: PoolQuery,
  values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  Effect.tryPromise({
    try: async () => {
      const { text } = query
      const config = { text, values: [...values], rowMode: "array" as const }
      const result = await database.pool.query<Array<unknown>>(
        database.named ? { ...config, name: query.name } : config
      )
      return result.rows as unknown as ReadonlyArray<Row>
    },
    catch: (cause) => new SqlError({ cause, message: `The query ${query.name} failed` })
  })
