/**
 * Recognizes a position that is an index and not a token, such as an offset or a page number.
 *
 * Rows that are added or removed shift the rows behind them, so a later run must not continue at an index.
 */

/** The numbers of a position by their paths, including numbers in the parameters of an address. */
const numbersIn = (value: unknown, path = ""): ReadonlyArray<readonly [path: string, number: number]> => {
  if (typeof value === "number") return [[path, value]]
  if (typeof value === "string") {
    if (/^\d+$/.test(value)) return [[path, Number(value)]]
    const query = value.includes("?") ? value.slice(value.indexOf("?") + 1) : ""
    return [...new URLSearchParams(query)].flatMap(([name, part]) =>
      /^\d+$/.test(part) ? [[`${path} ${name}`, Number(part)]] : []
    )
  }
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([name, part]) => numbersIn(part, `${path}.${name}`))
}

/** What an index counts: the rows or the pages so far, from 0 or from 1. */
const countsOf = (rows: number | null, pages: number): ReadonlyArray<number> => [
  pages,
  pages + 1,
  ...(rows === null ? [] : [rows, rows + 1])
]

/** Whether a number in the position follows the rows or pages so far; compares it with the position before. */
export const isIndex = (next: unknown, previous: unknown, rows: number | null, pages: number): boolean => {
  const before = new Map(numbersIn(previous))
  const counts = countsOf(rows, pages)
  return numbersIn(next).some(([path, number]) => {
    const known = before.get(path)
    return known !== undefined && known !== number && counts.includes(number)
  })
}

/** Whether the first position could be an index, which only the second one tells: a page size may be the same number. */
export const mayBeIndex = (next: unknown, previous: unknown, rows: number | null, pages: number): boolean =>
  (previous === null || previous === undefined) &&
  numbersIn(next).some(([, number]) => countsOf(rows, pages).includes(number))
