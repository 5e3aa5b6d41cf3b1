import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Origin } from "../schedule/Lease.js"

/**
 * The write lock of one list (a connection and a kind), which the current transaction holds.
 *
 * The transaction updates the mutable properties, and `save` stores them.
 */
export interface ListLock {
  readonly kind: string
  /** The updated time of all records that this transaction writes; later than that of any lower position. */
  readonly updatedAt: string
  /** The last position that was assigned. */
  last: number
  /** How many listed records this transaction adds; negative if it removes more. */
  listed: number
  /** Whether this transaction has assigned positions. */
  isMoved: boolean
}

/** The locks of a transaction, by kind. */
export type ListLocks = ReadonlyMap<string, ListLock>

/** The state of one write transaction: its locks, and the records whose relations it has changed. */
export interface RecordChange {
  readonly connectionId: string
  readonly locks: ListLocks
  /** The ids of the records whose relations changed, by kind. */
  readonly touched: Map<string, Set<string>>
  /** Where the records come from that it writes; null if nobody knows. */
  readonly origin: Origin | null
  /** Whether related records of some records have yet to move, because they are too many for this transaction. */
  isPending: boolean
}

/** The lock of a kind; throws if the transaction does not hold it. */
export const lockOf = ({ locks }: RecordChange, kind: string): ListLock => {
  const held = locks.get(kind)
  if (held === undefined)
    throw new Error(`The transaction writes records of the kind ${kind} without the lock of their list.`)
  return held
}

/**
 * Takes the write locks of several kinds, always in the same order, so that writers cannot deadlock.
 *
 * It reads the clock after the last lock is granted, so that positions, times and commits of a kind have the same order. `now()` would be
 * too early: it is the start of the transaction.
 *
 * Only writers wait for the lock. Readers rely on that order and on the microsecond between two times (`PageSql.state`).
 */
export const lock = (
  connectionId: string,
  kinds: ReadonlyArray<string>
): Effect.Effect<ListLocks, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lists = sql`connection_id = ${connectionId} and kind in ${sql.in(kinds)}`
    // All rows or none: who waits for another transaction's new row must not hold the lock of an old one.
    const lockRows = sql`
      select 1
      from record_counter
      where ${lists} and (select count(*) from record_counter where ${lists}) = ${kinds.length}
      order by kind
      for update`
    const locked = yield* lockRows
    if (locked.length < kinds.length) {
      yield* sql`
        insert into record_counter (connection_id, kind)
        select ${connectionId}::uuid, kind
        from jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb) as kind
        order by kind
        on conflict do nothing`
      yield* lockRows
    }
    const rows = yield* sql<{ readonly kind: string; readonly last: number; readonly updatedAt: string }>`
      select
        kind,
        position as last,
        greatest(updated_at + interval '1 microsecond', clock_timestamp())::text as "updatedAt"
      from record_counter
      where ${lists}`
    return new Map(rows.map((row) => [row.kind, { ...row, listed: 0, isMoved: false }]))
  })

/** Marks the `size` positions after `last` as assigned. */
export const advance = (held: ListLock, size: number): void => {
  held.last += size
  held.isMoved = true
}

/** Stores the last positions, times and totals of the kinds that have assigned positions. */
export const save = (connectionId: string, locks: ListLocks): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const moved = [...locks.values()].filter((held) => held.isMoved)
    if (moved.length === 0) return
    yield* sql`
      update record_counter as counter
      set position = moved.last, updated_at = moved."updatedAt", total = counter.total + moved.listed
      from
        jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
          as moved (kind text, last bigint, "updatedAt" timestamptz, listed bigint)
      where counter.connection_id = ${connectionId} and counter.kind = moved.kind`
  })

/**
 * Moves the times of lists to now without a change, so that readers of a list that seldom changes do not ask for an instant that is older
 * than the deletions that are kept. `fullAt` is when the complete full scan began that read them; null after a delta.
 */
export const confirm = (
  connectionId: string,
  kinds: ReadonlyArray<string>,
  fullAt: string | null
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const locks = yield* lock(connectionId, [...new Set(kinds)])
    for (const held of locks.values()) advance(held, 0)
    yield* save(connectionId, locks)
    if (fullAt === null || kinds.length === 0) return
    yield* sql`
      update record_counter set full_at = ${fullAt}::timestamptz
      where connection_id = ${connectionId} and kind in ${sql.in(kinds)}`
  })
