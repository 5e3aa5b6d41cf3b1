import type { Effect } from "effect"
import { Effect as Effects } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import { MAX_STATEMENT_SECS } from "../postgres/DatabaseShares.js"

/**
 * Ends the statements of an operator's request if one takes longer than those of any other request may: they read all accounts, and must not
 * keep a connection from them.
 */
export const limited = <A, E, R>(
  sql: SqlClient.SqlClient,
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R> =>
  sql.withTransaction(
    Effects.zipRight(sql`set local statement_timeout = ${sql.literal(String(MAX_STATEMENT_SECS * 1_000))}`, self)
  )
