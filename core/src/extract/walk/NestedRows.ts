import { namesOf, reader } from "../../JsonPath.js"
import * as Result from "../../Result.js"
import { replaced } from "../../record/ReadablePart.js"
import type { Pagination } from "./PageShape.js"

/** A row that no schema accepts, so that it counts as rejected, and the absence of what it may hide proves nothing. */
const UNREADABLE = [null]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/**
 * A list whose rows hold the true rows, such as hosts with their detections: each of the inner rows becomes a row of the list.
 *
 * An inner row has its own fields, and the outer row without the inner ones in the field `outer`. What counts rows, such as the total
 * and the index of the next page, counts outer rows. An outer row without the inner ones counts as unreadable.
 *
 * `Pagination.nested(Pagination.offset({ items: "hosts", limit: 100 }), { items: "detections", outer: "host" })`
 */
export const nested = (
  pagination: Pagination,
  shape: {
    /** The path of the inner rows in an outer row. */
    readonly items: string
    /** The field of an inner row that the outer row is put in. */
    readonly outer: string
    /** Whether an outer row that lacks the list of inner rows, or has null there, has none; false by default. */
    readonly mayBeAbsent?: boolean
  }
): Pagination => {
  const { items, mayBeAbsent = false, outer } = shape
  const inner = reader(items)
  const place = [namesOf(items)]
  const of = (row: unknown): ReadonlyArray<unknown> => {
    if (!isObject(row)) return UNREADABLE
    const found = inner(row)
    if (mayBeAbsent && (found === null || found === undefined)) return []
    if (!Array.isArray(found)) return UNREADABLE
    const rest = replaced(row, place, undefined)
    return found.map((each) => (isObject(each) ? { ...each, [outer]: rest } : null))
  }
  return { ...pagination, isOneRow: false, inner: { path: items, outer, of } }
}

/** The rows that a row of a page contains; the row itself if the pagination has no inner rows. */
export const rowsIn = ({ inner }: Pick<Pagination, "inner">, row: unknown): ReadonlyArray<unknown> =>
  inner === undefined ? [row] : inner.of(row)

/** Whether `read` accepts each row that a row of a page contains. */
export const accepts =
  (pagination: Pagination, read: (row: unknown) => Result.Result<unknown, unknown>) =>
  (row: unknown): boolean =>
    rowsIn(pagination, row).every((each) => Result.isSuccess(read(each)))
