import { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import type { Database } from "./Database.js"

/** A hot query: its text never changes, so that a connection plans it once. */
export interface NamedQuery {
  readonly name: string
  readonly text: string
}

/**
 * Runs a hot query outside of any transaction; gives plain rows, since naming the columns of each would cost more than reading them.
 *
 * An interrupted caller no longer waits: the query ends by itself, within the statement timeout.
 */
export const run = <Row extends ReadonlyArray<unknown>>(
  { named, pool }: Context.Tag.Service<Database>,
  { name, text }: NamedQuery,
  values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  // With a callback: what `pg` and Effect make of a promise costs as much again as sending the query.
  Effect.async((resume) => {
    const config = { text, values: [...values], rowMode: "array" as const }
    pool.query<Array<unknown>>(named ? { ...config, name } : config, (cause: Error | null, result) => {
      resume(
        cause
          ? new SqlError({ cause, message: `The query ${name} failed` })
          : Effect.succeed(result.rows as unknown as ReadonlyArray<Row>)
      )
    })
  })
