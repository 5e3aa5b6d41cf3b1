import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { RecordKind } from "@tributary/core"
import { Array as Arr, Effect, Stream } from "effect"
import type { StaleFence } from "../schedule/Lease.js"
import * as DeletionRule from "./DeletionRule.js"
import * as HeldBackDeletions from "./HeldBackDeletions.js"
import * as MissingRecords from "./MissingRecords.js"
import * as PendingMoves from "./PendingMoves.js"
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

/** Records per transaction; small, because other writers of the list wait for it. */
const MAX_ROWS = 1_000

/** Removes records. The write lock is held only while known ids are written. */
const removeUnseen = ({ lease, number }: Scan, kind: RecordKind.Any, ids: ReadonlyArray<string>): Leased<number> => {
  const { connectionId } = lease
  return PendingMoves.write(
    lease,
    Effect.gen(function* () {
      // Before they are forgotten: when they were last seen stands there.
      const prepared = yield* Removal.prepareMissing(connectionId, kind, ids, number)
      yield* MissingRecords.forget(connectionId, kind.name, ids, null)
      if (prepared.rows.length === 0) return WriteTransaction.unlocked(0)
      return yield* WriteTransaction.withListLocks(
        connectionId,
        [kind],
        (change) => Removal.remove(change, prepared),
        lease.origin ?? null
      )
    })
  )
}

/** Removes missing records, which it looks for outside the write lock. */
const removeMissing = (scan: Scan, kind: RecordKind.Any, which: MissingRecords.Deletable): Leased<number> =>
  MissingRecords.deletable(scan.lease, kind.name, which).pipe(
    Stream.flatMap((ids) => Stream.fromIterable(Arr.chunksOf(ids, MAX_ROWS))),
    Stream.runFoldEffect(0, (sum, ids) => Effect.map(removeUnseen(scan, kind, ids), (removed) => sum + removed))
  )

/** The held-back deletions of a kind, after it has forgotten those that an operator has dismissed. */
const heedDismissal = (scan: Scan, kind: string): Leased<HeldBackDeletions.Held | null> =>
  Effect.tap(HeldBackDeletions.find(scan.lease.connectionId, kind), (held) =>
    held?.decision === "DISMISS" ? MissingRecords.forgetHeld(scan.lease, kind, held) : Effect.void
  )

/**
 * Removes the records of a kind that a complete full scan did not see, as far as `DeletionRule` allows.
 *
 * `seenIn` are the numbers of `SeenRecords`. It uses several transactions. If it is interrupted, the scan is not closed: the next run completes the scan again and sweeps the rest.
 */
export const sweep = (
  scan: Scan,
  kind: RecordKind.Any,
  seenIn: ReadonlyArray<number>,
  evidence: DeletionRule.Evidence,
  guard: DeletionRule.SweepGuard
): Leased<Swept> =>
  Effect.gen(function* () {
    const before = yield* heedDismissal(scan, kind.name)
    const seen = yield* MissingRecords.find(scan, kind, seenIn, { evidence, heldIn: before?.scan ?? null })
    let deleted = 0
    for (;;) {
      const held = yield* heedDismissal(scan, kind.name)
      const released = held?.decision === "CONFIRM" ? held : null
      const first = yield* MissingRecords.count(scan.lease, kind.name, evidence, released)
      const weighed = DeletionRule.weighed(guard, evidence, { ...first, live: seen + first.unseen })
      const found = weighed === evidence ? first : yield* MissingRecords.count(scan.lease, kind.name, weighed, released)
      const verdict = DeletionRule.decide(guard, weighed, { ...found, live: seen + found.unseen })
      const misses = verdict._tag === "Delete" ? DeletionRule.missesNeeded(weighed) : null
      if (found.released > 0 || (misses !== null && found.due > 0)) {
        deleted += yield* removeMissing(scan, kind, { misses, released })
      }
      if (yield* HeldBackDeletions.settle(scan, kind.name, held, verdict)) {
        const heldBack =
          verdict._tag === "Delete" ? null : { kind: kind.name, count: verdict.count, reason: verdict.reason }
        return { deleted, heldBack, isUnproven: found.unproven > 0 }
      }
    }
  })
