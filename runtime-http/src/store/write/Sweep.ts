import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { StaleFence } from "../schedule/Lease.js"
import * as DeletionRule from "./DeletionRule.js"
import * as HeldBackDeletions from "./HeldBackDeletions.js"
import * as MissingRecords from "./MissingRecords.js"
import * as Removal from "./Removal.js"
import type { HeldBack, Scan } from "./Scan.js"
import * as WriteTransaction from "./WriteTransaction.js"

/** What a sweep did with the records of a kind that a complete scan did not see. */
export interface Swept {
  readonly deleted: number
  /** The deletions that wait for an operator; null if none wait. */
  readonly heldBack: HeldBack | null
  /** Whether another full scan must show that records are missing. */
  readonly isUnproven: boolean
}

type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient>

/** Records per transaction; small, because readers of first pages wait for it. */
const MAX_ROWS = 1_000

/** Removes missing records. Looks for them outside the write lock, which is held only while known ids are written. */
const removeMissing = (scan: Scan, kind: RecordKind.Any, which: MissingRecords.Deletable): Leased<number> =>
  Effect.gen(function* () {
    const { lease } = scan
    const { connectionId } = lease
    let deleted = 0
    let after = MissingRecords.LOWEST_ID
    for (;;) {
      const ids = yield* MissingRecords.nextDeletable(connectionId, kind.name, which, after, MAX_ROWS)
      const last = ids.at(-1)
      if (last === undefined) return deleted
      deleted += yield* WriteTransaction.withLease(
        lease,
        Effect.gen(function* () {
          yield* MissingRecords.forget(connectionId, kind.name, ids, null)
          const prepared = yield* Removal.prepareUnseen(connectionId, kind, ids)
          if (prepared.rows.length === 0) return 0
          return yield* WriteTransaction.withListLocks(connectionId, [kind], (change) =>
            Removal.remove(change, prepared)
          )
        })
      )
      after = last
    }
  })

/** The held-back deletions of a kind, after it has forgotten those that an operator has dismissed. */
const heedDismissal = (scan: Scan, kind: string): Leased<HeldBackDeletions.Held | null> =>
  Effect.tap(HeldBackDeletions.find(scan.lease.connectionId, kind), (held) =>
    held?.decision === "DISMISS" ? MissingRecords.forgetHeld(scan.lease, kind, held) : Effect.void
  )

/**
 * Removes the records of a kind that a complete full scan did not see, as far as `DeletionRule` allows.
 *
 * It uses several transactions. If it is interrupted, the scan is not closed: the next run completes the scan again and sweeps the rest.
 */
export const sweep = (
  scan: Scan,
  kind: RecordKind.Any,
  evidence: DeletionRule.Evidence,
  guard: DeletionRule.SweepGuard
): Leased<Swept> =>
  Effect.gen(function* () {
    const { connectionId } = scan.lease
    yield* heedDismissal(scan, kind.name)
    const seen = yield* MissingRecords.find(scan, kind, evidence)
    let deleted = 0
    for (;;) {
      const held = yield* heedDismissal(scan, kind.name)
      const released = held?.decision === "CONFIRM" ? held : null
      const found = yield* MissingRecords.count(connectionId, kind.name, evidence, released)
      const verdict = DeletionRule.decide(guard, evidence, { ...found, live: seen + found.unseen })
      const misses = verdict._tag === "Delete" ? DeletionRule.missesNeeded(evidence) : null
      deleted += yield* removeMissing(scan, kind, { misses, released })
      if (yield* HeldBackDeletions.settle(scan, kind.name, held, verdict)) {
        const heldBack =
          verdict._tag === "Delete" ? null : { kind: kind.name, count: verdict.count, reason: verdict.reason }
        return { deleted, heldBack, isUnproven: found.unproven > 0 }
      }
    }
  })
