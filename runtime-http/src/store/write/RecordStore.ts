// store/write: turns an extractor's pages into rows, and removes the records that a complete scan no longer saw.

import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { type Extractor, type HeldBackDecision, type HeldBackDeletion, RecordId } from "@tributary/core"
import { Context, Effect, Layer } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as DeletionRule from "./DeletionRule.js"
import * as HeldBackDeletions from "./HeldBackDeletions.js"
import * as MissingRecords from "./MissingRecords.js"
import * as Removal from "./Removal.js"
import { type Closing, type CompleteScan, type Counts, type HeldBack, noCounts, type Scan } from "./Scan.js"
import * as ScanState from "./ScanState.js"
import * as SeenRecords from "./SeenRecords.js"
import * as Sweep from "./Sweep.js"
import * as Upsert from "./Upsert.js"
import * as WriteTransaction from "./WriteTransaction.js"

export type { Closing, Counts, Scan } from "./Scan.js"

/** Settings of the record store. */
export interface RecordStoreOptions {
  /** Deltas are used until the last full scan is this old; 86,400 (a day) by default. */
  readonly fullScanIntervalSecs?: number
  /** When a sweep needs a confirmation; `DeletionRule.defaultGuard` by default. */
  readonly sweepGuard?: DeletionRule.SweepGuard
}

/** Writes records. The vendor may deliver a record several times; a repeated one changes nothing. */
export class RecordStore extends Context.Tag("@tributary/runtime-http/RecordStore")<
  RecordStore,
  {
    /**
     * Resumes the extractor's unfinished scan, or begins one: a delta if the extractor supports it and the last full scan is younger than
     * the full-scan interval, otherwise a full scan.
     */
    readonly open: (lease: Lease, extractor: Extractor.Any) => Effect.Effect<Scan, StaleFence | SqlError.SqlError>
    /** Stores a page with its checkpoint in one transaction; an unchanged record writes nothing. */
    readonly write: (scan: Scan, page: Extractor.Page) => Effect.Effect<Counts, StaleFence | SqlError.SqlError>
    /** Ends a complete scan. A full scan then removes the records that are proven to be gone, as `DeletionRule` says. */
    readonly close: (proof: CompleteScan) => Effect.Effect<Closing, StaleFence | SqlError.SqlError>
    /** Forgets the scan in progress, so that the next `open` begins a full scan; deletes no records. */
    readonly restart: (scan: Scan) => Effect.Effect<void, StaleFence | SqlError.SqlError>
    /** Confirms or dismisses the held-back deletions of these kinds, or of all; returns which they were. */
    readonly decideDeletions: (
      connectionId: string,
      decision: HeldBackDecision,
      kinds: ReadonlyArray<string> | null
    ) => Effect.Effect<ReadonlyArray<HeldBackDeletion>, SqlError.SqlError>
  }
>() {
  static readonly make = (
    options: RecordStoreOptions = {}
  ): Effect.Effect<Context.Tag.Service<RecordStore>, never, SqlClient.SqlClient> => makeStore(options)

  static readonly layer = (options: RecordStoreOptions = {}): Layer.Layer<RecordStore, never, SqlClient.SqlClient> =>
    Layer.effect(RecordStore, makeStore(options))
}

const DEFAULT_FULL_SCAN_INTERVAL_SECS = 86_400

/** Forgets that records were missing if a delta contains them, and those that the vendor itself reports as removed. */
const forgetMissing = ({ lease: { connectionId }, mode }: Scan, { batches }: Extractor.Page) =>
  Effect.forEach(
    batches,
    (batch) =>
      Effect.gen(function* () {
        const { kind, removed } = batch
        const gone = removed.map((vendorId) => RecordId.derive(connectionId, kind.name, vendorId))
        const ids = mode === "delta" ? [...SeenRecords.idsOf(connectionId, batch), ...gone] : gone
        if (ids.length === 0) return
        const held = yield* HeldBackDeletions.find(connectionId, kind.name)
        const forgotten = yield* MissingRecords.forget(connectionId, kind.name, ids, held)
        yield* HeldBackDeletions.subtract(connectionId, kind.name, forgotten)
      }),
    { discard: true }
  )

/** Upserts the records of every batch, and removes those that a delta reports as gone. */
const store = (scan: Scan, page: Extractor.Page) =>
  WriteTransaction.withListLocks(
    scan.lease.connectionId,
    page.batches.map((batch) => batch.kind),
    (change) =>
      Effect.gen(function* () {
        const counts = { ...noCounts }
        for (const { kind, records, rejections, removed, unmapped } of page.batches) {
          const { created, changed } = yield* Upsert.upsert(change, kind, records)
          counts.seen += records.length + rejections.length
          counts.created += created
          counts.changed += changed
          counts.unchanged += records.length - created - changed
          counts.rejected += rejections.length
          counts.unmapped += unmapped
          if (removed.length > 0) counts.deleted += yield* Removal.removeVendorIds(change, kind, removed)
        }
        return counts
      })
  )

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** Sweeps every kind of a complete full scan. */
const sweepAll = ({ scan, total }: CompleteScan, guard: DeletionRule.SweepGuard) =>
  Effect.gen(function* () {
    const [first] = scan.kinds
    const unreadable = yield* ScanState.unreadableKinds(scan)
    const seen =
      total === null || first === undefined ? 0 : yield* SeenRecords.count(scan.lease.connectionId, first.name)
    return yield* Effect.forEach(scan.kinds, (kind) => {
      const evidence = DeletionRule.evidenceOf(kind.name, scan.counted, { total, seen, unreadable })
      return Sweep.sweep(scan, kind, evidence, guard)
    })
  })

const makeStore = (
  options: RecordStoreOptions
): Effect.Effect<Context.Tag.Service<RecordStore>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { fullScanIntervalSecs = DEFAULT_FULL_SCAN_INTERVAL_SECS, sweepGuard: guard = DeletionRule.defaultGuard } =
      options
    const provided = Effect.provideService(SqlClient.SqlClient, sql)

    const open = (lease: Lease, extractor: Extractor.Any) =>
      provided(ScanState.open(lease, extractor, fullScanIntervalSecs))

    const write = (scan: Scan, page: Extractor.Page) =>
      WriteTransaction.withLease(
        scan.lease,
        Effect.gen(function* () {
          yield* forgetMissing(scan, page)
          const counts = page.batches.length === 0 ? noCounts : yield* store(scan, page)
          yield* ScanState.save(scan, page)
          return counts
        })
      ).pipe(provided)

    const close = (proof: CompleteScan) =>
      Effect.gen(function* () {
        const { scan } = proof
        const swept = scan.mode === "full" ? yield* sweepAll(proof, guard) : []
        yield* ScanState.close(scan, scan.isFollowed && swept.some(({ isUnproven }) => isUnproven))
        const heldBackDeletions = swept.flatMap(
          ({ heldBack }): ReadonlyArray<HeldBack> => (heldBack === null ? [] : [heldBack])
        )
        return {
          ...noCounts,
          deleted: sum(swept.map(({ deleted }) => deleted)),
          heldBack: sum(heldBackDeletions.map(({ count }) => count)),
          heldBackDeletions
        }
      }).pipe(provided)

    const restart = (scan: Scan) => provided(ScanState.restart(scan))

    const decideDeletions: Context.Tag.Service<RecordStore>["decideDeletions"] = (connectionId, decision, kinds) =>
      provided(sql.withTransaction(HeldBackDeletions.decide(connectionId, decision, kinds)))

    return { open, write, close, restart, decideDeletions }
  })
