import { type Context, Effect } from "effect"
import * as Fiberless from "../../Fiberless.js"
import { SqlError } from "../../Sql.js"
import type { Database } from "./Database.js"

/** A hot query. Its text never changes, so that each connection prepares it only once. */
export interface NamedQuery {
  readonly name: string
  readonly text: string
}

/**
 * A parameter whose value the planner cannot see, such as the position where a page starts or a rare value.
 *
 * If it saw the value, it would find the plan for this value cheaper than the one for all values, and plan each run anew, which takes longer
 * than reading a page.
 */
export const unseen = (parameter: number, type: string): string => `(select $${parameter}::${type})`

/** A hot query with the values of its parameters. */
export interface Statement {
  readonly query: NamedQuery
  readonly values: ReadonlyArray<unknown>
}

/**
 * Runs a hot query outside any transaction. Rows are arrays, because naming the columns of each row would cost more than reading it.
 *
 * An interrupted caller stops waiting; the query itself runs on, at most until the statement timeout.
 */
export const run = <Row extends ReadonlyArray<unknown>>(
  { named, pool }: Context.Tag.Service<Database>,
  { name, text }: NamedQuery,
  values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  // A callback, because the promises of `pg` and Effect would double the cost of sending the query.
  Fiberless.async((resume) => {
    const config = { text, values: [...values], rowMode: "array" as const }
    pool.query<Array<unknown>>(named ? { ...config, name } : config, (cause: Error | null, result) => {
      resume(
        cause
          ? new SqlError({ cause, message: `The query ${name} failed` })
          : Effect.succeed(result.rows as unknown as ReadonlyArray<Row>)
      )
    })
  })
