import { Data, Effect } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import { isDuplicate, isSqlError } from "../postgres/DatabaseFailure.js"

/** Another connection of the organization to the same vendor has the identifier. */
export class IdentifierTaken extends Data.TaggedError("IdentifierTaken")<{
  readonly vendor: string
  /** The id of the other connection. */
  readonly connectionId: string
}> {}

/** Names the connection that has the identifier, if that is why the transaction of `self` failed. */
export const naming =
  (sql: SqlClient.SqlClient) =>
  (wanted: {
    readonly organizationId: string
    /** The vendor of a new connection, or the id of one that exists. */
    readonly of: { readonly vendor: string } | { readonly connectionId: string }
    readonly identifier: string | null
  }) =>
  <A, E, R>(self: Effect.Effect<A, E | SqlError, R>): Effect.Effect<A, E | IdentifierTaken | SqlError, R> =>
    Effect.catchIf(
      self,
      (error): error is SqlError => isSqlError(error) && isDuplicate(error),
      () =>
        sql<{ readonly id: string; readonly vendor: string }>`
          select id, vendor from connection
          where
            organization_id = ${wanted.organizationId}
            and vendor = ${
              "vendor" in wanted.of
                ? wanted.of.vendor
                : sql`(select vendor from connection where id = ${wanted.of.connectionId})`
            }
            and identifier = ${wanted.identifier} and state <> 'DELETED'
            and ${"vendor" in wanted.of ? sql`true` : sql`id <> ${wanted.of.connectionId}`}`.pipe(
          Effect.flatMap(([other]): Effect.Effect<A, E | IdentifierTaken | SqlError, R> => {
            // It has been deleted since, so that the identifier is free.
            if (other === undefined) return self
            return new IdentifierTaken({ vendor: other.vendor, connectionId: other.id })
          })
        )
    )
