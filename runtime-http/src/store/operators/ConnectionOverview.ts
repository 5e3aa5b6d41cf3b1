import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import type { ConnectionRow } from "../accounts/ConnectionRow.js"
import { STOPPED_HEALTH } from "../accounts/ConnectionRow.js"
import type { OffsetPage } from "../accounts/Organizations.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import * as PresentProblems from "../jobs/PresentProblems.js"
import { LoadedLists } from "../jobs/ReadLists.js"
import * as StatusFacts from "../jobs/StatusFacts.js"
import { LoadedVersions } from "../schedule/StoppedConnectors.js"
import * as ConnectionFilter from "./ConnectionFilter.js"
import { limited } from "./Statements.js"

/** A connection of any account, with what its status is made of. */
export interface SeenConnection {
  readonly id: string
  readonly accountId: string
  readonly accountName: string
  readonly organizationId: string
  readonly organizationName: string
  readonly identifier: string | null
  /** As its account sees it. */
  readonly health: ConnectionRow["health_name"]
  readonly createdAt: string
  readonly facts: StatusFacts.StatusFacts
}

/** Which entries of a list are wanted. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** The connections of all accounts. */
export class ConnectionOverview extends Context.Tag("@tributary/runtime-http/ConnectionOverview")<
  ConnectionOverview,
  {
    /** Oldest first. */
    readonly list: (
      filter: ConnectionFilter.ConnectionFilter,
      page: Page
    ) => Effect.Effect<OffsetPage<SeenConnection>, SqlError>
    /** Notes in the audit log of the account that the current actor has read records of a kind, which it is about to see. */
    readonly noteRead: (connectionId: string, kind: string) => Effect.Effect<void, SqlError>
  }
>() {}

interface Row extends StatusFacts.Row {
  readonly matching_total: number
  /** Null if no connection is on this page. */
  readonly id: string | null
  readonly account_id: string
  readonly account_name: string
  readonly organization_id: string
  readonly organization_name: string
  readonly identifier: string | null
  readonly health_name: ConnectionRow["health_name"]
  readonly created_at: Date
}

const toSeen = (row: Row): ReadonlyArray<SeenConnection> =>
  row.id === null
    ? []
    : [
        {
          id: row.id,
          accountId: row.account_id,
          accountName: row.account_name,
          organizationId: row.organization_id,
          organizationName: row.organization_name,
          identifier: row.identifier,
          health: row.stop === null ? row.health_name : STOPPED_HEALTH,
          createdAt: row.created_at.toISOString(),
          facts: StatusFacts.toFacts(row.id, row)
        }
      ]

/** Reads the connections of all accounts. */
export const make: Effect.Effect<ConnectionOverview["Type"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* LoadedVersions
  const lists = yield* LoadedLists

  const list: ConnectionOverview["Type"]["list"] = (filter, { limit, offset }) =>
    Effect.map(
      limited(
        sql,
        sql<Row>`
          with
            problem as materialized (${PresentProblems.rows(sql, versions)}),
            matching as materialized (
              select id, created_at from connection where ${ConnectionFilter.condition(sql, lists, filter)}
            ),
            page as materialized (
              select id as page_id from matching order by created_at, id limit ${limit} offset ${offset}
            )
          select
            matching_total, connection.id, connection.account_id, account.name as account_name, connection.organization_id,
            organization.name as organization_name, connection.identifier, connection.health_name, connection.created_at,
            ${StatusFacts.columnsOf(sql, versions)}
          from
            (select count(*)::int as matching_total from matching) as counted
            left join (
              page
              join connection on connection.id = page_id
              join account on account.id = connection.account_id
              join organization on organization.id = connection.organization_id
            ) on true
          order by connection.created_at, connection.id`
      ),
      (rows) => ({ items: rows.flatMap(toSeen), total: rows[0]?.matching_total ?? 0 })
    )

  return ConnectionOverview.of({
    list,
    noteRead: (connectionId, kind) => AuditTrail.note(sql, { action: "records.read", connectionId, resourceId: kind })
  })
})

/** Reads the connections of all accounts. */
export const layer: Layer.Layer<ConnectionOverview, never, SqlClient.SqlClient> = Layer.effect(ConnectionOverview, make)
