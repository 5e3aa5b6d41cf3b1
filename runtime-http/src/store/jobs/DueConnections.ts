import { Effect } from "effect"
import type { Fragment, SqlClient, SqlError } from "../../Sql.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"

/** A connection whose next outbound job is due. */
export interface DueConnection {
  readonly accountId: string
  readonly connectionId: string
}

const isOpen = (sql: SqlClient.SqlClient): Fragment => sql`status in ('QUEUED', 'RUNNING')`

/** The accounts that have open jobs, each with the time of its next one; reads as many rows as there are accounts. */
const accounts = (sql: SqlClient.SqlClient): Fragment => sql`
  account as (
    (select account_id, due_at from outbound_job where ${isOpen(sql)} order by account_id, due_at limit 1)
    union all
    select next.account_id, next.due_at
    from
      account,
      lateral (
        select account_id, due_at
        from outbound_job
        where ${isOpen(sql)} and account_id > account.account_id
        order by account_id, due_at
        limit 1
      ) as next
  )`

/**
 * In how many milliseconds the first open job will be due; not above 0 if one is due that has to wait for its connection. Null if there is
 * none.
 */
export const dueIn = (sql: SqlClient.SqlClient): Effect.Effect<number | null, SqlError> =>
  sql<{ readonly millis: number | null }>`
    /* outbound_due_in */
    with recursive ${accounts(sql)}
    select (extract(epoch from min(due_at) - statement_timestamp()) * 1000)::float8 as millis
    from account`.pipe(Effect.map(([row]) => row?.millis ?? null))

/**
 * Finds the connections whose next outbound job is due.
 *
 * It steps from account to account that has open jobs, and within those that are due from connection to connection, so that it reads as
 * many rows as there are of them, however many jobs wait. The jobs of a deleted connection are due, because they have to end. Those
 * of a stopped connector wait.
 */
export const find = (
  sql: SqlClient.SqlClient,
  versions: StoppedConnectors.LoadedVersions["Type"]
): Effect.Effect<ReadonlyArray<DueConnection>, SqlError> => {
  // Not `due_at <= clock_timestamp()`: it is volatile, so the index would not bound what the query reads.
  return sql<DueConnection>`
    /* outbound_due */
    with recursive ${accounts(sql)}
    select account.account_id as "accountId", own.connection_id as "connectionId"
    from
      account,
      lateral (
        with recursive own as (
          (
            select connection_id, due_at
            from outbound_job
            where ${isOpen(sql)} and account_id = account.account_id
            order by connection_id, due_at
            limit 1
          )
          union all
          select next.connection_id, next.due_at
          from
            own,
            lateral (
              select connection_id, due_at
              from outbound_job
              where ${isOpen(sql)} and account_id = account.account_id and connection_id > own.connection_id
              order by connection_id, due_at
              limit 1
            ) as next
        )
        select connection_id from own where due_at <= statement_timestamp()
      ) as own
    join connection on connection.id = own.connection_id and connection.state in ('ACTIVE', 'DELETED')
    where
      account.due_at <= statement_timestamp()
      and (connection.state = 'DELETED' or ${StoppedConnectors.isUsable(sql, versions, sql`connection.vendor`)})`
}
