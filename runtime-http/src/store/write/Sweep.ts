import type { RecordKind } from "@tributary/core"
import { Array as Arr, Effect, Stream } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import type { StaleFence } from "../schedule/Lease.js"
import * as EmptiedParents from "./EmptiedParents.js"
import * as HeldBackDeletions from "./HeldBackDeletions.js"
import * as MissingRecords from "./MissingRecords.js"
import * as Removal from "./Removal.js"
import * as DeletionRule from "./rules/DeletionRule.js"
import type { HeldBack, Missing, Scan } from "./Scan.js"
import * as WriteTransaction from "./WriteTransaction.js"

/** What a sweep did with the records of a kind that a complete scan did not see. */
export interface Swept {
  readonly deleted: number
  /** The deletions that wait for an operator; null if none wait. */
  readonly heldBack: HeldBack | null
  /** The missing records that are not proven to be gone; null if there are none. */
  readonly missing: Missing | null
  /** Since when the record counts as missing that is missing longest and for which a scan is planned; null if no scan is planned. */
  readonly plannedSince: number | null
}

type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** Records per transaction; small, because other writers of the list wait for it. */
const MAX_ROWS = 1_000

/** Removes records. The write lock is held only while known ids are written. */
const removeUnseen = ({ lease, number }: Scan, kind: RecordKind.Any, ids: ReadonlyArray<string>): Leased<number> => {
  const { connectionId } = lease
  return WriteTransaction.write(
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
    const { lease } = scan
    yield* heedDismissal(scan, kind.name)
    const { mayHaveMissing, seen } = yield* MissingRecords.find(scan, kind, seenIn, evidence)
    const parent = DeletionRule.parentEndOf(scan.kinds, kind)
    let deleted = 0
    for (;;) {
      const held = yield* heedDismissal(scan, kind.name)
      const released = held?.decision === "CONFIRM" ? held : null
      const countBy = (by: DeletionRule.Evidence) =>
        Effect.map(
          mayHaveMissing
            ? MissingRecords.count(lease, kind.name, DeletionRule.provenBy(guard, by, scan), released)
            : Effect.succeed(MissingRecords.noMissing),
          (counts) => ({ ...counts, live: seen + counts.unseen })
        )
      const first = yield* countBy(evidence)
      const weighed = DeletionRule.weighed(guard, evidence, first)
      const tally = weighed === evidence ? first : yield* countBy(weighed)
      const parents =
        parent !== null && DeletionRule.needsParents(guard, weighed, tally)
          ? yield* EmptiedParents.count(lease, kind, parent, released)
          : DeletionRule.noParents
      const verdict = DeletionRule.decide(guard, { evidence: weighed, parents, scan, tally })
      const proven = verdict._tag === "Delete" ? DeletionRule.provenBy(guard, weighed, scan) : null
      if (tally.released > 0 || (proven !== null && tally.due > 0)) {
        deleted += yield* removeMissing(scan, kind, { proven, released })
      }
      // What unreadable rows may hide is held back.
      const { plannedSince, since, unproven } = weighed.isReadable ? tally : MissingRecords.noMissing
      if (yield* HeldBackDeletions.settle(scan, kind.name, held, verdict, { since, unproven })) {
        const heldBack =
          verdict._tag === "Delete" ? null : { kind: kind.name, count: verdict.count, reason: verdict.reason }
        const missing =
          since === null
            ? null
            : { kind: kind.name, count: unproven, since, provableAt: DeletionRule.provableAt(guard, since) }
        return { deleted, heldBack, missing, plannedSince }
      }
    }
  })
