import { Context, Effect, Layer } from "effect"
import type { ActorKind, AuditAction } from "../../api/parts/AuditActions.js"
import { SqlClient, type SqlError } from "../../Sql.js"

/** Who did what to which resource, when and from where. */
export interface AuditEvent {
  /** Ascends in the order in which the events were noted. */
  readonly id: number
  readonly at: string
  /** Null if the event concerns the whole installation. */
  readonly account_id: string | null
  readonly organization_id: string | null
  readonly connection_id: string | null
  readonly resource_id: string | null
  readonly action: AuditAction
  readonly actor: ActorKind
  readonly actor_id: string | null
  readonly origin: string | null
  readonly request_id: string | null
}

/** Which events are read; what is null does not restrict them. */
export interface AuditFilter {
  /** Those of one account. */
  readonly accountId: string | null
  readonly organizationId: string | null
  readonly connectionId: string | null
  readonly actions: ReadonlyArray<AuditAction> | null
  /** Those that happened at this instant or later, in ISO 8601. */
  readonly since: string | null
  /** Those that were noted before the event with this id. */
  readonly before: number | null
  readonly limit: number
}

/** Reads the audit log. `AuditTrail` writes it. */
export class AuditLog extends Context.Tag("@tributary/runtime-http/AuditLog")<
  AuditLog,
  {
    /** The newest first. An event may appear a moment later than one with a higher id, when its transaction ends later. */
    readonly list: (filter: AuditFilter) => Effect.Effect<ReadonlyArray<AuditEvent>, SqlError>
  }
>() {}

interface Row extends Omit<AuditEvent, "at"> {
  readonly at: Date
}

/** Reads the audit log. */
export const make: Effect.Effect<AuditLog["Type"], never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => {
    const is = (column: string, value: string | null) =>
      value === null ? sql`true` : sql`${sql(column)} = ${value}::uuid`
    return AuditLog.of({
      list: ({ accountId, actions, before, connectionId, limit, organizationId, since }) =>
        Effect.map(
          sql<Row>`
            select
              id, at, account_id, organization_id, connection_id, resource_id, action, actor, actor_id, origin,
              request_id
            from audit_event
            where
              ${is("account_id", accountId)}
              and ${is("organization_id", organizationId)}
              and ${is("connection_id", connectionId)}
              and ${actions === null ? sql`true` : sql.in("action", actions)}
              and ${since === null ? sql`true` : sql`at >= ${since}::timestamptz`}
              and ${before === null ? sql`true` : sql`id < ${before}::bigint`}
            order by audit_event.id desc
            limit ${limit}`,
          (rows) => rows.map((row) => ({ ...row, at: row.at.toISOString() }))
        )
    })
  }
)

/** Reads the audit log. */
export const layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(AuditLog, make)
