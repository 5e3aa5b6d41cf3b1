import { Data, Effect } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import { isDuplicate, isSqlError } from "../postgres/DatabaseFailure.js"

/** Another connection of the organization to the same vendor has the identifier. */
export class IdentifierTaken extends Data.TaggedError("IdentifierTaken")<{
  readonly vendor: string
  /** The id of the other connection. */
  readonly connectionId: string
}> {}

/** A change that wants an identifier. */
interface Wanted {
  readonly organizationId: string
  /** The vendor of a new connection, or the id of one that exists. */
  readonly of: { readonly vendor: string } | { readonly connectionId: string }
  readonly identifier: string | null
}

/** The unique index of identifiers. */
const CONSTRAINT = "connection_identifier"

const findOther = (sql: SqlClient.SqlClient, { identifier, of, organizationId }: Wanted) => {
  const vendor = "vendor" in of ? sql`${of.vendor}` : sql`(select vendor from connection where id = ${of.connectionId})`
  return sql<{ readonly id: string; readonly vendor: string }>`
    select id, vendor from connection
    where
      organization_id = ${organizationId} and vendor = ${vendor} and identifier = ${identifier} and state <> 'DELETED'
      and ${"vendor" in of ? sql`true` : sql`id <> ${of.connectionId}`}`
}

/** Names the connection that has the identifier, if that is why the transaction of `self` failed. */
export const naming =
  (sql: SqlClient.SqlClient) =>
  (wanted: Wanted) =>
  <A, E, R>(self: Effect.Effect<A, E | SqlError, R>): Effect.Effect<A, E | IdentifierTaken | SqlError, R> => {
    const attempt = (isLast: boolean): Effect.Effect<A, E | IdentifierTaken | SqlError, R> =>
      Effect.catchIf(
        self,
        (error): error is SqlError => isSqlError(error) && isDuplicate(error, CONSTRAINT),
        (error) =>
          Effect.flatMap(findOther(sql, wanted), ([other]): Effect.Effect<A, E | IdentifierTaken | SqlError, R> => {
            if (other !== undefined) return new IdentifierTaken({ vendor: other.vendor, connectionId: other.id })
            // It has been deleted since, so that the identifier is free.
            return isLast ? Effect.fail(error) : attempt(true)
          })
      )
    return attempt(false)
  }
