import { addCounts, type Counts, noCounts } from "./Counts.js"

/** Counts by the names of record kinds, because the kinds of one extractor can belong to several export types; one that is absent has no records. */
export type KindCounts = Readonly<Record<string, Counts>>

/** Nothing of any kind. */
export const none: KindCounts = {}

/** The sums of two counts, kind by kind. */
export const add = (one: KindCounts, other: KindCounts): KindCounts => {
  const sums: Record<string, Counts> = { ...one }
  for (const [kind, counts] of Object.entries(other)) sums[kind] = addCounts(sums[kind] ?? noCounts, counts)
  return sums
}

/** The counts with some of one kind added; zeros add nothing. */
export const plus = (counts: KindCounts, kind: string, more: Partial<Counts>): KindCounts =>
  Object.values(more).every((count) => count === 0) ? counts : add(counts, { [kind]: { ...noCounts, ...more } })

/** The sum of the counts of these kinds; by default of all. */
export const total = (counts: KindCounts, kinds: ReadonlyArray<string> = Object.keys(counts)): Counts =>
  kinds.reduce((sum, kind) => addCounts(sum, counts[kind] ?? noCounts), noCounts)
