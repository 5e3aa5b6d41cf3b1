import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Fence from "../schedule/Fence.js"
import type { Lease, StaleFence } from "../schedule/SyncSchedule.js"
import * as ChangePosition from "./ListLock.js"
import type { RecordChange } from "./RecordChange.js"
import * as Touch from "./RelatedRecords.js"
import * as RelationEnd from "./RelationEnd.js"

/** Runs `body` in a transaction that the lease allows. */
export const fenced = <A, E, R>(
  lease: Lease,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StaleFence | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(Effect.zipRight(Fence.verify(lease), body)))

/** Runs `body` under the write locks of these kinds, then moves what its relations touched and saves the positions. */
export const locked = <A, E, R>(
  connectionId: string,
  kinds: ReadonlyArray<RecordKind.Any>,
  body: (change: RecordChange) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const positions = yield* ChangePosition.lock(connectionId, RelationEnd.kindsToLock(kinds))
    const change: RecordChange = { connectionId, positions, touched: new Map() }
    const result = yield* body(change)
    yield* Touch.move(change)
    yield* ChangePosition.save(connectionId, positions)
    return result
  })
