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
  /** The rows in the body of a response; undefined if the body does not have the expected shape. */
  readonly rows: (body: unknown) => ReadonlyArray<unknown> | undefined
  /** Where the page after this one is; null if this is the last. */
  readonly next: (answer: Answer) => Next | null
  /** Present if one token stands for the whole walk, so that it may repeat and an interrupted walk has to start again. */
  readonly scroll?: {
    /** The number of all rows, in the body of the first page; a difference from it reveals a lost page. */
    readonly total: (body: unknown) => number | null
  }
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
}

const rowsAt =
  (path: string) =>
  (body: unknown): ReadonlyArray<unknown> | undefined => {
    const rows = at(body, path)
    return Array.isArray(rows) ? rows : undefined
  }

const asToken = (value: unknown): string | null => {
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value !== "" ? value : null
}

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
}

const pageSize = ({ limit, limitParam = "limit" }: Shape): Pick<Pagination, "query" | "smallest"> =>
  limit === undefined ? { query: {} } : { query: { [limitParam]: limit }, smallest: { [limitParam]: 1 } }

/** Pages that link to the next one in a Link header (RFC 8288). */
export const linkHeader = (shape: Shape = {}): Pagination => ({
  isPaged: true,
  endsOnEmptyPage: false,
  ...pageSize(shape),
  rows: rowsAt(shape.items ?? ""),
  next: ({ response }) => {
    const url = nextLinkOf(response.headers["link"])
    return url === null ? null : { url }
  }
})

/** Pages whose body has the full address of the next one, such as `@odata.nextLink`. */
export const nextLink = (
  shape: Shape & {
    /** The path of the next page's address in the body. */
    readonly from: string
  }
): Pagination => ({
  isPaged: true,
  endsOnEmptyPage: false,
  ...pageSize(shape),
  rows: rowsAt(shape.items ?? ""),
  next: ({ response }) => {
    const url = asToken(at(response.body, shape.from))
    return url === null ? null : { url }
  }
})

/** Like `nextLink`; the last page also has the address at which the next delta begins, such as `@odata.deltaLink`. */
export const deltaLink = (
  shape: Shape & {
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
  ...pageSize(shape),
  rows: rowsAt(shape.items ?? ""),
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
    /** The path of the number of all rows in the body. */
    readonly total: string
  }
): Pagination => ({
  ...cursor({ ...shape, endsOnEmptyPage: true }),
  scroll: {
    total: (body) => {
      const total = at(body, shape.total)
      return typeof total === "number" ? total : null
    }
  }
})

const numberOf = (value: Query[string] | undefined, fallback: number): number =>
  value === undefined ? fallback : Number(value)

/** Pages by start index, which advances by the rows returned; ends at the `total` if the body has one, otherwise at an empty page. */
export const offset = (
  shape: Shape & {
    /** How many rows to request per page. */
    readonly limit: number
    /** The name of the start index parameter; `offset` by default. */
    readonly param?: string
    /** The path of the number of all rows in the body; none by default. */
    readonly total?: string
  }
): Pagination => {
  const param = shape.param ?? "offset"
  const size = pageSize(shape)
  return {
    isPaged: true,
    endsOnEmptyPage: true,
    ...size,
    query: { ...size.query, [param]: 0 },
    rows: rowsAt(shape.items ?? ""),
    next: ({ response, rows, query }) => {
      const end = numberOf(query[param], 0) + rows.length
      const total = shape.total === undefined ? undefined : at(response.body, shape.total)
      if (rows.length === 0 || (typeof total === "number" && end >= total)) return null
      return { query: { [param]: end } }
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
  const size = pageSize(shape)
  return {
    isPaged: true,
    endsOnEmptyPage: shape.pages === undefined,
    ...size,
    query: { ...size.query, [param]: first },
    rows: rowsAt(shape.items ?? ""),
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
  query: {},
  rows: (body) => [body],
  next: () => null
})

/** No pages: one response has all rows. */
export const none = (shape: Pick<Shape, "items"> = {}): Pagination => ({
  isPaged: false,
  endsOnEmptyPage: false,
  query: {},
  rows: rowsAt(shape.items ?? ""),
  next: () => null
})
