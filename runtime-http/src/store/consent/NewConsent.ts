import type { Connection } from "@tributary/core"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"

/** A consent that a customer has to give before the connection can be ACTIVE. */
export interface NewConsent {
  readonly id: string
  /** Where the browser goes afterwards; null for a page of this service. */
  readonly returnUrl: string | null
}

/** Stores which credential fields count from the next consent on, if a change enters any; the caller holds the transaction that changes the connection. */
export const enter = (
  sql: SqlClient.SqlClient,
  before: { readonly id: string; readonly shown_credentials: string | null },
  entered: Connection["credentials"] | undefined
): Effect.Effect<void, SqlError> => {
  if (entered === undefined) return Effect.void
  const fields = JSON.stringify(entered)
  const next = fields === before.shown_credentials ? null : fields
  return Effect.asVoid(sql`update consent set next_fields = ${next} where connection_id = ${before.id}`)
}

/** Stores that a new connection waits for a consent; the caller holds the transaction that creates the connection. */
export const insert = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  { id, returnUrl }: NewConsent
): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql`insert into consent ${sql.insert({ id, connection_id: connectionId, return_url: returnUrl })}`)
