// runtime: the real job runner over a database in memory that obeys the rules of the one in Postgres.
import {
  type Batch,
  type Extractor,
  type Health,
  type Job,
  NormalizedRecord,
  type RecordKind,
  StoredFields
} from "@tributary/core"
import { Effect } from "effect"
import type { StoredUnreadFields } from "../../../runtime-http/src/store/accounts/ConnectionRow.js"
import { type Lease, StaleFence } from "../../../runtime-http/src/store/schedule/Lease.js"
import type { Scan } from "../../../runtime-http/src/store/write/Scan.js"
import type { TenantFingerprint } from "../../../runtime-http/src/TenantFingerprint.js"

/** A record as the database holds it. */
export interface StoredRecord {
  readonly id: string
  readonly vendorId: string
  /** The ids of the two records that a relation joins; null for any other kind. */
  readonly source: string | null
  readonly target: string | null
  wire: string
  /** Where it is in the order of changes of its kind. */
  position: number
  /** When it last changed, in milliseconds since 1970; later than that of any lower position. */
  updatedAt: number
  isGone: boolean
}

/** The records of one kind, and what is counted of them. */
export interface StoredKind {
  readonly records: Map<string, StoredRecord>
  /** The last position that was assigned. */
  position: number
  /** The time up to which its records are complete, in milliseconds since 1970. */
  updatedAt: number
  /** How many records are not gone. */
  live: number
}

/** The least time between two changes of a kind, in milliseconds. */
export const MICROSECOND = 0.001

/** The connection's row of the schedule. */
export interface ScheduleRow {
  fence: number
  runBy: string | null
  isPaused: boolean
  nextRunAt: number
  /** When the next run was planned. */
  plannedAt: number
  requestedAt: number
  startedAt: number
  failures: number
  crashes: number
  readonly intervalSecs: number
  readonly timeoutSecs: number
}

/** A job, of which only the last finished one matters to anybody. */
export interface JobRow {
  readonly id: string
  status: Job["status"]
  /** In milliseconds since 1970. */
  startedAt: number
  exports: Job["data_exports"]
  failureReason: string | null
}

/** What somebody who watches the database is told, in the order of the commits. */
export interface Watcher {
  /** A scan begins; a resumed one does not. */
  readonly began: (scan: Scan) => void
  /** A page of a scan was stored. */
  readonly wrote: (scan: Scan, page: Extractor.Page) => void
  /** A scan that has read everything has found out which records of a kind it missed. */
  readonly compared: (scan: Scan, kind: string) => void
  /** A scan is complete. */
  readonly ended: (scan: Scan) => void
  /** A scan was given up. */
  readonly abandoned: (scan: Scan) => void
  /** A record was removed: by a complete scan that missed it, or because the vendor named it. */
  readonly removed: (kind: RecordKind.Any, record: StoredRecord, cause: "missed" | "named") => void
}

/** The tables of one connection. Its methods are transactions: they happen at one instant, or not at all. */
export class MemoryDatabase {
  readonly connectionId: string
  readonly kinds = new Map<string, StoredKind>()
  readonly schedule: ScheduleRow
  readonly jobs: Array<JobRow> = []
  health: Health.Health | null = null
  /** When the full scans are due that were planned for instants after this one; the record store knows. */
  plannedAfter: (instant: number) => ReadonlyArray<number> = () => []
  /** When the first full scan is due that was planned for an instant after this one; the record store knows. */
  confirmAt: (after: number) => number | null = () => null
  /** What is known of the tenant whose data is stored. */
  tenant: TenantFingerprint | null = null
  /** How often the tenant was replaced by another one. */
  tenantReplacements = 0
  /** The fields that jobs could not read. */
  unreadFields: ReadonlyArray<StoredUnreadFields> = []
  /** JSON of the connection's credentials. */
  credentials: string
  private lastFence = 1

  constructor(
    readonly now: () => number,
    readonly watcher: Watcher,
    settings: {
      readonly connectionId: string
      readonly credentials: string
      readonly intervalSecs: number
      readonly timeoutSecs: number
    }
  ) {
    this.connectionId = settings.connectionId
    const { intervalSecs, timeoutSecs } = settings
    this.credentials = settings.credentials
    this.schedule = {
      fence: 0,
      runBy: null,
      isPaused: false,
      nextRunAt: now(),
      plannedAt: now(),
      requestedAt: 0,
      startedAt: 0,
      failures: 0,
      crashes: 0,
      intervalSecs,
      timeoutSecs
    }
  }

  /** A fence that no lease had before. */
  nextFence(): number {
    this.lastFence += 1
    return this.lastFence
  }

  /** Runs a transaction of a job; it is refused if the lease is void. */
  transact<A>(lease: Pick<Lease, "connectionId" | "fence">, body: () => A): Effect.Effect<A, StaleFence> {
    return Effect.suspend(() => {
      if (this.schedule.fence !== lease.fence) return Effect.fail(new StaleFence({ connectionId: lease.connectionId }))
      return Effect.sync(body)
    })
  }

  /** The records of a kind. */
  kind(name: string): StoredKind {
    const known = this.kinds.get(name)
    if (known !== undefined) return known
    const made: StoredKind = { records: new Map(), position: 0, updatedAt: 0, live: 0 }
    this.kinds.set(name, made)
    return made
  }

  /** The id of the record of a kind that the vendor knows by `vendorId`. */
  idOf(kind: string, vendorId: string): string {
    return NormalizedRecord.deriveId(this.connectionId, kind, vendorId)
  }

  /** Moves the time of a kind to now: to its next change, or to the end of a scan. */
  advance(kind: StoredKind): void {
    kind.updatedAt = Math.max(kind.updatedAt + MICROSECOND, this.now())
  }

  private move(kind: StoredKind, record: StoredRecord): void {
    kind.position += 1
    record.position = kind.position
    this.advance(kind)
    record.updatedAt = kind.updatedAt
  }

  /** The record, with what is stored in the fields that could not be read. */
  keep(kind: RecordKind.Any, record: Batch.Batch["records"][number]): Batch.Batch["records"][number] {
    const known = this.kind(kind.name).records.get(record.id)
    if (known === undefined || record.unread.length === 0) return record
    return StoredFields.keep(kind, record, { ...known, onRequest: null })
  }

  /** Changes the content of a record. */
  rewrite(kind: RecordKind.Any, record: StoredRecord, wire: string): void {
    if (record.wire === wire) return
    record.wire = wire
    this.move(this.kind(kind.name), record)
  }

  /** Stores the records that are new or changed. */
  upsert(
    recordKind: RecordKind.Any,
    records: Batch.Batch["records"],
    isNewBaseline: boolean
  ): { readonly created: number; readonly changed: number } {
    const kind = this.kind(recordKind.name)
    let created = 0
    let changed = 0
    for (const record of records) {
      const { ends, id, vendorId } = record
      const known = kind.records.get(id)
      const { wire } = isNewBaseline ? record : this.keep(recordKind, record)
      if (known === undefined) {
        const { source, target } = ends ?? { source: null, target: null }
        const made = { id, vendorId, source, target, wire, position: 0, updatedAt: 0, isGone: false }
        kind.records.set(id, made)
        kind.live += 1
        created += 1
        this.move(kind, made)
      } else if (known.isGone || known.wire !== wire) {
        if (known.isGone) kind.live += 1
        known.isGone = false
        known.wire = wire
        changed += 1
        this.move(kind, known)
      }
    }
    return { created, changed }
  }

  /** Removes those of the records that are not gone yet; returns their number. */
  remove(kind: RecordKind.Any, ids: Iterable<string>, cause: "missed" | "named"): number {
    const stored = this.kind(kind.name)
    let removed = 0
    for (const id of ids) {
      const record = stored.records.get(id)
      if (record === undefined || record.isGone) continue
      record.isGone = true
      stored.live -= 1
      removed += 1
      this.move(stored, record)
      this.watcher.removed(kind, record, cause)
    }
    return removed
  }

  /** The records of a kind that are not gone, by id. */
  live(kind: string): ReadonlyArray<StoredRecord> {
    return [...this.kind(kind).records.values()].filter(({ isGone }) => !isGone)
  }
}
