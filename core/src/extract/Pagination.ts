import { at } from "../http/JsonPath.js"
import { nextLinkOf } from "./LinkHeader.js"
import { asToken, basics, numberOf, type Pagination, type Shape, type TotalPlace } from "./PageShape.js"

export { at } from "../http/JsonPath.js"
export type { Query } from "../http/Request.js"
export { graphql } from "./GraphqlPages.js"
export { nextLinkOf } from "./LinkHeader.js"
export { nested } from "./NestedRows.js"
export {
  type Answer,
  type InnerRows,
  type Next,
  type Pagination,
  rowsAt,
  type TotalPlace,
  totalAt
} from "./PageShape.js"

interface LinkShape extends Shape {
  /** Whether the links hold an index or a page number instead of a token; a walk also notices this itself. False by default. */
  readonly isIndexed?: boolean
}

/**
 * Pages that link to the next one in a Link header (RFC 8288).
 *
 * A page without any such header may come from a proxy that removes it. If the page is full, or should have a header, it
 * ends the list, but proves no absence.
 */
export const linkHeader = (
  shape: LinkShape & {
    /** Whether every page has a Link header, such as one to itself; by default every page to which a Link header led, if false only those that are not the last. */
    readonly isOnEveryPage?: boolean
  } = {}
): Pagination => ({
  isPaged: true,
  endsOnEmptyPage: false,
  ...basics(shape),
  isIndexed: shape.isIndexed ?? false,
  mayBeCut: ({ isFirst, response, rows, query }) => {
    const limit = numberOf(query[shape.limitParam ?? "limit"], Number.POSITIVE_INFINITY)
    const isExpected = (shape.isOnEveryPage ?? !isFirst) || rows.length >= limit
    return response.headers["link"] === undefined && isExpected
  },
  next: ({ response }) => {
    const url = nextLinkOf(response.headers["link"])
    return url === null ? null : { url }
  }
})

/** Pages whose body has the full address of the next one, such as `@odata.nextLink`. */
export const nextLink = (
  shape: LinkShape & {
    /** The path of the next page's address in the body. */
    readonly from: string
  }
): Pagination => ({
  isPaged: true,
  endsOnEmptyPage: false,
  ...basics(shape),
  isIndexed: shape.isIndexed ?? false,
  next: ({ response }) => {
    const url = asToken(at(response.body, shape.from))
    return url === null ? null : { url }
  }
})

/** Like `nextLink`; the last page also has the address at which the next delta begins, such as `@odata.deltaLink`. */
export const deltaLink = (
  shape: LinkShape & {
    /** The path of the next page's address in the body. */
    readonly from: string
    /** The path of the next delta's address in the body. */
    readonly delta: string
  }
): Pagination => ({
  ...nextLink(shape),
  delta: (body) => asToken(at(body, shape.delta))
})

/** Pages whose body has a token that the request for the next page sends back as a parameter. */
export const cursor = (
  shape: Shape & {
    /** The path of the token in the body. */
    readonly from: string
    /** The name of the parameter that sends it back. */
    readonly param: string
    /** The path of a field that is true on the last page, for vendors whose last page has a token too; none by default. */
    readonly isLast?: string
    /** Whether the list ends with an empty page, for vendors whose every page has a token; false by default. */
    readonly endsOnEmptyPage?: boolean
  }
): Pagination => ({
  isPaged: true,
  endsOnEmptyPage: shape.endsOnEmptyPage ?? false,
  ...basics(shape),
  next: ({ response, rows }) => {
    if (shape.isLast !== undefined && at(response.body, shape.isLast) === true) return null
    if (shape.endsOnEmptyPage === true && rows.length === 0) return null
    const token = asToken(at(response.body, shape.from))
    return token === null ? null : { query: { [shape.param]: token } }
  }
})

/** Pages of a snapshot that the vendor keeps open and returns once each; ends at an empty page or without a token. */
export const scroll = (
  shape: Shape & {
    /** The path of the token in the body. */
    readonly from: string
    /** The name of the parameter that sends it back. */
    readonly param: string
    /** Where a response has the number of all rows: a path in the body or a header. */
    readonly total: TotalPlace
  }
): Pagination => ({
  ...cursor({ ...shape, endsOnEmptyPage: true }),
  isScroll: true
})

/** What a short page means for a list whose pages are counted. */
interface ShortPage {
  /**
   * Whether the vendor promises that a page with fewer rows than requested is the last one, so that no request for an empty page
   * follows. Do not declare it if the vendor may lower the page size: the list would end after its first page. False by default.
   */
  readonly endsOnShortPage?: boolean
}

/**
 * Pages by start index, which advances by the rows returned.
 *
 * The list ends at an empty page, or at a page that reaches the `total` and is not full. Behind a full page there may be
 * more rows, because vendors cap their totals: one more request finds out.
 */
export const offset = (
  shape: Shape &
    ShortPage & {
      /** How many rows to request per page. */
      readonly limit: number
      /** The name of the start index parameter; `offset` by default. */
      readonly param?: string
    }
): Pagination => {
  const { limitParam = "limit", param = "offset" } = shape
  const common = basics(shape)
  return {
    isPaged: true,
    endsOnEmptyPage: true,
    ...common,
    isIndexed: true,
    query: { ...common.query, [param]: 0 },
    next: ({ response, rows, query }) => {
      const end = numberOf(query[param], 0) + rows.length
      const total = common.total?.(response) ?? null
      const isFull = rows.length >= numberOf(query[limitParam], shape.limit)
      if (rows.length === 0 || (total === null && !isFull && shape.endsOnShortPage === true)) return null
      if (total === null || end < total) return { query: { [param]: end } }
      return isFull ? { query: { [param]: end }, isProbe: true } : null
    }
  }
}

/** Pages by number; ends at the page count if the body has one, otherwise at an empty page. */
export const pageNumber = (
  shape: Shape &
    ShortPage & {
      /** The name of the page number parameter; `page` by default. */
      readonly param?: string
      /** The number of the first page; 1 by default. */
      readonly first?: number
      /** The path of the number of all pages in the body; none by default. */
      readonly pages?: string
    }
): Pagination => {
  const { endsOnShortPage = false, limit = Number.NaN, limitParam = "limit", param = "page" } = shape
  if (endsOnShortPage && Number.isNaN(limit))
    throw new Error("endsOnShortPage: declare the limit that a short page stays below.")
  const first = shape.first ?? 1
  const common = basics(shape)
  return {
    isPaged: true,
    endsOnEmptyPage: shape.pages === undefined,
    ...common,
    isIndexed: true,
    query: { ...common.query, [param]: first },
    next: ({ response, rows, query }) => {
      const following = numberOf(query[param], first) + 1
      const read = following - first
      const pages = shape.pages === undefined ? undefined : at(response.body, shape.pages)
      const fewest = endsOnShortPage ? numberOf(query[limitParam], limit) : 1
      const isCounted = typeof pages === "number"
      // A count of fewer pages than were read is wrong, so one more request finds out.
      if (isCounted && read > pages && rows.length > 0) return { query: { [param]: following }, isProbe: true }
      const isLast = isCounted ? read >= pages : rows.length < fewest
      return isLast ? null : { query: { [param]: following } }
    }
  }
}

/** No pages: the whole response is the only row. */
export const one = (): Pagination => ({
  isPaged: false,
  endsOnEmptyPage: false,
  isIndexed: false,
  query: {},
  isOneRow: true,
  rows: (body) => [body],
  next: () => null
})

/** No pages: one response has all rows. */
export const none = (shape: Pick<Shape, "items" | "total"> = {}): Pagination => ({
  isPaged: false,
  endsOnEmptyPage: false,
  ...basics(shape),
  next: () => null
})
