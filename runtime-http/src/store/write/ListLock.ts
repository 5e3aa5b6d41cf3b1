import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { listLockKey } from "../postgres/RecordTable.js"

/**
 * The write lock of one (connection, kind), held by this transaction, with the position that was given out last.
 *
 * The members that change are written back by `save`.
 */
export interface ListLock {
  readonly kind: string
  /** The updated time of all that this transaction writes; later than that of any lower position. */
  readonly updatedAt: string
  last: number
  /** By how many records the lists grow. */
  listed: number
  isMoved: boolean
}

/** By kind. */
export type ListLocks = ReadonlyMap<string, ListLock>

/** What one write transaction holds and has done: its locks, and the records that it changed through their relations. */
export interface RecordChange {
  readonly connectionId: string
  readonly locks: ListLocks
  /** By kind, the ids of the records whose relations changed. */
  readonly touched: Map<string, Set<string>>
}

/** The held lock of a kind that the transaction was begun for. */
export const lockOf = ({ locks }: RecordChange, kind: string): ListLock => {
  const held = locks.get(kind)
  if (held === undefined) throw new Error(`The kind ${kind} is written without its lock.`)
  return held
}

/**
 * Takes the write locks of several kinds in one order, so that two writers never wait for each other in a circle.
 *
 * The time is read after the last lock was granted: positions, times and commits of a kind then have the same order, which `now()`,
 * the transaction's start, would not give.
 */
export const lock = (
  connectionId: string,
  kinds: ReadonlyArray<string>
): Effect.Effect<ListLocks, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lockRows = sql`
      select 1
      from record_counter
      where connection_id = ${connectionId} and kind in ${sql.in(kinds)}
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
      from
        (
          select count(pg_advisory_xact_lock(${sql.literal(listLockKey)}))
          from record_counter
          where connection_id = ${connectionId} and kind in ${sql.in(kinds)}
        ) as granted,
        record_counter
      where connection_id = ${connectionId} and kind in ${sql.in(kinds)}`
    return new Map(rows.map((row) => [row.kind, { ...row, listed: 0, isMoved: false }]))
  })

/** Counts `size` positions as given out, from `last + 1` on. */
export const advance = (held: ListLock, size: number): void => {
  held.last += size
  held.isMoved = true
}

/** Writes back what was given out; nothing where nothing was. */
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
