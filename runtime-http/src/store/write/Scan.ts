import { Batch, type Extractor, type HeldBackReason, PageCut, type ScanVerdict } from "@tributary/core"
import { Effect, Either, Fiber, Option, Stream } from "effect"
import type { Lease } from "../schedule/Lease.js"
import type { RecordsLeftOut } from "./RecordQuota.js"
import type { KeptField } from "./rules/EmptiedRule.js"

/** How many records a write affected. Every seen record is either created, changed, unchanged or rejected. */
export interface Counts {
  readonly seen: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly deleted: number
  readonly rejected: number
  /** Rows with the id of another row of the same full scan and with other content. */
  readonly duplicates: number
  /** Values of stored records that could not be read. */
  readonly unreadable: number
  /** Seen records that were stored with a value of the vendor that the record kind does not know. */
  readonly unmapped: number
  /** Deletions that wait for a decision. */
  readonly heldBack: number
}

/** Zero of everything. */
export const noCounts: Counts = {
  seen: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  deleted: 0,
  rejected: 0,
  duplicates: 0,
  unreadable: 0,
  unmapped: 0,
  heldBack: 0
}

/** The sums of two counts. */
export const addCounts = (a: Counts, b: Counts): Counts => ({
  seen: a.seen + b.seen,
  created: a.created + b.created,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  deleted: a.deleted + b.deleted,
  rejected: a.rejected + b.rejected,
  duplicates: a.duplicates + b.duplicates,
  unreadable: a.unreadable + b.unreadable,
  unmapped: a.unmapped + b.unmapped,
  heldBack: a.heldBack + b.heldBack
})

/** Counts by the names of record kinds, because the kinds of one extractor can belong to several export types; one that is absent has no records. */
export type KindCounts = Readonly<Record<string, Counts>>

/** Nothing of any kind. */
export const noKindCounts: KindCounts = {}

/** The sums of two counts, kind by kind. */
export const addByKind = (one: KindCounts, other: KindCounts): KindCounts => {
  const sums: Record<string, Counts> = { ...one }
  for (const [kind, counts] of Object.entries(other)) sums[kind] = addCounts(sums[kind] ?? noCounts, counts)
  return sums
}

/** The counts with some of one kind added; zeros add nothing. */
export const plusOfKind = (counts: KindCounts, kind: string, more: Partial<Counts>): KindCounts =>
  Object.values(more).every((count) => count === 0) ? counts : addByKind(counts, { [kind]: { ...noCounts, ...more } })

/** The sum of the counts of these kinds; by default of all. */
export const totalOf = (counts: KindCounts, kinds: ReadonlyArray<string> = Object.keys(counts)): Counts =>
  kinds.reduce((sum, kind) => addCounts(sum, counts[kind] ?? noCounts), noCounts)

/*
 * A page of a vendor can have any number of rows. Readers of first pages wait while a transaction holds the write lock of their list, so
 * each transaction stores one piece of a page.
 */

/** The most rows of a piece, and the most characters of JSON of one with more than one row; Postgres limits a parameter to 256 MB. */
const LIMITS: PageCut.Limits = { rows: 1_000, length: 16_777_216 }

const rowsOf = ({ records, rejections, removed, undecided }: Batch.Batch): number =>
  records.length + rejections.length + removed.length + undecided.length

/** How many characters of JSON a record has. */
export const sizeOf = ({ onRequest, wire }: Batch.Batch["records"][number]): number =>
  wire.length + (onRequest?.length ?? 0)

const lengthOf = ({ records }: Batch.Batch): number => records.reduce((sum, record) => sum + sizeOf(record), 0)

const weightOf = (batch: Batch.Batch): PageCut.Weight => ({ rows: rowsOf(batch), length: lengthOf(batch) })

/** Cuts a batch; the first part has what belongs to no row. */
const cutBatch = (batch: Batch.Batch): ReadonlyArray<Batch.Batch> => {
  if (PageCut.fits(weightOf(batch), LIMITS)) return [batch]
  const rest = { rejections: [], removed: [], undecided: [], keptBelow: [] }
  const empty = { ...Batch.withRecords(batch, []), ...rest }
  const parts: ReadonlyArray<Batch.Batch> = [
    ...PageCut.parts(batch.records, LIMITS, (record) => ({ rows: 1, length: sizeOf(record) })).map((records) => ({
      ...Batch.withRecords(batch, records),
      ...rest
    })),
    ...PageCut.parts(batch.rejections, LIMITS).map((rejections) => ({ ...empty, rejections })),
    ...PageCut.parts(batch.removed, LIMITS).map((removed) => ({ ...empty, removed })),
    ...PageCut.parts(batch.undecided, LIMITS).map((undecided) => ({ ...empty, undecided }))
  ]
  const { keptBelow } = batch
  return parts.map((part, index) => (index === 0 ? { ...part, keptBelow } : part))
}

/** Cuts a page into pieces, each small enough for one transaction; `PageCut` says which of them has the checkpoint. */
export const partsOf = (page: Extractor.Page): ReadonlyArray<Extractor.Page> =>
  PageCut.pieces(
    PageCut.parts(page.batches.flatMap(cutBatch), LIMITS, weightOf),
    (batches): Extractor.Page => ({ batches, checkpoint: null, delta: null }),
    (batches) => ({ ...page, batches })
  )

/** A scan in progress, and where it continues. */
export interface Scan {
  readonly lease: Lease
  /** The name of the extractor, which identifies the scan within its connection. */
  readonly extractor: string
  /** The kinds of records that the extractor delivers. */
  readonly kinds: Extractor.Any["kinds"]
  /** The kinds whose records a total of the vendor proves, by name; see `DeletionRule.countedKinds`. */
  readonly counted: ReadonlyArray<string>
  /** Whether the list is a log, whose scans remove no events; see `Extractor.isLog`. */
  readonly isLog: boolean
  readonly mode: "full" | "delta"
  /** Counts the full scans of the extractor; a delta has the number of the last full scan. */
  readonly number: number
  /** When its first run began, in milliseconds since 1970 by the clock of the database. */
  readonly startedAt: number
  /** When this run began it, or resumed it, in milliseconds since 1970. */
  readonly openedAt: number
  /** Since when the clock of the database has not been put forward, as far as the process knows; 0 if it never was. */
  readonly steadySince?: number
  /** How many days of a log the first scan reads, as the connection says; null or absent for the default. */
  readonly firstLoadDays?: number | null
  /** Whether it is a full scan only because one was planned to decide about missing records; none is planned for what it misses first. */
  readonly isConfirming: boolean
  /** Whether no full scan of the tenant was complete since it has replaced another one. */
  readonly isNewBaseline: boolean
  /** Whether records keep until its end what it would empty; see `EmptiedRule`. */
  readonly isGuarded: boolean
  /** Whether an earlier run began the scan. It may have seen records that have left since, so that a total proves nothing. */
  readonly isResumed: boolean
  /** The lower bound of a delta, ISO 8601; null for a full scan. */
  readonly since: string | null
  /** Where the extractor continues; null for a new scan. */
  readonly checkpoint: Extractor.Checkpoint | null
  /** How many jobs have worked on the scan, this one included. */
  readonly runs: number
  /** What `ScanRule.ended` returned for the last complete full scan. */
  readonly lastRuns: number
  /** The vendor's token for the start of this delta; null for a full scan, and for deltas by time. */
  readonly delta: string | null
  /** Where an earlier scan stopped that is not resumed; null if there is none, or if the credentials cannot reach it. */
  readonly abandoned: Extractor.Checkpoint | null
}

/** Deletions of one kind that a complete scan held back. */
export interface HeldBack {
  /** The name of the record kind. */
  readonly kind: string
  readonly count: number
  readonly reason: HeldBackReason
}

/** Records of one kind that a complete scan missed, but that are not proven to be gone. */
export interface Missing {
  /** The name of the record kind. */
  readonly kind: string
  readonly count: number
  /** From when on the longest missing one counts as missing, in milliseconds since 1970. */
  readonly since: number
  /** From when on a scan can prove that it is gone, in milliseconds since 1970. */
  readonly provableAt: number
}

/** A field that records keep, although answers would empty it of most of them. */
export interface Kept extends KeptField {
  /** From when on a full scan that says the same is believed, in milliseconds since 1970. */
  readonly believableAt: number
}

/** What the end of a scan did. */
export interface Closing {
  /** What it changed, deleted and held back. */
  readonly counts: KindCounts
  /** The deletions of `heldBack`, by kind. */
  readonly heldBackDeletions: ReadonlyArray<HeldBack>
  /** The records that are missing, but neither deleted nor held back. */
  readonly missing: ReadonlyArray<Missing>
  /** The fields that records keep, although answers would empty them. */
  readonly kept: ReadonlyArray<Kept>
  /** What the scan proves; nothing but the kept records follows from an incomplete one. */
  readonly verdict: ScanVerdict.ScanVerdict
  /** Why new records are not stored, if the scan has left any out; null otherwise. */
  readonly leftOut: RecordsLeftOut | null
}

/** Not exported, so no other module can construct a proof. */
const seal: unique symbol = Symbol("CompleteScan")

/** Proof that every list of a scan was read to its end and stored. Only with it can a scan be closed and its missing records deleted. */
export interface CompleteScan {
  readonly [seal]: true
  readonly scan: Scan
  /** The total on the last page: how many records of the first kind the vendor announced; null if it has none. */
  readonly total: number | null
}

/**
 * Stores page after page, in pieces, and returns the proof when the vendor's list has ended; a failure yields no proof.
 *
 * `write` stores one piece in one transaction. Meanwhile the next page is read, but no further one, so that a slow store slows the source down.
 */
export const storePages = <E, R, E2, R2>(
  scan: Scan,
  pages: Stream.Stream<Extractor.Page, E, R>,
  write: (piece: Extractor.Page) => Effect.Effect<void, E2, R2>
): Effect.Effect<CompleteScan, E | E2, R | R2> =>
  Effect.scoped(
    Effect.gen(function* () {
      let total: number | null = null
      const pull = yield* Stream.toPull(pages)
      const readNext = Effect.forkScoped(Effect.either(pull))
      let reading = yield* readNext
      for (;;) {
        const read = yield* Fiber.join(reading)
        if (Either.isLeft(read)) {
          if (Option.isSome(read.left)) return yield* Effect.fail(read.left.value)
          return { [seal]: true as const, scan, total }
        }
        reading = yield* readNext
        for (const page of read.right) {
          yield* Effect.forEach(partsOf(page), write, { discard: true })
          total = page.total ?? null
        }
      }
    })
  )
