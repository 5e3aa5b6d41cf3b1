import type { VendorResponse } from "../../http/Request.js"
import { at, reader } from "../../JsonPath.js"
import {
  type Answer,
  asToken,
  basics,
  type Next,
  numberOf,
  type Pagination,
  type Shape,
  type TotalPlace
} from "./PageShape.js"

/*
 * A Link header as RFC 8288 writes it: `<address>; rel="next self", <address>; rel=last`. One pass over the text, because a vendor, or a proxy,
 * decides what is in it: https://www.rfc-editor.org/rfc/rfc8288#appendix-B
 */

/** The position of the first of these characters, from `start` on; the length of the text if it has none. */
const positionOf = (text: string, characters: string, start: number): number => {
  let at = start
  while (at < text.length && !characters.includes(text.charAt(at))) at += 1
  return at
}

/** The position behind a quoted text that begins at `start`. */
const endOfQuoted = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1
  return Math.min(at + 1, text.length)
}

/** The parameters of a link that begin at `start`, each as it is written, and the position at which they end. */
const parametersOf = (
  text: string,
  start: number
): { readonly parameters: ReadonlyArray<string>; readonly end: number } => {
  const parameters: Array<string> = []
  let from = start
  let at = start
  for (;;) {
    at = positionOf(text, '";,', at)
    if (text.charAt(at) === '"') {
      at = endOfQuoted(text, at)
      continue
    }
    parameters.push(text.slice(from, at))
    if (text.charAt(at) !== ";") break
    at += 1
    from = at
  }
  return { parameters, end: at }
}

/** The relations that the parameters name; only the first `rel` counts. */
const relationsOf = (parameters: ReadonlyArray<string>): ReadonlyArray<string> => {
  for (const parameter of parameters) {
    const equals = parameter.indexOf("=")
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== "rel") continue
    return parameter
      .slice(equals + 1)
      .replaceAll('"', " ")
      .toLowerCase()
      .split(/\s/)
  }
  return []
}

/** The address of the next page in a Link header; null if there is none. */
export const nextLinkOf = (header: string | undefined): string | null => {
  const text = header ?? ""
  let at = text.indexOf("<")
  while (at >= 0) {
    const close = text.indexOf(">", at)
    if (close < 0) return null
    const { end, parameters } = parametersOf(text, close + 1)
    if (relationsOf(parameters).includes("next")) return text.slice(at + 1, close)
    at = text.indexOf("<", end)
  }
  return null
}

export type { Query } from "../../http/Request.js"
export { at } from "../../JsonPath.js"
export { afterRow } from "./AfterRow.js"
export { windows } from "./CappedWindows.js"
export { graphql } from "./GraphqlPages.js"
export { nested } from "./NestedRows.js"
export {
  type Answer,
  type InnerRows,
  type Next,
  type Pagination,
  type Probe,
  rowsAt,
  type TotalPlace,
  totalAt,
  type Window
} from "./PageShape.js"

interface LinkShape extends Shape {
  /** Whether the links hold an index or a page number instead of a token; a walk also notices this itself. False by default. */
  readonly isIndexed?: boolean
}

/**
 * Pages that link to the next one in a Link header (RFC 8288).
 *
 * A page without any such header may come from a proxy that removes it. If the page is full, or should have a header, the
 * list is incomplete.
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
  missing: ({ isFirst, response, rows, query }) => {
    const limit = numberOf(query[shape.limitParam ?? "limit"], Number.POSITIVE_INFINITY)
    const isExpected = (shape.isOnEveryPage ?? !isFirst) || rows.length >= limit
    return response.headers["link"] === undefined && isExpected ? "its last page has no Link header" : null
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

/** The next page, whose token the body has; null if the body has no token. */
const tokenPage = (
  { from, param }: { readonly from: string; readonly param: string },
  { body }: VendorResponse
): Next | null => {
  const token = asToken(at(body, from))
  return token === null ? null : { query: { [param]: token } }
}

/**
 * Pages whose body has a token that the request for the next page sends back as a parameter.
 *
 * @example
 * ```ts
 * // GET /users?after=abc -> { "users": [...], "meta": { "next": "def" } }
 * const pagination = Pagination.cursor({ items: "users", limit: 100, from: "meta.next", param: "after" })
 * ```
 */
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
    return tokenPage(shape, response)
  },
  behindEmpty: ({ response }) =>
    shape.isLast !== undefined && at(response.body, shape.isLast) === true ? null : tokenPage(shape, response)
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
 * Pages by start index.
 *
 * The list ends at an empty page behind which there is no other, or at a page that reaches the `total` and is not full.
 * Behind a full page there may be more rows, because vendors cap their totals: one more request finds out.
 *
 * @example
 * ```ts
 * // GET /users?offset=200&limit=100 -> { "users": [...], "meta": { "total": 431 } }
 * const pagination = Pagination.offset({ items: "users", limit: 100, total: "meta.total", counts: "returned" })
 * ```
 */
export const offset = (
  shape: Shape &
    ShortPage & {
      /** How many rows to request per page. */
      readonly limit: number
      /** The name of the start index parameter; `offset` by default. */
      readonly param?: string
      /**
       * What the index counts.
       *
       * - `returned`: the rows of the answers. The vendor selects the rows that the customer may see, and then cuts a page.
       * - `requested`: the rows that were asked for. The vendor cuts a page, and then leaves out rows that the customer may not
       *   see, so that any page can come short or empty.
       *
       * The vendor's documentation says which; if it promises full pages except for the last, it is `returned`.
       */
      readonly counts: "requested" | "returned"
      /** Where an answer has the number of rows that it was limited to, such as `maxResults`, for a vendor that lowers it; by default the limit that was requested. */
      readonly limitInForce?: string
    }
): Pagination => {
  const { counts, limitInForce, limitParam = "limit", param = "offset" } = shape
  const common = basics(shape)
  const startOf = ({ query }: Answer) => numberOf(query[param], 0)
  const limitOf = ({ query, response }: Answer): number => {
    const told = limitInForce === undefined ? null : at(response.body, limitInForce)
    return typeof told === "number" && told >= 1 ? told : numberOf(query[limitParam], shape.limit)
  }
  const endOf = (answer: Answer): number =>
    startOf(answer) + (counts === "requested" ? limitOf(answer) : answer.rows.length)
  return {
    isPaged: true,
    endsOnEmptyPage: true,
    ...common,
    isIndexed: true,
    query: { ...common.query, [param]: 0 },
    hasRowsOnEveryPage: counts === "returned",
    isFull: (answer) => answer.rows.length >= limitOf(answer),
    endOf,
    next: (answer) => {
      const { read, response, rows } = answer
      const limit = limitOf(answer)
      const end = endOf(answer)
      const total = common.total?.(response) ?? null
      const isFull = rows.length >= limit
      if (total === null) {
        return rows.length === 0 || (!isFull && shape.endsOnShortPage === true) ? null : { query: { [param]: end } }
      }
      if (end < total) return rows.length === 0 && counts === "returned" ? null : { query: { [param]: end } }
      // Pages that lack rows may mean that the total counts only what the customer may see.
      const isBehind = rows.length > 0 && read !== null && read < total
      const isShort = counts === "requested" && (isBehind || rows.length < total - startOf(answer))
      return isFull || isShort ? { query: { [param]: end }, probe: "behindTotal" } : null
    },
    behindEmpty: (answer) => ({ query: { [param]: startOf(answer) + limitOf(answer) } })
  }
}

/** Pages by number; ends at the page count if the body has one, otherwise at an empty page behind which there is no other. */
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
    // Without a declared limit, only a page without rows is known to be short.
    isFull: ({ query, rows }) => rows.length > 0 && !(rows.length < numberOf(query[limitParam], limit)),
    query: { ...common.query, [param]: first },
    ...(Number.isNaN(limit)
      ? {}
      : {
          endOf: ({ query }) => (numberOf(query[param], first) + 1 - first) * numberOf(query[limitParam], limit)
        }),
    next: ({ response, rows, query }) => {
      const following = numberOf(query[param], first) + 1
      const read = following - first
      const pages = shape.pages === undefined ? undefined : at(response.body, shape.pages)
      const fewest = endsOnShortPage ? numberOf(query[limitParam], limit) : 1
      const isCounted = typeof pages === "number"
      // A count of fewer pages than were read is wrong, so one more request finds out.
      if (isCounted && read > pages && rows.length > 0) return { query: { [param]: following }, probe: "behindTotal" }
      const isLast = isCounted ? read >= pages : rows.length < fewest
      return isLast ? null : { query: { [param]: following } }
    },
    ...(shape.pages === undefined
      ? { behindEmpty: ({ query }) => ({ query: { [param]: numberOf(query[param], first) + 1 } }) }
      : {})
  }
}

/** No pages: the whole response, or the object at the path `items`, is the only row. */
export const one = (shape: Pick<Shape, "items"> = {}): Pagination => {
  const { items = "" } = shape
  const read = reader(items)
  return {
    isPaged: false,
    endsOnEmptyPage: false,
    isIndexed: false,
    query: {},
    isOneRow: true,
    rowAt: items,
    rows: (body) => {
      if (items === "") return [body]
      const row = read(body)
      return row === undefined || row === null ? undefined : [row]
    },
    next: () => null
  }
}

/** No pages: one response has all rows. */
export const none = (shape: Pick<Shape, "items" | "total"> = {}): Pagination => ({
  isPaged: false,
  endsOnEmptyPage: false,
  ...basics(shape),
  next: () => null
})
