import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as Removal from "./Removal.js"
import * as SeenRecords from "./SeenRecords.js"
import * as WriteTransaction from "./WriteTransaction.js"

/** When a sweep looks more like a mistake of the vendor's answer than like deletions. */
export interface SweepGuard {
  /** The largest share of a set that is deleted without a confirmation. */
  readonly maxShare: number
  /** Smaller sets have no such share. */
  readonly minRecords: number
}

export const defaultGuard: SweepGuard = { maxShare: 0.5, minRecords: 100 }

/** What a complete scan found of a kind. */
export interface Missing {
  /** Records that are not gone. */
  readonly live: number
  /** Those that the scan did not see. */
  readonly unseen: number
  /** How many deletions were held back and confirmed since. */
  readonly confirmed: number
}

/** Whether a sweep waits for a confirmation: what was confirmed counts as gone, and the rest is judged. */
export const holdsBack = (guard: SweepGuard, found: Missing): boolean => {
  const unseen = found.unseen - found.confirmed
  if (unseen <= 0) return false
  const live = found.live - found.confirmed
  const isAll = unseen === live && found.live > 1
  const isLargeShare = live >= guard.minRecords && unseen > live * guard.maxShare
  return isAll || isLargeShare
}

/** What a sweep did with the records that a complete scan no longer saw. */
export interface Swept {
  readonly deleted: number
  readonly heldBack: number
}

/** A transaction's worth: readers of first pages wait for it. */
const MAX_ROWS = 1_000
const LOWEST_ID = "00000000-0000-0000-0000-000000000000"

const confirmedOf = (connectionId: string, kind: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly heldBack: number }>`
      select held_back as "heldBack"
      from record_counter
      where connection_id = ${connectionId} and kind = ${kind} and is_confirmed`
    return row?.heldBack ?? 0
  })

/** Sets what waits for a confirmation; a confirmation that was there is used up. */
const holdBack = (lease: Lease, kind: string, heldBack: number) =>
  WriteTransaction.fenced(
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
      const records = yield* WriteTransaction.fenced(
        lease,
        WriteTransaction.locked(connectionId, [kind], (change) =>
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
 * Removes what a complete full scan no longer saw of a kind, unless that is held back.
 *
 * In several transactions: one that is interrupted goes on when the scan, which is not closed then, was completed again.
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
    if (holdsBack(options.guard, { live, unseen, confirmed })) {
      yield* holdBack(lease, kind.name, unseen)
      return { deleted: 0, heldBack: unseen }
    }
    const deleted = unseen === 0 ? 0 : yield* removeUnseen(lease, kind)
    yield* holdBack(lease, kind.name, 0)
    return { deleted, heldBack: 0 }
  })

/**
 * Lets the next complete scans delete as many records as were held back, once; gives their number. The next scans are full ones, since
 * only those can tell what is missing.
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
