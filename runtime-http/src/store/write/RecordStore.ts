// store/write: turns an extractor's pages into rows, and removes the records that a complete scan no longer saw.

import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Extractor } from "@tributary/core"
import { Context, Effect, Layer } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as Removal from "./Removal.js"
import { type CompleteScan, type Counts, noCounts, type Scan } from "./Scan.js"
import * as ScanState from "./ScanState.js"
import * as Sweep from "./Sweep.js"
import * as Upsert from "./Upsert.js"
import * as WriteTransaction from "./WriteTransaction.js"

export type { Counts, Scan } from "./Scan.js"

/** Settings of the record store. */
export interface RecordStoreOptions {
  /** Deltas are used until the last full scan is this old; 86,400 (a day) by default. */
  readonly fullScanIntervalSecs?: number
  /** When a sweep needs a confirmation; `Sweep.defaultGuard` by default. */
  readonly sweepGuard?: Sweep.SweepGuard
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
    /**
     * Ends a complete scan. A full scan then removes the records that it did not see, unless the sweep guard holds those deletions back
     * because they are all records of a kind, or too large a share of them.
     */
    readonly close: (proof: CompleteScan) => Effect.Effect<Counts, StaleFence | SqlError.SqlError>
    /** Forgets the scan in progress, so that the next `open` begins a full scan; deletes no records. */
    readonly restart: (scan: Scan) => Effect.Effect<void, StaleFence | SqlError.SqlError>
    /** Lets the connection's next sweeps delete what was held back, once; returns the number of those records. */
    readonly confirmDeletions: (connectionId: string) => Effect.Effect<number, SqlError.SqlError>
  }
>() {
  static readonly make = (
    options: RecordStoreOptions = {}
  ): Effect.Effect<Context.Tag.Service<RecordStore>, never, SqlClient.SqlClient> => makeStore(options)

  static readonly layer = (options: RecordStoreOptions = {}): Layer.Layer<RecordStore, never, SqlClient.SqlClient> =>
    Layer.effect(RecordStore, makeStore(options))
}

const DEFAULT_FULL_SCAN_INTERVAL_SECS = 86_400

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

const makeStore = (
  options: RecordStoreOptions
): Effect.Effect<Context.Tag.Service<RecordStore>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { fullScanIntervalSecs = DEFAULT_FULL_SCAN_INTERVAL_SECS, sweepGuard: guard = Sweep.defaultGuard } = options
    const provided = Effect.provideService(SqlClient.SqlClient, sql)

    const open = (lease: Lease, extractor: Extractor.Any) =>
      provided(WriteTransaction.withLease(lease, ScanState.open(lease, extractor, fullScanIntervalSecs)))

    const write = (scan: Scan, page: Extractor.Page) =>
      provided(
        WriteTransaction.withLease(
          scan.lease,
          Effect.zipLeft(
            page.batches.length === 0 ? Effect.succeed(noCounts) : store(scan, page),
            ScanState.save(scan, page)
          )
        )
      )

    const close = ({ scan }: CompleteScan) =>
      Effect.gen(function* () {
        const counts = { ...noCounts }
        if (scan.mode === "full") {
          const isSweepable = yield* WriteTransaction.withLease(scan.lease, ScanState.isSweepable(scan))
          for (const kind of scan.kinds) {
            const { deleted, heldBack } = yield* Sweep.sweep(scan.lease, kind, { guard, isSweepable })
            counts.deleted += deleted
            counts.heldBack += heldBack
          }
        }
        yield* WriteTransaction.withLease(scan.lease, ScanState.close(scan))
        return counts
      }).pipe(provided)

    const restart = (scan: Scan) => provided(WriteTransaction.withLease(scan.lease, ScanState.restart(scan)))

    const confirmDeletions = (connectionId: string) => provided(Sweep.confirm(connectionId))

    return { open, write, close, restart, confirmDeletions }
  })
