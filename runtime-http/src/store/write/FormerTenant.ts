import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { type Lease, runWithLease, type StaleFence, withLease } from "../schedule/Lease.js"
import * as EmptiedFields from "./EmptiedFields.js"
import * as HeldBackDeletions from "./HeldBackDeletions.js"
import * as MissingRecords from "./MissingRecords.js"
import * as MissingTotals from "./MissingTotals.js"
import * as Removal from "./Removal.js"
import * as SeenBlocks from "./SeenBlocks.js"
import * as WriteTransaction from "./WriteTransaction.js"

/*
 * Each list knows when its tenant was replaced, after whatever was written to it before. The first job after that removes what is stored of the
 * former tenant before it reads anything: of lists that the connection does not read, or cannot read any more, no scan would remove it. What
 * the new tenant has, too, returns when it is read.
 */

type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** Records per transaction; small, because other writers of the list wait for it. */
const MAX_ROWS = 1_000

/** Forgets which records earlier scans missed. */
export const forgetMisses = (lease: Lease, kinds: ReadonlyArray<RecordKind.Any>): Leased<void> =>
  Effect.gen(function* () {
    const names = kinds.map(({ name }) => name)
    yield* withLease(lease, HeldBackDeletions.clear(lease.connectionId, names))
    for (const name of names) yield* MissingRecords.clear(lease, name)
    yield* withLease(lease, MissingTotals.clear(lease.connectionId, names))
  })

/** The kinds whose lists may have records of the former tenant. */
const formerKinds = ({
  connectionId
}: Lease): Effect.Effect<ReadonlyArray<RecordKind.Any>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly kind: string }>`
      select kind from record_counter where connection_id = ${connectionId} and has_former order by kind`
    return rows.flatMap(({ kind }) => RecordKind.table[kind] ?? [])
  })

/** Removes the records of a kind, in several transactions; returns how many. Nothing of the new tenant is stored before all are removed. */
const removeAll = <E>(
  lease: Lease,
  kind: RecordKind.Any,
  between: Effect.Effect<void, E>
): Effect.Effect<number, E | StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = lease
    let removed = 0
    let after: string = SeenBlocks.LOWEST_ID
    for (;;) {
      yield* between
      const rows = yield* sql<{ readonly id: string }>`
        select id
        from record
        where connection_id = ${connectionId} and kind = ${kind.name} and id > ${after}::uuid and not is_gone
        order by id
        limit ${MAX_ROWS}`
      const ids = rows.map(({ id }) => id)
      const last = ids.at(-1)
      if (last === undefined) return removed
      after = last
      removed += yield* WriteTransaction.write(
        lease,
        WriteTransaction.withListLocks(
          connectionId,
          [kind],
          (change) => Removal.removeIds(change, kind, ids),
          lease.origin ?? null
        )
      )
    }
  })

/** Notes that a list has no records of the former tenant any more. */
const prove = (lease: Lease, { name }: RecordKind.Any): Leased<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(
      runWithLease(
        lease,
        sql`update record_counter set has_former = false where connection_id = ${lease.connectionId} and kind = ${name}`
      )
    )
  )

/**
 * Removes what is stored of the former tenant; returns how many records, by kind. If `between` fails, which it runs between its transactions, or
 * if it is interrupted, the next job does the rest.
 */
export const remove = <E>(
  lease: Lease,
  between: Effect.Effect<void, E>
): Effect.Effect<ReadonlyMap<string, number>, E | StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const removed = new Map<string, number>()
    for (const kind of yield* formerKinds(lease)) {
      yield* forgetMisses(lease, [kind])
      yield* EmptiedFields.forget(lease, [kind])
      removed.set(kind.name, yield* removeAll(lease, kind, between))
      yield* prove(lease, kind)
    }
    return removed
  })
