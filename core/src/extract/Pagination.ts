import { at } from "../http/JsonPath.js"
import type { Query, VendorResponse } from "../http/Request.js"
import type { VendorError } from "../http/VendorError.js"

export { at } from "../http/JsonPath.js"
export type { Query } from "../http/Request.js"

/** Where the next page is: a full address that the vendor gave, or parameters laid over those of the first request. */
export type Next = { readonly url: string } | { readonly query: Query }

/** How a list is cut into pages: pure functions from an answer to its rows and to the next request. */
export interface Pagination {
  /** Whether there can be more than one page. */
  readonly isPaged: boolean
  /** Whether an empty page is how the vendor says that the list has ended. */
  readonly endsOnEmptyPage: boolean
  /** Parameters of every request of the walk, such as the page size. */
  readonly query: Query
  /** What is laid over `query` to ask for the smallest page; absent where no page size is asked for. */
  readonly smallest?: Query
  /** The rows of an answer; undefined when the answer has not the expected form. */
  readonly rows: (body: unknown) => ReadonlyArray<unknown> | undefined
  /** Where the page after `answer` is; null at the end. */
  readonly next: (answer: Answer) => Next | null
  /**
   * Present where the token stands for the whole walk: it may stay the same, and a walk that was left begins anew.
   *
   * `total` reads the number of all rows of the first answer: a page that went lost on its way is not given again.
   */
  readonly scroll?: { readonly total: (body: unknown) => number | null }
  /** Which failure of the first page says that there is no such list for what it hangs below: it is an empty one then. */
  readonly isAbsent?: (error: VendorError) => boolean
  /** Where the next delta begins, said on the last page; absent where the vendor has no such thing. */
  readonly delta?: (body: unknown) => string | null
}

/** An answer and what was asked for. */
export interface Answer {
  readonly response: VendorResponse
  readonly rows: ReadonlyArray<unknown>
  /** The parameters that this page added to those of the first request. */
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

/** The `rel="next"` target of an RFC 8288 Link header; null where there is none. */
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
  /** Where the rows are in the body, such as `value`; the body itself by default. */
  readonly items?: string
  /** The page size that is asked for. */
  readonly limit?: number
  /** The parameter that carries the page size; `limit` by default. */
  readonly limitParam?: string
}

/** How many rows a page is asked for: as many as the author says, or one. */
const sized = ({ limit, limitParam = "limit" }: Shape): Pick<Pagination, "query" | "smallest"> =>
  limit === undefined ? { query: {} } : { query: { [limitParam]: limit }, smallest: { [limitParam]: 1 } }

/** Pages joined by a Link header (RFC 8288). */
export const linkHeader = (shape: Shape = {}): Pagination => ({
  isPaged: true,
  endsOnEmptyPage: false,
  ...sized(shape),
  rows: rowsAt(shape.items ?? ""),
  next: ({ response }) => {
    const url = nextLinkOf(response.headers["link"])
    return url === null ? null : { url }
  }
})

/** Pages joined by a full address inside the body, such as `@odata.nextLink`. */
export const nextLink = (shape: Shape & { readonly from: string }): Pagination => ({
  isPaged: true,
  endsOnEmptyPage: false,
  ...sized(shape),
  rows: rowsAt(shape.items ?? ""),
  next: ({ response }) => {
    const url = asToken(at(response.body, shape.from))
    return url === null ? null : { url }
  }
})

/** Pages joined by full addresses in the body; the last one names the address of the next delta. */
export const deltaLink = (shape: Shape & { readonly from: string; readonly delta: string }): Pagination => ({
  ...nextLink(shape),
  delta: (body) => asToken(at(body, shape.delta))
})

/** Pages joined by a token in the body that is sent back as a parameter. */
export const cursor = (
  shape: Shape & {
    /** Where the token is in the body. */
    readonly from: string
    /** The parameter that carries it. */
    readonly param: string
    /** Where the body says that this is the last page, for vendors that give a token there too. */
    readonly isLast?: string
    /** True for vendors that give a token on their last page and mean an empty page by the end. */
    readonly endsOnEmptyPage?: boolean
  }
): Pagination => ({
  isPaged: true,
  endsOnEmptyPage: shape.endsOnEmptyPage ?? false,
  ...sized(shape),
  rows: rowsAt(shape.items ?? ""),
  next: ({ response, rows }) => {
    if (shape.isLast !== undefined && at(response.body, shape.isLast) === true) return null
    if (shape.endsOnEmptyPage === true && rows.length === 0) return null
    const token = asToken(at(response.body, shape.from))
    return token === null ? null : { query: { [shape.param]: token } }
  }
})

/** Pages of a snapshot that the vendor holds open, each given once; ends at an empty page or where the token ends. */
export const scroll = (
  shape: Shape & {
    /** Where the token is in the body. */
    readonly from: string
    /** The parameter that carries it. */
    readonly param: string
    /** Where the body holds the number of all rows. */
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

/**
 * Pages by a start index, which moves by the rows that were given; ends at the total where the body has one, else at an
 * empty page.
 */
export const offset = (
  shape: Shape & {
    readonly limit: number
    /** The parameter that carries the start index; `offset` by default. */
    readonly param?: string
    /** Where the body holds the number of all rows. */
    readonly total?: string
  }
): Pagination => {
  const param = shape.param ?? "offset"
  const size = sized(shape)
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

/** Pages by number; ends at the page count where the body has one, else at an empty page. */
export const pageNumber = (
  shape: Shape & {
    /** The parameter that carries the page number; `page` by default. */
    readonly param?: string
    /** The number of the first page; 1 by default. */
    readonly first?: number
    /** Where the body holds the number of all pages. */
    readonly pages?: string
  }
): Pagination => {
  const param = shape.param ?? "page"
  const first = shape.first ?? 1
  const size = sized(shape)
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

/** The whole answer is the one row. */
export const one = (): Pagination => ({
  isPaged: false,
  endsOnEmptyPage: false,
  query: {},
  rows: (body) => [body],
  next: () => null
})

/** One answer holds all rows. */
export const none = (shape: Pick<Shape, "items"> = {}): Pagination => ({
  isPaged: false,
  endsOnEmptyPage: false,
  query: {},
  rows: rowsAt(shape.items ?? ""),
  next: () => null
})
