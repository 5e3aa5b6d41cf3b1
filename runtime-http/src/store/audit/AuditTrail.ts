// store/audit: who did what to which resource, when and from where. It keeps ids alone, so that it may outlive what it is about.

import { Effect } from "effect"
import type { AuditAction } from "../../api/parts/AuditActions.js"
import type { Fragment, SqlClient, SqlError } from "../../Sql.js"
import { type Acting, Actor } from "./Actor.js"

/** An action and what it is about. The account and the organization of a connection need not be given. */
export interface Noted {
  readonly action: AuditAction
  readonly accountId?: string
  readonly organizationId?: string
  readonly connectionId?: string
  /** What was made or changed, if it is none of these, such as a key or a job. */
  readonly resourceId?: string
}

/** The statement that notes an action if a condition holds; for a statement that both changes and notes something. */
export const statement = (
  sql: SqlClient.SqlClient,
  { id: actorId, kind, origin, requestId }: Acting,
  { accountId, action, connectionId, organizationId, resourceId }: Noted,
  condition: Fragment = sql`true`
) => sql`
  insert into audit_event (
    account_id, organization_id, connection_id, resource_id, action, actor, actor_id, origin, request_id
  )
  select
    coalesce(${accountId ?? null}::uuid, connection.account_id),
    coalesce(${organizationId ?? null}::uuid, connection.organization_id),
    ${connectionId ?? null}::uuid,
    ${resourceId ?? connectionId ?? organizationId ?? accountId ?? null},
    ${action}, ${kind}, ${actorId}::uuid, ${origin}, ${requestId}
  from (select) as one left join connection on connection.id = ${connectionId ?? null}::uuid
  where ${condition}`

/** Notes an action of the current actor. It belongs in the transaction of the change, so that neither is there without the other. */
export const note = (sql: SqlClient.SqlClient, noted: Noted): Effect.Effect<void, SqlError> =>
  Effect.flatMap(Actor, (acting) => Effect.asVoid(statement(sql, acting, noted)))
