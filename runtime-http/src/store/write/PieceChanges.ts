import { Batch, type Extractor } from "@tributary/core"
import { Effect } from "effect"
import * as EmptiedFields from "./EmptiedFields.js"
import type * as RecordQuota from "./RecordQuota.js"
import * as Removal from "./Removal.js"
import type * as EmptiedRule from "./rules/EmptiedRule.js"
import * as SeenRule from "./rules/SeenRule.js"
import { type KindCounts, noKindCounts, plusOfKind, type Scan } from "./Scan.js"
import type * as SeenRecords from "./SeenRecords.js"
import * as Upsert from "./Upsert.js"
import * as WriteTransaction from "./WriteTransaction.js"

/*
 * What a piece of a page changes: which of its rows count, which of them differ from what is stored, and how they are written.
 */

/** The rows to store of a batch. */
export interface Chosen {
  readonly batch: Batch.Batch
  /** Rows of a full scan that replace what an earlier piece of it has stored. */
  readonly winners: Batch.Batch["records"]
  /** Rows of a full scan that lost against another one with their id. */
  readonly duplicates: ReadonlyArray<SeenRule.Duplicate>
}

/** The rows of a piece to store: in a full scan those that `SeenRule` and `DuplicateRule` choose, in a delta the last with an id. */
export const choose = (seen: SeenRecords.SeenRecords, scan: Scan, { batches }: Extractor.Page) =>
  Effect.gen(function* () {
    if (scan.mode === "delta") {
      return batches.map((batch): Chosen => {
        return { batch: Batch.withRecords(batch, Batch.latest(batch)), winners: [], duplicates: [] }
      })
    }
    const chosen = SeenRule.chosen(batches, yield* seen.add(scan, batches))
    return yield* Effect.forEach(chosen, ({ batch, repeated }, index) =>
      Effect.map(Upsert.settleDuplicates(scan, batch.kind, repeated), (settled): Chosen => {
        const within = batches[index] === undefined ? [] : SeenRule.duplicatesWithin(batches[index])
        return {
          batch,
          winners: settled.flatMap(({ winner }) => winner ?? []),
          duplicates: [...within, ...settled.flatMap(({ duplicate }) => duplicate ?? [])]
        }
      })
    )
  })

/** What a piece changes. */
export interface Changes {
  /** What is known of its records before they are written. */
  readonly counts: KindCounts
  readonly batches: ReadonlyArray<{
    readonly records: Upsert.Prepared
    readonly gone: ReadonlyArray<string>
  }>
  /** The rows that replace what earlier pieces of the scan have stored. */
  readonly winners: ReadonlyArray<Upsert.Prepared>
  /** What it says about the fields of its records; null if the scan believes what it reads. */
  readonly fieldCounts: EmptiedRule.FieldCounts | null
  /** The quota of records of the account, if new ones were left out; null otherwise. */
  readonly quota: number | null
}

/** Compares the records of every batch with those that are stored. */
export const compare = (quota: RecordQuota.RecordQuota, scan: Scan, chosen: ReadonlyArray<Chosen>) =>
  Effect.gen(function* () {
    const batches = chosen.map(({ batch }) => batch)
    const { isGuarded, isNewBaseline, lease } = scan
    const { connectionId } = lease
    const fieldCounts: EmptiedRule.FieldCounts = new Map()
    let counts = chosen.reduce((sum, { batch, duplicates }) => {
      const { kind, records, rejections, unmapped, unreadable } = batch
      const seen = records.length + rejections.length
      const rejected = rejections.length
      return plusOfKind(sum, kind.name, { seen, rejected, unmapped, unreadable, duplicates: duplicates.length })
    }, noKindCounts)
    const written = batches.filter(({ records, removed }) => records.length + removed.length > 0)
    const repeated = SeenRule.repeatedIds(connectionId, written)
    const candidates = yield* Effect.forEach(written, (batch) =>
      Effect.gen(function* () {
        const { kind, records } = batch
        // What is stored may be about another tenant, which has the same ids.
        const kept = isNewBaseline ? records : yield* Upsert.keepFields(connectionId, kind, records)
        const changed = yield* Upsert.withoutUnchanged(connectionId, kind, kept, repeated)
        counts = plusOfKind(counts, kind.name, { unchanged: kept.length - changed.length })
        return {
          kind,
          records: isGuarded ? yield* EmptiedFields.hold(scan, { kind, records: kept, changed }, fieldCounts) : changed
        }
      })
    )
    const admitted = yield* quota.admit(connectionId, candidates)
    const prepared = yield* Effect.forEach(written, (batch, index) => {
      const { kind } = batch
      const records = admitted.batches[index]?.records ?? []
      counts = plusOfKind(counts, kind.name, { rejected: (candidates[index]?.records.length ?? 0) - records.length })
      const gone = SeenRule.removedIds(connectionId, batch)
      return Effect.map(Upsert.prepare(connectionId, kind, records), (records) => ({ records, gone }))
    })
    const winners = yield* Effect.forEach(
      chosen.filter((each) => each.winners.length > 0),
      ({ batch: { kind }, winners: rows }) =>
        Effect.zipRight(EmptiedFields.forgetRecords(connectionId, kind, rows), Upsert.prepare(connectionId, kind, rows))
    )
    const changes: Changes = {
      counts,
      winners,
      batches: prepared,
      fieldCounts: isGuarded ? fieldCounts : null,
      quota: admitted.limit
    }
    return changes
  })

/** Upserts the records that differ, and removes those that the vendor reports as gone. */
export const store = (
  quota: RecordQuota.RecordQuota,
  { lease: { connectionId, origin } }: Scan,
  { batches, counts: before, winners }: Changes
) =>
  Effect.gen(function* () {
    let counts = before
    const changing = batches.filter(({ gone, records }) => gone.length + records.records.length > 0)
    if (changing.length + winners.length === 0) return WriteTransaction.unlocked(counts)
    return yield* WriteTransaction.withListLocks(
      connectionId,
      [...changing.map(({ records }) => records.kind), ...winners.map(({ kind }) => kind)],
      (change) =>
        Effect.gen(function* () {
          for (const { gone, records } of changing) {
            const { changed, created } = yield* Upsert.upsert(change, records)
            const unchanged = records.records.length - created - changed
            const deleted = gone.length === 0 ? 0 : yield* Removal.removeIds(change, records.kind, gone)
            counts = plusOfKind(counts, records.kind.name, { created, changed, unchanged, deleted })
          }
          // The row that they replace is counted already.
          for (const rows of winners) yield* Upsert.upsert(change, rows)
          quota.note(
            connectionId,
            [...change.locks.values()].reduce((sum, { deleted, listed }) => sum + listed - deleted, 0)
          )
          return counts
        }),
      origin ?? null
    )
  })
