import type { Extractor } from "@tributary/core"
import { Effect, Stream } from "effect"
import type { Lease } from "../schedule/Lease.js"

/** A scan in progress: what to ask the extractor for. */
export interface Scan {
  readonly lease: Lease
  /** `<export type> <endpoint>`: the scan's identity within its connection. */
  readonly extractor: string
  readonly kinds: Extractor.Any["kinds"]
  readonly mode: "full" | "delta"
  readonly since: string | null
  readonly checkpoint: Extractor.Checkpoint | null
  /** Where the vendor's last page said that this delta begins; null for a full scan, and for deltas by instant. */
  readonly delta: string | null
}

/** What writing did, in records; each that was seen was either created, changed, unchanged or rejected. */
export interface Counts {
  readonly seen: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly deleted: number
  readonly rejected: number
  /** Of those that were seen: stored, with a value of the vendor that has no counterpart here. */
  readonly unmapped: number
  readonly heldBack: number
}

export const noCounts: Counts = {
  seen: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  deleted: 0,
  rejected: 0,
  unmapped: 0,
  heldBack: 0
}

export const addCounts = (a: Counts, b: Counts): Counts => ({
  seen: a.seen + b.seen,
  created: a.created + b.created,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  deleted: a.deleted + b.deleted,
  rejected: a.rejected + b.rejected,
  unmapped: a.unmapped + b.unmapped,
  heldBack: a.heldBack + b.heldBack
})

const seal: unique symbol = Symbol("CompleteScan")

/** Proof that every page of a scan was read and stored: the only thing that lets records be deleted. */
export interface CompleteScan {
  readonly [seal]: true
  readonly scan: Scan
}

/** Stores page after page; gives the proof once the vendor's list has ended, and never after a failure. */
export const storePages = <E, R, E2, R2>(
  scan: Scan,
  pages: Stream.Stream<Extractor.Page, E, R>,
  write: (page: Extractor.Page) => Effect.Effect<void, E2, R2>
): Effect.Effect<CompleteScan, E | E2, R | R2> =>
  Stream.runForEach(pages, write).pipe(Effect.as({ [seal]: true as const, scan }))
