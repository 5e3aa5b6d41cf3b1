import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as Lease from "../schedule/Lease.js"
import * as ListLock from "./ListLock.js"
import * as RelatedRecords from "./RelatedRecords.js"

/** Runs `body` in a transaction that first verifies the lease. */
export const withLease = <A, E, R>(
  lease: Lease.Lease,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Lease.StaleFence | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(Effect.zipRight(Lease.verify(lease), body)))

/** What a transaction under write locks returned. */
export interface Written<A> {
  readonly result: A
  /** Whether `PendingMoves.settle` has to follow the transaction. */
  readonly isPending: boolean
}

/** The answer of a transaction that needed no write lock. */
export const unlocked = <A>(result: A): Written<A> => ({ result, isPending: false })

/** Runs `body` under the write locks of these kinds, then moves the related records that it touched and saves the positions. */
export const withListLocks = <A, E, R>(
  connectionId: string,
  kinds: ReadonlyArray<RecordKind.Any>,
  body: (change: ListLock.RecordChange) => Effect.Effect<A, E, R>,
  origin: Lease.Origin | null = null
): Effect.Effect<Written<A>, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const locks = yield* ListLock.lock(connectionId, RelatedRecords.kindsToLock(kinds))
    const change: ListLock.RecordChange = { connectionId, locks, touched: new Map(), origin, isPending: false }
    const result = yield* body(change)
    yield* RelatedRecords.moveTouched(change)
    yield* ListLock.save(connectionId, locks)
    return { result, isPending: change.isPending }
  })
