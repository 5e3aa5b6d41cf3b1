import { Array as Arr, Effect, Stream } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as ListLock from "./ListLock.js"
import * as RelatedRecords from "./RelatedRecords.js"
import * as ScanRows from "./ScanRows.js"
import * as WriteTransaction from "./WriteTransaction.js"

/*
 * Moves related records that were too many for the transaction that listed or hid a record. That transaction stores what remains to be
 * done, so that the next job does it if the process dies.
 */

type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** Records per transaction; small, because other writers of the list wait for it. */
const MAX_MOVES = 1_000
/** How many records' relations one transaction reads; it does not lock a list. */
const MAX_EXPANDED = 100

/** The kinds of the records that a table holds for the connection. */
const kindsIn = (connectionId: string, table: ScanRows.Rows["table"]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly kind: string }>`
      select distinct kind from ${sql(table)} where connection_id = ${connectionId}`
    return rows.map(({ kind }) => kind)
  })

/** Whether related records of the connection have yet to move, as an SQL condition. */
export const isPending = (sql: SqlClient.SqlClient, connectionId: string): Fragment => sql`
  (
    (select id from pending_relation where connection_id = ${connectionId} order by kind, id limit 1) is not null
    or (select id from pending_move where connection_id = ${connectionId} order by kind, id limit 1) is not null
  )`

/** Runs `each` for all records in a table, a few at a time; it removes them from the table in the same transaction. */
const drain = (
  lease: Lease,
  table: ScanRows.Rows["table"],
  size: number,
  each: (kind: string, ids: ReadonlyArray<string>) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
): Leased<void> =>
  Effect.gen(function* () {
    const { connectionId } = lease
    for (const owner of yield* kindsIn(connectionId, table)) {
      yield* ScanRows.ranges<{ readonly ids: ReadonlyArray<string> }>(
        lease,
        { table, owner },
        (sql, range, progress) =>
          sql`select ${progress}, coalesce(json_agg(id), '[]') as ids from (${range}) as pending`
      ).pipe(
        Stream.flatMap(({ ids }) => Stream.fromIterable(Arr.chunksOf(ids, size))),
        Stream.runForEach((ids) =>
          WriteTransaction.withLease(
            lease,
            Effect.zipRight(ScanRows.forgetIds(connectionId, { table, owner }, ids), each(owner, ids))
          )
        )
      )
    }
  })

const move = (connectionId: string) => (kind: string, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const locks = yield* ListLock.lock(connectionId, [kind])
    yield* RelatedRecords.moveTouched({
      connectionId,
      locks,
      touched: new Map([[kind, new Set(ids)]]),
      origin: null,
      isPending: false
    })
    yield* ListLock.save(connectionId, locks)
  })

const expand = (connectionId: string) => (kind: string, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // A record may have so many relations that reading them takes longer than the time limit of a statement.
    yield* sql`select set_config('statement_timeout', '0', true)`
    yield* RelatedRecords.expand(connectionId, kind, ids)
  })

/** Moves all related records of the connection that have yet to move, in several transactions. */
export const settle = (lease: Lease): Leased<void> =>
  Effect.gen(function* () {
    const { connectionId } = lease
    yield* drain(lease, "pending_relation", MAX_EXPANDED, expand(connectionId))
    yield* drain(lease, "pending_move", MAX_MOVES, move(connectionId))
  })

/** Runs a write in a transaction, then moves the related records that were too many for it. */
export const write = <A, E, R>(
  lease: Lease,
  body: Effect.Effect<WriteTransaction.Written<A>, E, R>
): Effect.Effect<A, E | StaleFence | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(WriteTransaction.withLease(lease, body), ({ isPending, result }) =>
    Effect.as(isPending ? settle(lease) : Effect.void, result)
  )
