import { reader } from "../../JsonPath.js"
import { basics, type Pagination, type Shape } from "./PageShape.js"

/** A value that a request can send back: a text, a number, or several of them, such as the `sort` of a hit in Elasticsearch. */
const asKey = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? null : value
  return typeof value === "number" || (typeof value === "string" && value !== "") ? value : null
}

/**
 * Pages that begin behind the last row of the page before, which the request names by its key (keyset pagination).
 *
 * The list ends where `hasMore` is false; without it at an empty page, or at a short one if the vendor promises that. A page whose last row has no key
 * makes the list incomplete.
 *
 * @example
 * ```ts
 * // GET /customers?limit=100&starting_after=cus_7 -> { "data": [..., { "id": "cus_9" }], "has_more": true }
 * const pagination = Pagination.afterRow({ items: "data", limit: 100, from: "id", param: "starting_after", hasMore: "has_more" })
 * ```
 */
export const afterRow = (
  shape: Shape & {
    /** The path of the key in a row, such as `id`; an array is sent as it is. */
    readonly from: string
    /** The name of the parameter that sends the key of the last row. */
    readonly param: string
    /** The path of a field that is false on the last page; by default the list ends at an empty page. */
    readonly hasMore?: string
    /** Whether the vendor promises that a page with fewer rows than requested is the last one; false by default. */
    readonly endsOnShortPage?: boolean
  }
): Pagination => {
  const { endsOnShortPage = false, from, hasMore, limit, param } = shape
  if (endsOnShortPage && limit === undefined)
    throw new Error("endsOnShortPage: declare the limit that a short page stays below.")
  const common = basics(shape)
  const keyOf = reader(from)
  const more = hasMore === undefined ? null : reader(hasMore)
  const isLast: NonNullable<Pagination["isFull"]> = ({ query, response, rows }) => {
    if (rows.length === 0 || more?.(response.body) === false) return true
    return endsOnShortPage && rows.length < (common.sizeOf?.(query) ?? 0)
  }
  const lastKey = (rows: ReadonlyArray<unknown>) => asKey(keyOf(rows[rows.length - 1]))
  return {
    isPaged: true,
    endsOnEmptyPage: hasMore === undefined,
    ...common,
    isAfterRow: true,
    next: (answer) => {
      const key = isLast(answer) ? null : lastKey(answer.rows)
      return key === null ? null : { query: { [param]: key } }
    },
    missing: (answer) => {
      if (answer.rows.length === 0)
        return more?.(answer.response.body) === true ? "an empty page says that there are more rows" : null
      return isLast(answer) || lastKey(answer.rows) !== null ? null : `the last row of a page has no ${from}`
    }
  }
}
