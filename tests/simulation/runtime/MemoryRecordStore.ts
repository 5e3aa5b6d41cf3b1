import type { SqlError } from "@effect/sql"
import {
  Batch,
  Checkpoint,
  type Extractor,
  type HeldBackDecision,
  type RecordKind,
  ScanVerdict,
  StoredFields
} from "@tributary/core"
import { Effect } from "effect"
import * as StoredInstant from "../../../runtime-http/src/store/postgres/StoredInstant.js"
import { JITTER } from "../../../runtime-http/src/store/schedule/Ending.js"
import type { Lease, StaleFence } from "../../../runtime-http/src/store/schedule/Lease.js"
import type { RecordStore } from "../../../runtime-http/src/store/write/RecordStore.js"
import * as DeletionRule from "../../../runtime-http/src/store/write/rules/DeletionRule.js"
import * as EmptiedRule from "../../../runtime-http/src/store/write/rules/EmptiedRule.js"
import * as ScanRule from "../../../runtime-http/src/store/write/rules/ScanRule.js"
import * as SeenRule from "../../../runtime-http/src/store/write/rules/SeenRule.js"
import type { CompleteScan, Scan } from "../../../runtime-http/src/store/write/Scan.js"
import { noKindCounts, plusOfKind } from "../../../runtime-http/src/store/write/Scan.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { MemoryDeletions, type Swept } from "./MemoryDeletions.js"
import { MemoryFields } from "./MemoryFields.js"

/** A row of the table `scan`. */
interface ScanRow {
  mode: Scan["mode"] | null
  number: number
  confirmAt: number | null
  baseline: string | null
  isNewBaseline: boolean
  since: string | null
  checkpoint: Extractor.Checkpoint | null
  delta: string | null
  nextDelta: string | null
  startedAt: number
  progressedAt: number
  lastScanAt: number
  behindSecs: number
  lastBehindSecs: number
  lastFullAt: number | null
  runs: number
  lastRuns: number
  missing: ReadonlyArray<ScanVerdict.MissingPart>
  isInParts: boolean
  /** Kinds of which rows without a readable id were rejected. */
  unreadable: ReadonlySet<string>
  /** The rows below which every list was read. */
  completedParents: ReadonlySet<string>
}

const MAX_AGE = 24 * 3_600_000

/** Settings of the store; as on Postgres, except that the set from which a share counts as large may be small. */
export interface StoreSettings {
  readonly fullScanInterval: number
  readonly guard: DeletionRule.SweepGuard
}

/** One transaction of a call that takes several; between them, anything may happen. */
export type Step = <A>(
  name: string,
  transaction: Effect.Effect<A, StaleFence>
) => Effect.Effect<A, StaleFence | SqlError.SqlError>

/** The record store of a database in memory: its tables, and the transactions on them. */
export class MemoryRecordStore {
  private readonly scans = new Map<string, ScanRow>()
  /** When someone last asked for a full scan of everything. */
  private fullRequestedAt: number | null = null
  /** The ids that the scan in progress has seen, by kind, and whether a row with the id was stored. */
  private readonly seen = new Map<string, Map<string, boolean>>()
  readonly deletions: MemoryDeletions
  private readonly fields: MemoryFields

  constructor(
    private readonly database: MemoryDatabase,
    private readonly settings: StoreSettings
  ) {
    this.deletions = new MemoryDeletions(database, settings.guard)
    this.fields = new MemoryFields(database, settings.guard)
    database.plannedAfter = (instant) => this.plannedAfter(instant)
  }

  private scanOf(name: string): ScanRow {
    const known = this.scans.get(name)
    if (known !== undefined) return known
    const made: ScanRow = {
      mode: null,
      number: 0,
      confirmAt: null,
      baseline: null,
      isNewBaseline: false,
      since: null,
      checkpoint: null,
      delta: null,
      nextDelta: null,
      startedAt: 0,
      progressedAt: 0,
      lastScanAt: 0,
      behindSecs: 0,
      lastBehindSecs: 0,
      lastFullAt: null,
      runs: 0,
      lastRuns: 1,
      missing: [],
      isInParts: false,
      unreadable: new Set(),
      completedParents: new Set()
    }
    this.scans.set(name, made)
    return made
  }

  private seenOf(kind: string): Map<string, boolean> {
    const known = this.seen.get(kind)
    if (known !== undefined) return known
    const made = new Map<string, boolean>()
    this.seen.set(kind, made)
    return made
  }

  private forgetScan(row: ScanRow, kinds: ReadonlyArray<RecordKind.Any>): void {
    for (const { name } of kinds) this.seen.delete(name)
    row.completedParents = new Set()
    this.fields.forget(kinds)
  }

  /** How many records of a kind are listed: records that are gone are, if a field says so. */
  private listed({ deletion, name }: RecordKind.Any): number {
    const { live, records } = this.database.kind(name)
    return deletion._tag === "Hide" ? live : records.size
  }

  /** Whether the job of the lease has worked on the scan before. */
  private isOfJob({ origin }: Lease, { progressedAt, startedAt }: ScanRow): boolean {
    const job = this.database.jobs.find(({ id }) => id === origin?.jobId)
    return job !== undefined && job.startedAt <= Math.max(startedAt, progressedAt)
  }

  /** What the table says of an extractor's scans. */
  private known(lease: Lease, row: ScanRow, extractor: Extractor.Any): ScanRule.ScanMemory {
    const now = this.database.now()
    const known = (instant: number | null) =>
      instant !== null && !StoredInstant.isAheadOf(instant, now) ? instant : null
    const { guard, fullScanInterval } = this.settings
    const lastFullAt = known(row.lastFullAt)
    const lastScanAt = known(row.lastScanAt)
    const ageSecs = lastFullAt === null ? null : (now - lastFullAt) / 1_000
    const timing = { ageSecs, isOtherMapping: false, intervalSecs: fullScanInterval / 1_000, records: 0 }
    const canDelta = lastScanAt !== null && !ScanRule.isDue(extractor, timing, 0)
    const requestedAt = known(this.fullRequestedAt)
    const records = extractor.kinds.reduce((sum, kind) => sum + this.listed(kind), 0)
    const isPlannedAhead = row.confirmAt !== null && row.confirmAt > now + guard.evidenceSecs * 1_000
    return {
      ...row,
      now,
      steadySince: 0,
      firstLoadDays: null,
      startedAt: Math.min(row.startedAt, now),
      confirmAt: isPlannedAhead ? now : row.confirmAt,
      isIntervalOver:
        lastFullAt === null || lastFullAt <= now - this.database.schedule.intervalSecs * 1_000 * (1 - JITTER),
      isSameJob: this.isOfJob(lease, row),
      isAskedFor: lastFullAt === null || this.database.schedule.requestedAt > lastFullAt,
      isOvertaken: requestedAt !== null && row.startedAt < requestedAt,
      isRequested: requestedAt !== null && (lastFullAt === null || lastFullAt < requestedAt),
      isSettled: records >= guard.minFilled,
      isFresh: known(row.startedAt) !== null && Math.max(row.startedAt, known(row.progressedAt) ?? 0) > now - MAX_AGE,
      deltaSince: canDelta
        ? new Date(lastScanAt - (extractor.lookbackSecs + row.lastBehindSecs) * 1_000).toISOString()
        : null
    }
  }

  readonly open: RecordStore["Type"]["open"] = (lease, extractor, baseline, isAnew = false) =>
    this.database.transact(lease, () => {
      const { kinds, name } = extractor
      const row = this.scanOf(name)
      const stored = this.known(lease, row, extractor)
      const known = isAnew ? ScanRule.anew(stored) : stored
      const unfinished = ScanRule.resumed(lease, extractor, known, baseline)
      if (unfinished !== null) {
        row.runs = unfinished.runs
        if (Checkpoint.isStart(unfinished.checkpoint)) this.fields.countAnew(name)
        else this.fields.resume(name)
        if (SeenRule.isReadAgain(unfinished)) {
          for (const { name } of kinds) for (const id of this.seenOf(name).keys()) this.seenOf(name).set(id, false)
        }
        return unfinished
      }
      const abandoned = ScanRule.isElsewhere(known, baseline) ? null : row.checkpoint
      const scan = ScanRule.begun(lease, extractor, known, baseline, abandoned)
      const { isNewBaseline, mode, number, since } = scan
      this.forgetScan(row, kinds)
      this.fields.countAnew(name)
      if (ScanRule.isElsewhere(known, baseline)) {
        this.deletions.clear(kinds)
        this.fields.forgetKept(name)
      }
      Object.assign(row, {
        mode,
        number,
        baseline,
        isNewBaseline,
        delta: isNewBaseline ? null : row.delta,
        since,
        startedAt: this.database.now(),
        checkpoint: null,
        nextDelta: null,
        runs: 1,
        lastRuns: scan.lastRuns,
        missing: [],
        isInParts: false,
        behindSecs: 0,
        unreadable: new Set()
      } satisfies Partial<ScanRow>)
      this.database.watcher.began(scan)
      return scan
    })

  /** Remembers what a piece of a full scan contained; returns the ids that no row before has stored, by kind. */
  private see(batches: ReadonlyArray<Batch.Batch>): SeenRule.IdsByKind {
    const fresh: SeenRule.IdsByKind = new Map()
    const { rejected, stored } = SeenRule.idsOf(this.database.connectionId, batches)
    for (const [kind, ids] of stored) {
      const seen = this.seenOf(kind)
      for (const id of ids) {
        if (seen.get(id) !== true) SeenRule.idsIn(fresh, kind).add(id)
        seen.set(id, true)
      }
    }
    for (const [kind, ids] of rejected) {
      const seen = this.seenOf(kind)
      for (const id of ids) if (!seen.has(id)) seen.set(id, false)
    }
    for (const { keptBelow, kind } of batches) {
      const ends = new Set(keptBelow)
      const seen = this.seenOf(kind.name)
      for (const { id, source, target } of ends.size === 0 ? [] : this.database.live(kind.name)) {
        if (((source !== null && ends.has(source)) || (target !== null && ends.has(target))) && !seen.has(id)) {
          seen.set(id, false)
        }
      }
    }
    for (const { kind, removed } of batches) {
      for (const vendorId of removed) this.seenOf(kind.name).delete(this.database.idOf(kind.name, vendorId))
    }
    return fresh
  }

  /** The batches with only the records to store, with what each does to records that the scan has stored before. */
  private choose(scan: Scan, batches: ReadonlyArray<Batch.Batch>) {
    if (scan.mode === "delta") {
      return batches.map((batch) => ({
        batch: Batch.withRecords(batch, Batch.latest(batch)),
        winners: [],
        duplicates: []
      }))
    }
    return SeenRule.chosen(batches, this.see(batches)).map(({ batch, repeated }, index) => {
      const { kind } = batch
      const settled = repeated.flatMap((record) => {
        const known = this.database.kind(kind.name).records.get(record.id)
        if (known === undefined || known.isGone) return []
        const stored = { wire: known.wire, onRequest: null }
        const kept = record.unread.length === 0 ? record : StoredFields.keep(kind, record, { ...stored, isGone: false })
        return [SeenRule.compareDuplicates(scan, kind, kept, stored)]
      })
      const whole = batches[index]
      return {
        batch,
        winners: settled.flatMap(({ winner }) => winner ?? []),
        duplicates: [
          ...(whole === undefined ? [] : SeenRule.duplicatesWithin(whole)),
          ...settled.flatMap(({ duplicate }) => duplicate ?? [])
        ]
      }
    })
  }

  readonly write: RecordStore["Type"]["write"] = (scan, page) =>
    this.database.transact(scan.lease, () => {
      this.database.watcher.wrote(scan, page)
      for (const batch of page.batches) {
        const gone = batch.removed.map((vendorId) => this.database.idOf(batch.kind.name, vendorId))
        const rejected = SeenRule.rejectedIds(this.database.connectionId, batch)
        const present = [...batch.records.map(({ id }) => id), ...rejected]
        this.deletions.forget(batch.kind.name, [...present, ...gone])
      }
      const chosen = this.choose(scan, page.batches)
      const batches = chosen.map(({ batch }) => this.held(scan, batch))
      for (const { batch, winners } of chosen) this.fields.forgetRecords(batch.kind, winners)
      this.save(scan, page)
      let counts = noKindCounts
      for (const [index, { kind, records, rejections, removed, unmapped, unreadable }] of batches.entries()) {
        const { changed, created } = this.database.upsert(kind, records, scan.isNewBaseline)
        const gone = removed.map((vendorId) => this.database.idOf(kind.name, vendorId))
        counts = plusOfKind(counts, kind.name, {
          seen: records.length + rejections.length,
          created,
          changed,
          unchanged: records.length - created - changed,
          rejected: rejections.length,
          unmapped,
          unreadable,
          duplicates: chosen[index]?.duplicates.length ?? 0,
          deleted: this.database.remove(kind, gone, "named")
        })
      }
      for (const { batch, winners } of chosen) this.database.upsert(batch.kind, winners, scan.isNewBaseline)
      return counts
    })

  /** The batch, of which a guarded scan empties nothing before its end. */
  private held(scan: Scan, batch: Batch.Batch): Batch.Batch {
    if (!scan.isGuarded) return batch
    const kept = batch.records.map((record) => this.database.keep(batch.kind, record))
    return Batch.withRecords(batch, this.fields.hold(scan, batch.kind, kept))
  }

  private save(scan: Scan, page: Extractor.Page): void {
    const { batches, checkpoint, completedParents = [], delta, isInParts = false, missing = [] } = page
    const row = this.scanOf(scan.extractor)
    const hasMoved = checkpoint !== null && JSON.stringify(checkpoint) !== JSON.stringify(row.checkpoint)
    if (hasMoved || completedParents.length > 0) row.progressedAt = this.database.now()
    if (scan.isGuarded && (checkpoint !== null || completedParents.length > 0)) this.fields.save(scan.extractor)
    row.completedParents = new Set([...row.completedParents, ...completedParents])
    row.checkpoint = checkpoint ?? row.checkpoint
    row.nextDelta ??= delta
    row.missing = ScanVerdict.merge(row.missing, missing)
    row.isInParts ||= isInParts
    row.behindSecs = Math.max(row.behindSecs, ScanRule.behindSecs(scan, page))
    const unreadable = batches.flatMap(({ isIncomplete, kind }) => (isIncomplete ? [kind.name] : []))
    row.unreadable = new Set([...row.unreadable, ...unreadable])
  }

  readonly completedParents: RecordStore["Type"]["completedParents"] = (scan, ids) =>
    Effect.sync(() => {
      const { completedParents } = this.scanOf(scan.extractor)
      return new Set(ids.filter((id) => completedParents.has(id)))
    })

  private sweep(step: Step, { scan, ...proof }: CompleteScan) {
    return Effect.gen(this, function* () {
      const swept: Array<Swept & { readonly kind: string }> = []
      const [first] = scan.kinds
      const { lease, extractor } = scan
      const total = DeletionRule.believedTotal(scan, proof.total)
      for (const kind of scan.kinds) {
        const seen = this.seenOf(kind.name)
        const evidence = scan.isNewBaseline
          ? DeletionRule.replaced
          : DeletionRule.evidenceOf(kind.name, scan.counted, {
              total,
              seen: first === undefined ? 0 : this.seenOf(first.name).size,
              unreadable: [...this.scanOf(extractor).unreadable]
            })
        const find = () => {
          this.deletions.find(kind.name, scan, seen, evidence)
          this.database.watcher.compared(scan, kind.name)
        }
        yield* step("find missing", this.database.transact(lease, find))
        const settle = () => this.deletions.settle(scan, kind, seen, evidence)
        swept.push({ kind: kind.name, ...(yield* step("sweep", this.database.transact(lease, settle))) })
      }
      return swept
    })
  }

  readonly close =
    (step: Step): RecordStore["Type"]["close"] =>
    (proof) =>
      Effect.gen(this, function* () {
        const { scan } = proof
        const { isInParts, missing, mode } = this.scanOf(scan.extractor)
        const verdict = ScanVerdict.of({ missing, isInParts })
        const ended = ScanRule.ended(scan, verdict, false)
        const swept = ended.isSwept && mode !== null ? yield* this.sweep(step, proof) : []
        const isSettling = verdict._tag === "Complete" && mode !== null
        const settle = this.database.transact(scan.lease, () => this.fields.settle(scan))
        const before = this.fields.keptBy(scan.extractor)
        const { changed, kept } = isSettling
          ? yield* step("settle fields", settle)
          : { changed: noKindCounts, kept: before }
        const { guard } = this.settings
        const due = [DeletionRule.confirmAt(guard, swept), EmptiedRule.confirmAt(guard, kept)].flatMap((at) => at ?? [])
        const confirmAt = due.length === 0 ? null : Math.min(...due)
        yield* step(
          "close",
          this.database.transact(scan.lease, () => this.end(scan, ended, confirmAt))
        )
        const heldBackDeletions = swept.flatMap(({ heldBack }) => heldBack ?? [])
        const counts = swept.reduce(
          (sum, { deleted, heldBack, kind }) => plusOfKind(sum, kind, { deleted, heldBack: heldBack?.count ?? 0 }),
          changed
        )
        return {
          counts,
          heldBackDeletions,
          missing: swept.flatMap(({ missing }) => missing ?? []),
          kept: kept.map((field) => ({ ...field, believableAt: EmptiedRule.believableAt(guard, field) })),
          verdict,
          leftOut: null
        }
      })

  private end(scan: Scan, { isMoved, isSwept, lastRuns }: ScanRule.Ended, confirmAt: number | null): void {
    const row = this.scanOf(scan.extractor)
    if (row.mode === null) return
    if (isMoved) this.database.watcher.ended(scan)
    else this.database.watcher.abandoned(scan)
    Object.assign(row, {
      lastScanAt: isMoved ? row.startedAt : row.lastScanAt,
      lastBehindSecs: isMoved ? row.behindSecs : row.lastBehindSecs,
      lastFullAt: isMoved && row.mode === "full" ? row.startedAt : row.lastFullAt,
      lastRuns,
      isNewBaseline: row.isNewBaseline && !isSwept,
      confirmAt: isMoved ? this.confirmAfter(row, confirmAt) : row.confirmAt,
      mode: null,
      since: null,
      checkpoint: null,
      delta: isMoved ? (row.nextDelta ?? row.delta) : row.delta,
      nextDelta: null
    } satisfies Partial<ScanRow>)
    for (const { name } of scan.kinds) this.database.advance(this.database.kind(name))
    this.forgetScan(row, scan.kinds)
  }

  /** When a full scan is due after this one; what came due during this one, such as by a decision, is for the next. */
  private confirmAfter({ confirmAt, mode, startedAt }: ScanRow, planned: number | null): number | null {
    if (mode === "delta")
      return confirmAt === null || planned === null ? (confirmAt ?? planned) : Math.min(confirmAt, planned)
    const isDue = confirmAt !== null && confirmAt > startedAt && confirmAt <= this.database.now()
    return isDue ? Math.min(confirmAt, planned ?? confirmAt) : planned
  }

  /** When the full scans are due that were planned for instants after this one, to decide about missing records. */
  private plannedAfter(instant: number): ReadonlyArray<number> {
    return [...this.scans.values()].flatMap(({ confirmAt }) =>
      confirmAt !== null && confirmAt > instant ? [confirmAt] : []
    )
  }

  readonly restart: RecordStore["Type"]["restart"] = (scan) =>
    this.database.transact(scan.lease, () => {
      this.database.watcher.abandoned(scan)
      const row = this.scanOf(scan.extractor)
      Object.assign(row, {
        mode: null,
        since: null,
        checkpoint: null,
        delta: null,
        nextDelta: null,
        lastFullAt: null
      } satisfies Partial<ScanRow>)
      this.forgetScan(row, scan.kinds)
    })

  /** Mends what was stored while the clock of the database was ahead, as `ClockCorrection` does on Postgres. */
  correctClock(): void {
    const now = this.database.now()
    if (this.fullRequestedAt !== null && StoredInstant.isAheadOf(this.fullRequestedAt, now)) this.fullRequestedAt = now
    for (const row of this.scans.values()) {
      if (StoredInstant.isAheadOf(row.lastScanAt, now)) Object.assign(row, { lastScanAt: now, lastFullAt: null })
      // Postgres forgets when it began, so it is not fresh any more.
      if (StoredInstant.isAheadOf(row.startedAt, now)) Object.assign(row, { startedAt: 0, progressedAt: 0 })
    }
  }

  /** Whether the vendor has left something out of a scan in progress. */
  get isLacking(): boolean {
    return [...this.scans.values()].some(({ missing, mode }) => mode !== null && missing.length > 0)
  }

  /** Stores that someone asks for a full scan of everything. */
  requestFull(): void {
    this.fullRequestedAt = this.database.now()
  }

  /** Stores an operator's decision about the deletions that wait; returns whether any did. */
  decide(decision: HeldBackDecision): boolean {
    const extractors = this.deletions.decide(decision)
    for (const name of extractors) if (decision === "CONFIRM") this.scanOf(name).confirmAt = this.database.now()
    return extractors.length > 0
  }
}
