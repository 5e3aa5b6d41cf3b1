// store/write: turns an extractor's pages into rows, and removes the records that a complete scan no longer saw.

import { type DuplicateSample, type Extractor, FullScanInterval } from "@tributary/core"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { DefaultQuotas } from "../accounts/AccountQuotas.js"
import * as SteadyClock from "../postgres/SteadyClock.js"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as EmptiedFields from "./EmptiedFields.js"
import * as FormerTenant from "./FormerTenant.js"
import * as HeldBackDeletions from "./HeldBackDeletions.js"
import * as MissingRecords from "./MissingRecords.js"
import * as MissingTotals from "./MissingTotals.js"
import * as PieceChanges from "./PieceChanges.js"
import * as RecordQuota from "./RecordQuota.js"
import * as DeletionRule from "./rules/DeletionRule.js"
import * as EmptiedRule from "./rules/EmptiedRule.js"
import * as ScanRule from "./rules/ScanRule.js"
import * as SeenRule from "./rules/SeenRule.js"
import type { Closing, CompleteScan, HeldBack, Scan } from "./Scan.js"
import { type KindCounts, noKindCounts, plusOfKind } from "./Scan.js"
import * as ScanEnd from "./ScanEnd.js"
import * as ScanRows from "./ScanRows.js"
import * as ScanState from "./ScanState.js"
import * as SeenRecords from "./SeenRecords.js"
import * as Sweep from "./Sweep.js"
import * as WriteTransaction from "./WriteTransaction.js"

export type { Closing, Scan } from "./Scan.js"

/** Settings of the record store. */
export interface RecordStoreOptions {
  /**
   * The longest time between two full scans of a connection without an interval of its own, in seconds; a day by default. See
   * `FullScanInterval`.
   */
  readonly longestFullScanSecs?: number
  /** What a sweep asks for before it deletes what scans have missed; by default, and for what is left out, `DeletionRule.defaultGuard`. */
  readonly sweepGuard?: Partial<DeletionRule.SweepGuard>
  /** How many ids that a scan has seen a process keeps in memory before it merges them in the database; 65,536 by default. */
  readonly maxRecentIds?: number
  /** Milliseconds by a clock that nobody sets; by default, that of the process. */
  readonly monotonic?: () => number
}

/** Writes records. The vendor may deliver a record several times; a repeated one changes nothing. */
export class RecordStore extends Context.Tag("@tributary/runtime-http/RecordStore")<
  RecordStore,
  {
    /**
     * Resumes the extractor's unfinished scan, or begins one: a delta if the extractor supports it, the last full scan is younger than
     * the full-scan interval, and no full scan was requested since; otherwise a full scan.
     *
     * `baseline` identifies the tenant that the scan reads. If it changes, the store forgets everything that earlier scans left behind and
     * begins a full scan; the first complete one removes every record that it has not seen.
     *
     * `isAnew` asks for a full scan, because a scan of changes would leave out what can be read now; false by default.
     */
    readonly open: (
      lease: Lease,
      extractor: Extractor.Any,
      baseline: string,
      isAnew?: boolean
    ) => Effect.Effect<Scan, StaleFence | SqlError>
    /**
     * Stores a piece of a page and its checkpoint in one transaction; an unchanged record writes nothing. `also` saves the counts and
     * the duplicates in the same transaction. A piece without records or checkpoint, such as one of an empty list, opens no transaction
     * and does not call `also`. New records for which the account has no room are left out; the scan remembers that.
     */
    readonly write: (
      scan: Scan,
      piece: Extractor.Page,
      also?: (counts: KindCounts, duplicates: ReadonlyArray<DuplicateSample>) => Effect.Effect<void, SqlError>
    ) => Effect.Effect<KindCounts, StaleFence | SqlError>
    /** Which of the rows with these raw ids have had every list below them read by the scan. */
    readonly completedParents: (scan: Scan, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, SqlError>
    /** Ends a scan that has read its lists to their end. A complete full scan then removes the records that `DeletionRule` proves gone. */
    readonly close: (proof: CompleteScan) => Effect.Effect<Closing, StaleFence | SqlError>
    /**
     * Removes the records of a former tenant, before anything is read; returns how many, by kind. Runs `between` between its transactions, and
     * stops if that fails.
     */
    readonly removeFormer: <E>(
      lease: Lease,
      between: Effect.Effect<void, E>
    ) => Effect.Effect<ReadonlyMap<string, number>, E | StaleFence | SqlError>
    /** Forgets the scan in progress, so that the next `open` begins a full scan; deletes no records. */
    readonly restart: (scan: Scan) => Effect.Effect<void, StaleFence | SqlError>
  }
>() {
  static readonly make = (
    options: RecordStoreOptions = {}
  ): Effect.Effect<Context.Tag.Service<RecordStore>, never, SqlClient.SqlClient> => makeStore(options)

  static readonly layer = (options: RecordStoreOptions = {}): Layer.Layer<RecordStore, never, SqlClient.SqlClient> =>
    Layer.effect(RecordStore, makeStore(options))
}

/** Whether the piece says nothing that is stored, or shown with a job. */
const isBlank = (scan: Scan, page: Extractor.Page): boolean => {
  const { batches, checkpoint, completedParents = [], delta, isInParts = false, missing = [], unread = [] } = page
  return (
    checkpoint === null &&
    missing.length === 0 &&
    !isInParts &&
    delta === null &&
    completedParents.length === 0 &&
    unread.length === 0 &&
    ScanRule.behindSecs(scan, page) === 0 &&
    batches.every(
      ({ isIncomplete, keptBelow, records, rejections, removed, repeats, undecided }) =>
        !isIncomplete &&
        [keptBelow, records, rejections, removed, repeats, undecided].every(({ length }) => length === 0)
    )
  )
}

/** Forgets that records of these kinds were missing if the vendor has served them since, or itself reports them as removed. */
const forgetMissing = ({ lease: { connectionId } }: Scan, { batches }: Extractor.Page, kinds: ReadonlySet<string>) =>
  Effect.forEach(
    batches.filter(({ kind }) => kinds.has(kind.name)),
    (batch) =>
      Effect.gen(function* () {
        const { name } = batch.kind
        const gone = SeenRule.removedIds(connectionId, batch)
        const ids = [...SeenRecords.idsOf(connectionId, batch), ...gone]
        if (ids.length === 0) return
        const held = yield* HeldBackDeletions.find(connectionId, name)
        const forgotten = yield* MissingRecords.forget(connectionId, name, ids, held)
        yield* HeldBackDeletions.subtract(connectionId, name, forgotten.held)
        yield* MissingTotals.subtract(connectionId, name, forgotten.unproven)
      }),
    { discard: true }
  )

/** Sweeps every kind of a complete full scan that has anything to sweep. */
const sweepAll = (
  seen: SeenRecords.SeenRecords,
  { scan, ...proof }: CompleteScan,
  { seen: remembered, sweepable, unreadable }: ScanEnd.ScanEnd,
  guard: DeletionRule.SweepGuard
) =>
  Effect.gen(function* () {
    const [first] = scan.kinds
    const kinds = scan.kinds.filter(({ name }) => sweepable.includes(name))
    const total = DeletionRule.believedTotal(scan, proof.total)
    const isCounted = total !== null && kinds.length > 0 && first !== undefined && remembered.includes(first.name)
    const counted = isCounted ? yield* seen.count(scan, first.name) : 0
    return yield* Effect.forEach(kinds, (kind) =>
      Effect.flatMap(seen.numbers(scan, kind.name), (numbers) => {
        const evidence = scan.isNewBaseline
          ? DeletionRule.replaced
          : DeletionRule.evidenceOf(kind.name, scan.counted, { total, seen: counted, unreadable })
        return Effect.map(Sweep.sweep(scan, kind, numbers, evidence, guard), (swept) => ({ kind: kind.name, ...swept }))
      })
    )
  })

const makeStore = (
  options: RecordStoreOptions
): Effect.Effect<Context.Tag.Service<RecordStore>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { longestFullScanSecs = FullScanInterval.DEFAULT_LONGEST_SECS } = options
    const guard: DeletionRule.SweepGuard = { ...DeletionRule.defaultGuard, ...options.sweepGuard }
    const seen = SeenRecords.make(options.maxRecentIds)
    const quota = RecordQuota.make(sql, yield* DefaultQuotas)
    const clock = SteadyClock.make(options.monotonic)
    // What the scans in progress have counted, as the last transaction has stored it.
    const counted = new WeakMap<Scan, EmptiedRule.FieldCounts>()
    const countedIn = (scan: Scan): EmptiedRule.FieldCounts => counted.get(scan) ?? new Map()
    const provided = Effect.provideService(SqlClient.SqlClient, sql)

    const open: RecordStore["Type"]["open"] = (lease, extractor, baseline, isAnew = false) =>
      ScanState.open(lease, extractor, {
        baseline,
        isAnew,
        longestFullScanSecs,
        evidenceSecs: guard.evidenceSecs,
        minFilled: guard.minFilled,
        clock
      }).pipe(
        Effect.map(({ fieldCounts, scan }) => {
          if (!scan.isResumed) seen.begin(scan)
          counted.set(scan, fieldCounts)
          return scan
        }),
        provided
      )

    const writePiece = (
      scan: Scan,
      page: Extractor.Page,
      missing: ReadonlySet<string>,
      also: (counts: KindCounts, duplicates: ReadonlyArray<DuplicateSample>) => Effect.Effect<void, SqlError>
    ) =>
      Effect.gen(function* () {
        yield* forgetMissing(scan, page, missing)
        const chosen = yield* PieceChanges.choose(seen, scan, page)
        const changes = yield* PieceChanges.compare(quota, scan, chosen)
        const fieldCounts =
          changes.fieldCounts === null ? null : EmptiedRule.merged(countedIn(scan), changes.fieldCounts)
        yield* ScanState.save(scan, page, { fieldCounts, quota: changes.quota })
        const { isPending, result: counts } = yield* PieceChanges.store(quota, scan, changes)
        yield* also(
          counts,
          chosen.flatMap(({ duplicates }) => duplicates.map(({ sample }) => sample))
        )
        return { isPending, result: { counts, fieldCounts } }
      })

    /** Few lists have any. */
    const missingAmong = ({ lease: { connectionId } }: Scan, { batches }: Extractor.Page) =>
      MissingRecords.kindsWithAny(
        sql,
        connectionId,
        batches.map(({ kind }) => kind)
      )

    const write: RecordStore["Type"]["write"] = (scan, page, also = () => Effect.void) =>
      isBlank(scan, page)
        ? Effect.succeed(noKindCounts)
        : WriteTransaction.begunBy(scan.lease, [missingAmong(scan, page)], ([missing]) =>
            writePiece(scan, page, new Set(missing.map(({ kind }) => kind)), also)
          ).pipe(
            Effect.map(({ counts, fieldCounts }) => {
              if (fieldCounts !== null) counted.set(scan, fieldCounts)
              return counts
            }),
            (storing) => seen.during(scan, storing),
            provided
          )

    /** Writes what a complete scan has emptied, as far as it is believed. */
    const settleFields = (scan: Scan, { isOpen, kept: before, verdict }: ScanEnd.ScanEnd) =>
      Effect.gen(function* () {
        if (!isOpen || verdict._tag !== "Complete") return { kept: before, changed: new Map<string, number>() }
        const counts = countedIn(scan)
        const kept = EmptiedRule.keptAfter(guard, scan, counts, before)
        return { kept, changed: yield* EmptiedFields.settle(scan, counts, kept, before) }
      })

    const close = (proof: CompleteScan) =>
      Effect.gen(function* () {
        const { scan } = proof
        const end = yield* ScanEnd.find(scan)
        const { isSwept } = ScanRule.ended(scan, end.verdict, end.quota !== null)
        const swept = isSwept && end.isOpen ? yield* sweepAll(seen, proof, end, guard) : []
        const { changed, kept } = yield* settleFields(scan, end)
        const due = [DeletionRule.confirmAt(guard, swept), EmptiedRule.confirmAt(guard, kept)].flatMap((at) => at ?? [])
        yield* ScanEnd.close(scan, end, due.length === 0 ? null : Math.min(...due))
        const heldBackDeletions = swept.flatMap(
          ({ heldBack }): ReadonlyArray<HeldBack> => (heldBack === null ? [] : [heldBack])
        )
        const removals = swept.reduce(
          (sum, { deleted, heldBack, kind }) =>
            plusOfKind(sum, kind, { deleted, heldBack: heldBack === null ? 0 : heldBack.count }),
          noKindCounts
        )
        const counts = [...changed].reduce(
          (sum, [kind, records]) => plusOfKind(sum, kind, { changed: records, unchanged: -records }),
          removals
        )
        return {
          counts,
          heldBackDeletions,
          missing: swept.flatMap(({ missing }) => missing ?? []),
          kept: kept.map((field) => ({ ...field, believableAt: EmptiedRule.believableAt(guard, field) })),
          verdict: end.verdict,
          leftOut: end.quota === null ? null : new RecordQuota.RecordsLeftOut({ limit: end.quota })
        }
      }).pipe(provided)

    const restart = (scan: Scan) => provided(ScanEnd.restart(scan))

    const completedParents = ({ extractor, lease }: Scan, ids: ReadonlyArray<string>) =>
      provided(ScanRows.findParents(lease.connectionId, extractor, ids))

    const removeFormer: RecordStore["Type"]["removeFormer"] = (lease, between) =>
      provided(FormerTenant.remove(lease, between))

    return { open, write, completedParents, close, removeFormer, restart }
  })
