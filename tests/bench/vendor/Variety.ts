/** One of the values; the next row has the next one. */
export const pick = <A>(values: ReadonlyArray<A>, index: number): A => values[index % values.length] as A

/** An instant of the year that differs from row to row. */
export const instant = (year: number, index: number): string =>
  new Date(Date.UTC(year, 0, 1) + (index % 30_000_000) * 1_000).toISOString()
