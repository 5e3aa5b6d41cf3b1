import type { Bar, Measure, Round } from "./Case.js"

/** What the rounds of a measure say together. */
export interface Ratios {
  /** The ratio of each round, in their order. */
  readonly all: ReadonlyArray<number>
  /** The lowest ratio, or the highest if more is better. */
  readonly best: number
  readonly median: number
}

/** The middle of the values; the mean of the two in the middle if their number is even. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  const high = sorted[Math.floor(middle)] ?? Number.NaN
  return (low + high) / 2
}

const isMore = (bar: Bar | null): boolean => bar?.sense === "at least"

/** The ratio of each round; ratios of other rounds would compare different moments of a busy machine. */
export const of = ({ bar }: Measure, rounds: ReadonlyArray<Round>): Ratios => {
  if (rounds.length === 0) throw new Error("A measure needs at least one round.")
  const all = rounds.map(({ ours, reference }) => ours / reference)
  return { all, best: isMore(bar) ? Math.max(...all) : Math.min(...all), median: median(all) }
}

/** Whether the ratios reach the bar; null if there is none. A ratio that is not a number reaches no bar. */
export const reaches = (bar: Bar | null, { best, median }: Ratios): boolean | null => {
  if (bar === null) return null
  const reached = (ratio: number) => (isMore(bar) ? ratio >= bar.limit : ratio <= bar.limit)
  return reached(best) && (bar.reach === "best" || reached(median))
}
