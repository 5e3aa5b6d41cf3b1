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
