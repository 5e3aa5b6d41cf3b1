import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as Removal from "./Removal.js"
import * as SeenRecords from "./SeenRecords.js"
import * as WriteTransaction from "./WriteTransaction.js"

/** When a sweep waits for a confirmation, because so many missing records more likely mean an incomplete answer than real deletions. */
export interface SweepGuard {
  /** The largest share of the records of a kind that a sweep deletes without a confirmation, 0 to 1. */
  readonly maxShare: number
  /** The share does not apply to kinds with fewer records. */
  readonly minRecords: number
}

/** By default, a sweep needs a confirmation if it would delete more than half of a kind that has at least 100 records. */
export const defaultGuard: SweepGuard = { maxShare: 0.5, minRecords: 100 }

/** What a complete scan found out about a kind, in numbers of records. */
export interface Missing {
  /** Records that are not gone. */
  readonly live: number
  /** Records that are not gone and that the scan did not see. */
  readonly unseen: number
  /** Deletions that were held back and have been confirmed since. */
  readonly confirmed: number
}

/** Whether a sweep needs a confirmation. Confirmed deletions count as gone; the guard judges the rest. */
export const needsConfirmation = (guard: SweepGuard, found: Missing): boolean => {
  const unseen = found.unseen - found.confirmed
  if (unseen <= 0) return false
  const live = found.live - found.confirmed
  const isAll = unseen === live && found.live > 1
  const isLargeShare = live >= guard.minRecords && unseen > live * guard.maxShare
  return isAll || isLargeShare
}

/** What a sweep did with the records that a complete scan did not see. */
export interface Swept {
  readonly deleted: number
  readonly heldBack: number
}

/** Records per transaction; small, because readers of first pages wait for it. */
const MAX_ROWS = 1_000
const LOWEST_ID = "00000000-0000-0000-0000-000000000000"

/** How many deletions of a kind have been confirmed. */
const confirmedOf = (connectionId: string, kind: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly heldBack: number }>`
      select held_back as "heldBack"
      from record_counter
      where connection_id = ${connectionId} and kind = ${kind} and is_confirmed`
    return row?.heldBack ?? 0
  })

/** Stores how many deletions wait for a confirmation; uses up an earlier confirmation. */
const setHeldBack = (lease: Lease, kind: string, heldBack: number) =>
  WriteTransaction.withLease(
    lease,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        update record_counter
        set held_back = ${heldBack}, is_confirmed = false
        where
          connection_id = ${lease.connectionId} and kind = ${kind}
          and (held_back, is_confirmed) is distinct from (${heldBack}::bigint, false)`
    )
  )

const removeUnseen = (lease: Lease, kind: RecordKind.Any) =>
  Effect.gen(function* () {
    const { connectionId } = lease
    let deleted = 0
    let after = LOWEST_ID
    for (;;) {
      const from = after
      const records = yield* WriteTransaction.withLease(
        lease,
        WriteTransaction.withListLocks(connectionId, [kind], (change) =>
          Effect.tap(SeenRecords.nextUnseen(connectionId, kind.name, from, MAX_ROWS), (unseen) =>
            Removal.remove(change, kind, unseen)
          )
        )
      )
      deleted += records.length
      const last = records.at(-1)
      if (last === undefined || records.length < MAX_ROWS) return deleted
      after = last.id
    }
  })

/**
 * Removes the records of a kind that a complete full scan did not see, unless the guard holds them back.
 *
 * It uses several transactions. If it is interrupted, the scan is not closed: the next run completes the scan again and sweeps the rest.
 */
export const sweep = (
  lease: Lease,
  kind: RecordKind.Any,
  options: { readonly guard: SweepGuard; readonly isSweepable: boolean }
): Effect.Effect<Swept, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { live, unseen } = yield* SeenRecords.count(lease.connectionId, kind.name)
    if (!options.isSweepable) return { deleted: 0, heldBack: unseen }
    const confirmed = yield* confirmedOf(lease.connectionId, kind.name)
    if (needsConfirmation(options.guard, { live, unseen, confirmed })) {
      yield* setHeldBack(lease, kind.name, unseen)
      return { deleted: 0, heldBack: unseen }
    }
    const deleted = unseen === 0 ? 0 : yield* removeUnseen(lease, kind)
    yield* setHeldBack(lease, kind.name, 0)
    return { deleted, heldBack: 0 }
  })

/**
 * Lets the next complete scans delete as many records as were held back, once; returns their number.
 *
 * The next scans are full ones, because only a full scan shows which records are missing.
 */
export const confirm = (connectionId: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly heldBack: number }>`
      update record_counter
      set is_confirmed = true
      where connection_id = ${connectionId} and held_back > 0
      returning held_back as "heldBack"`
    if (rows.length > 0) yield* sql`update scan set last_full_at = null where connection_id = ${connectionId}`
    return rows.reduce((sum, row) => sum + row.heldBack, 0)
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))
