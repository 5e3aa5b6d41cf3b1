/*
 * Lists of which a vendor returns only the first rows, such as 10,000: behind them the walk asks again, for the rows from the last value on.
 */
import type { Query } from "../../http/Request.js"
import * as Request from "../../http/Request.js"
import { reader } from "../../JsonPath.js"
import * as Result from "../../Result.js"
import { normalize } from "../../Timestamp.js"
import type { Answer, Next, Pagination, Window } from "./PageShape.js"

/** How a capped list is read in windows. */
export interface Cap {
  /** How many rows the vendor returns at most for the same parameters, such as 10,000. */
  readonly cap: number
  /** The path of the field by which the vendor sorts the rows, which each row must have: a time, or a number. */
  readonly from: string
  /**
   * The parameters that leave only the rows from a value on, that value included, such as `(time) => ({ created_after: time })`. They are added to
   * those of the list, which are the second argument, and replace those of the same name. Round a value down if the vendor reads it less exactly.
   */
  readonly render: (value: string, query: Query) => Query
  /** How the vendor sorts the rows; `ascending` by default, in which new rows come last. */
  readonly order?: "ascending" | "descending"
}

/** The window of the first page. */
const FIRST: Window = { index: 0, query: {}, isFirst: true, last: null, isSorted: true }

const NUMBER = /^\d+$/

/** A value as a number that can be compared; null for anything but a number and an instant. */
const rankOf = (value: unknown): bigint | number | null => {
  if (typeof value === "number") return value
  if (typeof value !== "string") return null
  // An id of 19 digits is longer than a number can be.
  if (NUMBER.test(value)) return BigInt(value)
  const utc = normalize(value)
  return Result.isFailure(utc) ? null : Date.parse(utc.success)
}

/** What the values of a window show, with those of one more page; once a row follows that has no value, the order is unknown. */
const valuesOf = (window: Window, rows: ReadonlyArray<unknown>, valueOf: (row: unknown) => unknown, sign: 1 | -1) => {
  let { isSorted, last } = window
  for (const row of rows) {
    const value = valueOf(row)
    const [before, rank] = [rankOf(last), rankOf(value)]
    if (rank === null) {
      isSorted &&= last === null
    } else {
      if (before !== null && (sign === 1 ? rank < before : rank > before)) isSorted = false
      last = typeof value === "number" ? value : String(value)
    }
  }
  return { isSorted, last }
}

/** What comes behind a page: the next page, nothing, or rows that cannot be requested. */
type Behind = { readonly next: Next | null; readonly fault: null } | { readonly next: null; readonly fault: string }

const refused = (fault: string): Behind => ({ next: null, fault })

/** The window from the last value on, or why there is none. */
const windowBehind = (
  { cap, from, render }: Cap,
  before: Window,
  { isSorted, last }: Pick<Window, "isSorted" | "last">,
  listQuery: Query
): Behind => {
  if (last === null) return refused(`has ${cap} rows or more, in which ${from} is no time and no number`)
  if (!isSorted) return refused(`has ${cap} rows or more, which are not sorted by ${from}`)
  const query = render(String(last), listQuery)
  const asked = (own: Query) => JSON.stringify(Request.mergeParameters(listQuery, own))
  if (asked(query) === asked(before.query)) {
    return refused(`has ${cap} rows or more with the same ${from}, behind which no further row can be requested`)
  }
  return { next: { query, window: { ...FIRST, index: before.index + 1, query } }, fault: null }
}

/** What is wrong with the declaration; null if nothing is. */
const problemOf = ({ delta, isOneRow, isScroll, query }: Pagination, { cap }: Cap, size: number): string | null => {
  if (delta !== undefined) return "a list with a token for its changes has no windows."
  if (isScroll === true || isOneRow === true) return "a scroll, or a single row, has no windows."
  if (!Number.isSafeInteger(cap) || cap < 1) return "cap: give the number of rows that the vendor returns at most."
  return size > cap ? `a page of ${size} rows is larger than the cap of ${cap}: ${JSON.stringify(query)}` : null
}

/**
 * A list of which the vendor returns only the first `cap` rows, read in windows: the rows are sorted by a field, and where the cap is reached, the walk
 * goes on with the rows from the last value of that field on. `pagination` cuts each window into pages.
 *
 * The rows at the border come twice, and are stored once. A vendor that has `cap` rows with the same value, or returns rows in another order, fails the
 * export; a list that is read in several windows proves no absence by its total.
 *
 * @example
 * ```ts
 * // The vendor refuses offset + limit > 10,000; `queries` sorts: [{ sort: "created_at" }]
 * const pagination = Pagination.windows(Pagination.offset({ items: "alerts", limit: 500, counts: "returned" }), {
 *   cap: 10_000,
 *   from: "created_at",
 *   render: (time) => ({ created_after: time })
 * })
 * ```
 */
export const windows = (pagination: Pagination, options: Cap): Pagination => {
  const { cap, from, order = "ascending" } = options
  const sizeOf = (query: Query): number => pagination.sizeOf?.(query) ?? 0
  const problem = problemOf(pagination, options, sizeOf(pagination.query))
  if (problem !== null) throw new Error(`Pagination.windows: ${problem}`)
  const valueOf = reader(from)
  const sign = order === "ascending" ? 1 : -1

  const within = (found: Next, window: Window): Next =>
    "url" in found
      ? { ...found, window }
      : { ...found, query: Request.mergeParameters(window.query, found.query), window }

  const behind = (answer: Answer): Behind => {
    const { query, read, rows, window = FIRST } = answer
    const found = pagination.next(answer)
    const end = pagination.endOf?.(answer) ?? read ?? rows.length
    const values = valuesOf(window, rows, valueOf, sign)
    // Without rows, and without a next page, the list has ended.
    const isReached = found === null ? end >= cap && rows.length > 0 : end + sizeOf(query) > cap || end >= cap
    if (isReached) return windowBehind(options, window, values, answer.listQuery ?? query)
    return { next: found === null ? null : within(found, { ...window, isFirst: false, ...values }), fault: null }
  }

  const { behindEmpty } = pagination
  return {
    ...pagination,
    isPaged: true,
    windowed: { from, hasValue: (row) => rankOf(valueOf(row)) !== null },
    next: (answer) => behind(answer).next,
    fault: (answer) => behind(answer).fault,
    ...(behindEmpty === undefined
      ? {}
      : {
          behindEmpty: (answer) => {
            const { query, window = FIRST } = answer
            const found = behindEmpty(answer)
            const end = pagination.endOf?.(answer) ?? 0
            if (found === null || end + sizeOf(query) <= cap)
              return found && within(found, { ...window, isFirst: false })
            // A vendor that leaves out what the customer may not see can do so up to the cap.
            if (pagination.hasRowsOnEveryPage === true || window.last === null) return null
            return windowBehind(options, window, window, answer.listQuery ?? query).next
          }
        })
  }
}
