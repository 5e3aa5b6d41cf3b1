import type { HeldBackDecision, HeldBackDeletion } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import type { AccountScope } from "../accounts/AccessScope.js"
import { ConnectionNotFound } from "../accounts/Connections.js"
import * as Ownership from "../accounts/Ownership.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { isUuid } from "../postgres/RecordTable.js"
import { SyncSchedule } from "../schedule/SyncSchedule.js"

/** No deletion of the connection, or of the kinds in question, waits for a decision. */
export class NothingHeldBack extends Data.TaggedError("NothingHeldBack") {}

/** Deletions that wait for a decision, and whose they are. */
export interface WaitingDeletion extends HeldBackDeletion {
  readonly connection_id: string
}

/** What to do with deletions that wait. */
export interface Decision {
  readonly decision: HeldBackDecision
  /** The kinds of record that it is about; null for all. */
  readonly kinds: ReadonlyArray<string> | null
}

/** Decides about deletions that sweeps have held back. */
export class DeletionDecisions extends Context.Tag("@tributary/runtime-http/DeletionDecisions")<
  DeletionDecisions,
  {
    /** The deletions that wait, of one connection or of all; for operators. */
    readonly list: (connectionId: string | null) => Effect.Effect<ReadonlyArray<WaitingDeletion>, SqlError>
    /**
     * Decides about deletions of a connection; returns which they were. A null scope means any account; for operators.
     *
     * `CONFIRM` lets the next complete scan delete those of the records that it still misses, and makes the connection due. That scan is a
     * full one, because only a full scan shows which records are missing. `DISMISS` forgets that the records were missing.
     */
    readonly decide: (
      owner: { readonly scope: AccountScope; readonly organizationId: string } | null,
      connectionId: string,
      decision: Decision
    ) => Effect.Effect<ReadonlyArray<HeldBackDeletion>, ConnectionNotFound | NothingHeldBack | SqlError>
  }
>() {}

interface Row {
  readonly connection_id: string
  readonly extractor: string
  readonly record_kind: string
  readonly count: number
  readonly reason: HeldBackDeletion["reason"]
  readonly held_since: Date
}

const toDeletion = ({ count, held_since, reason, record_kind }: Row): HeldBackDeletion => ({
  record_kind,
  count,
  reason,
  held_since: held_since.toISOString()
})

/** Stores decisions about held-back deletions. */
export const make: Effect.Effect<DeletionDecisions["Type"], never, SqlClient.SqlClient | SyncSchedule> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const schedule = yield* SyncSchedule

    const columns = sql.literal("connection_id, extractor, kind as record_kind, count, reason, held_since")

    const list: DeletionDecisions["Type"]["list"] = (connectionId) =>
      connectionId !== null && !isUuid(connectionId)
        ? Effect.succeed([])
        : sql<Row>`
            select ${columns}
            from held_back_deletion
            where decision is null and ${connectionId === null ? sql`true` : sql`connection_id = ${connectionId}`}
            order by connection_id, kind`.pipe(
            Effect.map((rows) => rows.map((row) => ({ connection_id: row.connection_id, ...toDeletion(row) })))
          )

    // The order of the locks is the same as in `Connections` and in the writes of a job: connection, schedule row, deletions, scan.
    const decide: DeletionDecisions["Type"]["decide"] = (owner, connectionId, { decision, kinds }) =>
      Effect.gen(function* () {
        if (!isUuid(connectionId) || (owner !== null && !isUuid(owner.organizationId))) {
          return yield* new ConnectionNotFound()
        }
        const found = yield* sql`
          select 1 from connection
          where
            id = ${connectionId} and state <> 'DELETED'
            and ${
              owner === null
                ? sql`true`
                : sql`organization_id = ${owner.organizationId} and ${Ownership.isOwn(sql, owner.scope, Ownership.ofConnection)}`
            }
          for no key update`
        if (found.length === 0) return yield* new ConnectionNotFound()
        if (decision === "CONFIRM") yield* schedule.request(connectionId)
        const rows = yield* sql<Row>`
          update held_back_deletion set decision = ${decision}
          where
            connection_id = ${connectionId} and decision is null
            and ${kinds === null ? sql`true` : sql.in("kind", kinds)}
          returning ${columns}`
        // Undoes the request.
        if (rows.length === 0) return yield* new NothingHeldBack()
        if (decision === "CONFIRM") {
          const extractors = rows.map(({ extractor }) => extractor)
          yield* sql`
            update scan set confirm_at = clock_timestamp()
            where connection_id = ${connectionId} and ${sql.in("extractor", extractors)}`
        }
        const action = decision === "CONFIRM" ? "deletions.confirm" : "deletions.dismiss"
        yield* AuditTrail.note(sql, { action, connectionId })
        return rows.map(toDeletion).sort((a, b) => (a.record_kind < b.record_kind ? -1 : 1))
      }).pipe(sql.withTransaction)

    return DeletionDecisions.of({ list, decide })
  }
)

/** Stores decisions about held-back deletions. */
export const layer: Layer.Layer<DeletionDecisions, never, SqlClient.SqlClient | SyncSchedule> = Layer.effect(
  DeletionDecisions,
  make
)
