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
