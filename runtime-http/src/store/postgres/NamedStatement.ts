import type pg from "pg"

/** How a statement of `SqlClient` begins that has a name. */
const NAME = /^\s*\/\* (\w+) \*\//

/**
 * Lets a connection prepare only once each statement of `SqlClient` that begins with a name in a comment; planning it takes Postgres longer
 * than running it. A name stands for one text, so a statement whose text varies needs a name for each form; `pg` refuses a second text.
 *
 * Such a statement still takes part in transactions and traces, unlike a `NamedQuery`.
 */
export const prepare = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...parameters: ReadonlyArray<unknown>) => unknown
  const named = (text: unknown, values: unknown, ...rest: ReadonlyArray<unknown>) => {
    const name = typeof text === "string" && Array.isArray(values) ? NAME.exec(text)?.[1] : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
  Object.assign(client, { query: named })
}
