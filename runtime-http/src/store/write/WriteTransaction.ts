import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Lease from "../schedule/Lease.js"
import * as ListLock from "./ListLock.js"
import * as RelatedRecords from "./RelatedRecords.js"

/** Runs `body` in a transaction that first verifies the lease. */
export const withLease = <A, E, R>(
  lease: Lease.Lease,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Lease.StaleFence | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(Effect.zipRight(Lease.verify(lease), body)))

/** Runs `body` under the write locks of these kinds, then moves the related records that it touched and saves the positions. */
export const withListLocks = <A, E, R>(
  connectionId: string,
  kinds: ReadonlyArray<RecordKind.Any>,
  body: (change: ListLock.RecordChange) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const locks = yield* ListLock.lock(connectionId, RelatedRecords.kindsToLock(kinds))
    const change: ListLock.RecordChange = { connectionId, locks, touched: new Map() }
    const result = yield* body(change)
    yield* RelatedRecords.moveTouched(change)
    yield* ListLock.save(connectionId, locks)
    return result
  })
