import { at } from "../http/JsonPath.js"
import type { Query, VendorResponse } from "../http/Request.js"
import type { VendorError } from "../http/VendorError.js"

export { at } from "../http/JsonPath.js"
export type { Query } from "../http/Request.js"

/** Where the next page is: a full address from the vendor, or parameters to add to those of the first request. */
export type Next =
  | {
      /** The full address. */
      readonly url: string
    }
  | {
      /** The parameters, which replace those of the same name. */
      readonly query: Query
      /** Whether the list has probably ended: a refused or repeated page is then its end, and not an error. False by default. */
      readonly isProbe?: boolean
    }

/** How a list is cut into pages: pure functions that read the rows and the next request from a response. */
export interface Pagination {
  /** Whether the list can have more than one page. */
  readonly isPaged: boolean
  /** Whether the list ends with an empty page. */
  readonly endsOnEmptyPage: boolean
  /** The parameters of every request, such as the page size. */
  readonly query: Query
  /** The parameters to add to `query` for the smallest page; absent if requests name no page size. */
  readonly smallest?: Query
  /** Whether the body is the only row, so that an answer without its fields is no answer; false by default. */
  readonly isOneRow?: boolean
  /** The rows in the body of a response; undefined if the body does not have the expected shape. */
  readonly rows: (body: unknown) => ReadonlyArray<unknown> | undefined
  /** Where the page after this one is; null if this is the last. */
  readonly next: (answer: Answer) => Next | null
  /**
   * The vendor's count of all rows of the list; null if the response has none. Absent if the vendor announces no count.
   *
   * A list that ends before its total fails. If one response, or a snapshot, has as many rows as the total, none was missed.
   */
  readonly total?: (response: VendorResponse) => number | null
  /**
   * Whether pages are numbered or begin at an index, so that a row that is added or removed shifts the rows behind it.
   *
   * A later run starts such a list again instead of resuming it.
   */
  readonly isIndexed: boolean
  /** Whether a page that leads no further may be cut short, so that the list proves no absence; by default no page may be. */
  readonly mayBeCut?: (answer: Answer) => boolean
  /** Whether one token stands for the whole walk, so that it may repeat and an interrupted walk has to start again. */
  readonly isScroll?: boolean
  /** Whether an error on the first page means that the list does not exist and counts as empty; by default none does. */
  readonly isAbsent?: (error: VendorError) => boolean
  /** The token with which the next delta begins, in the body of the last page; absent if the vendor has none. */
  readonly delta?: (body: unknown) => string | null
}

/** A page, and the request for it. */
export interface Answer {
  /** The response. */
  readonly response: VendorResponse
  /** The rows of the page. */
  readonly rows: ReadonlyArray<unknown>
  /** The parameters of the request. */
  readonly query: Query
  /** Whether it is the first page of its list. */
  readonly isFirst: boolean
}

/** Where a response has the vendor's count of all rows of the list: a path in the body, such as `meta.total`, or a header. */
export type TotalPlace =
  | string
  | {
      /** The name of the header. */
      readonly header: string
    }

/** A number of rows; null for anything else. */
const asCount = (value: unknown): number | null => {
  const count = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Reads the vendor's count of all rows from its place. */
export const totalAt =
  (place: TotalPlace) =>
  ({ body, headers }: VendorResponse): number | null =>
    asCount(typeof place === "string" ? at(body, place) : headers[place.header.toLowerCase()])

/** Reads the rows at a path of the body; undefined if there is no list. */
export const rowsAt =
  (path: string) =>
  (body: unknown): ReadonlyArray<unknown> | undefined => {
    const rows = at(body, path)
    return Array.isArray(rows) ? rows : undefined
  }

const asToken = (value: unknown): string | null => {
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value !== "" ? value : null
}

const numberOf = (value: Query[string] | undefined, fallback: number): number =>
  value === undefined ? fallback : Number(value)

/** The address of the next page in a Link header (RFC 8288); null if there is none. */
export const nextLinkOf = (header: string | undefined): string | null => {
  if (header === undefined) return null
  for (const match of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, target, parameters] = match
    if (target !== undefined && /;\s*rel\s*=\s*"?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:[;,]|$)/i.test(parameters ?? "")) {
      return target
    }
  }
  return null
}

interface Shape {
  /** The path of the rows in the body, such as `value`; by default the body is the list of rows. */
  readonly items?: string
  /** How many rows to request per page; by default the vendor decides. */
  readonly limit?: number
  /** The name of the page size parameter; `limit` by default. */
  readonly limitParam?: string
  /** Where a response has the number of all rows: a path in the body or a header; by default the vendor announces none. */
  readonly total?: TotalPlace
}

interface LinkShape extends Shape {
  /** Whether the links hold an index or a page number instead of a token; a walk also notices this itself. False by default. */
  readonly isIndexed?: boolean
}

/** What all paginations derive from their shape: the rows, the page size and the total. */
const basics = (shape: Shape): Pick<Pagination, "isIndexed" | "query" | "rows" | "smallest" | "total"> => {
  const { items = "", limit, limitParam = "limit", total } = shape
  return {
    isIndexed: false,
    rows: rowsAt(items),
    ...(limit === undefined ? { query: {} } : { query: { [limitParam]: limit }, smallest: { [limitParam]: 1 } }),
    ...(total === undefined ? {} : { total: totalAt(total) })
  }
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

/**
 * Pages by start index, which advances by the rows returned.
 *
 * The list ends at an empty page, or at a page that reaches the `total` and is not full. Behind a full page there may be
 * more rows, because vendors cap their totals: one more request finds out.
 */
export const offset = (
  shape: Shape & {
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
      if (rows.length === 0) return null
      if (total === null || end < total) return { query: { [param]: end } }
      const isFull = rows.length >= numberOf(query[limitParam], shape.limit)
      return isFull ? { query: { [param]: end }, isProbe: true } : null
    }
  }
}

/** Pages by number; ends at the page count if the body has one, otherwise at an empty page. */
export const pageNumber = (
  shape: Shape & {
    /** The name of the page number parameter; `page` by default. */
    readonly param?: string
    /** The number of the first page; 1 by default. */
    readonly first?: number
    /** The path of the number of all pages in the body; none by default. */
    readonly pages?: string
  }
): Pagination => {
  const param = shape.param ?? "page"
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
      const pages = shape.pages === undefined ? undefined : at(response.body, shape.pages)
      const isLast = typeof pages === "number" ? following - first >= pages : rows.length === 0
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
