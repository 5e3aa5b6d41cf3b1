import type { Query, VendorResponse } from "../../http/Request.js"
import type { VendorError } from "../../http/VendorError.js"
import { at } from "../../JsonPath.js"

/** A part of a capped list: the rows that its requests get by asking for those from a value on. */
export interface Window {
  /** How many windows came before it. */
  readonly index: number
  /** The parameters that ask for its rows; none for the first window. */
  readonly query: Query
  /** Whether the page is the first of the window. */
  readonly isFirst: boolean
  /** The last value in the rows of the window before the page; null if no row had one. */
  readonly last: string | number | null
  /** Whether the values of these rows were in order. */
  readonly isSorted: boolean
}

/** Where the next page is: a full address from the vendor, or parameters to add to those of the first request. */
export type Next =
  | {
      /** The full address. */
      readonly url: string
      /** The window of the page; absent if the list has none. */
      readonly window?: Window
    }
  | {
      /** The parameters, which replace those of the same name. */
      readonly query: Query
      /** What the page is requested to find out about a list that has probably ended: a repeated page, or one whose index is refused, is then its end, and not an error. Absent for any other page. */
      readonly probe?: Probe
      /** The window of the page; absent if the list has none. */
      readonly window?: Window
    }

/** Where rows are looked for once more: behind the vendor's total or count of pages, or behind a page without rows. */
export type Probe = "behindTotal" | "behindEmptyPage"

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
  /** Whether the body has only one row, so that an answer without its fields is no answer; false by default. */
  readonly isOneRow?: boolean
  /** The path of the only row in the body; absent unless the list has only one row. */
  readonly rowAt?: string
  /** The rows in the body of a response; undefined if the body does not have the expected shape. */
  readonly rows: (body: unknown) => ReadonlyArray<unknown> | undefined
  /** Where the page after this one is; null if this is the last. */
  readonly next: (answer: Answer) => Next | null
  /**
   * The vendor's count of all rows of the list; null if the response has none. Absent if the vendor announces no count.
   *
   * A list that ends before its total is incomplete. If one response, or a snapshot, has as many rows as the total, none was missed.
   */
  readonly total?: (response: VendorResponse) => number | null
  /**
   * Whether pages are numbered or begin at an index, so that a row that is added or removed shifts the rows behind it.
   *
   * A later run reads the last page of such a list again and continues, but the list then proves no absence.
   */
  readonly isIndexed: boolean
  /** Whether each page begins behind a row that its request names, so that a number in a position is a value and no index; false by default. */
  readonly isAfterRow?: boolean
  /** How many rows a request with these parameters asks for; absent if requests name no page size. */
  readonly sizeOf?: (query: Query) => number
  /** How far into the list the page reaches, as the vendor counts rows; by default as many rows as were read. */
  readonly endOf?: (answer: Answer) => number
  /** Where the rows of a capped list have the value at which a window begins; absent if the list has no windows. */
  readonly windowed?: WindowField
  /** Why the rows behind the page cannot be requested, so that the list fails; null if they can, or if there are none. By default nothing is wrong. */
  readonly fault?: (answer: Answer) => string | null
  /** Why a page that leads no further may not be the end of the list, such as `has no Link header`; null if it is. By default every such page is. */
  readonly missing?: (answer: Answer) => string | null
  /** Whether a page has as many rows as were asked for; absent if the vendor says where the next page is. */
  readonly isFull?: (answer: Answer) => boolean
  /** Where the page behind an empty one is, to find out whether the list has really ended; null if the vendor gives no way. By default no page is looked for. */
  readonly behindEmpty?: (answer: Answer) => Next | null
  /** Whether every page but the last has rows, so that an empty page in front of others lacks some; by default it may be that the customer may not see its rows. */
  readonly hasRowsOnEveryPage?: boolean
  /** Whether one token belongs to the whole walk, so that the token may repeat and an interrupted walk has to start again. */
  readonly isScroll?: boolean
  /** Whether an error on the first page means that the list does not exist and counts as empty; by default none does. */
  readonly isAbsent?: (error: VendorError) => boolean
  /** How rows are found inside the rows of a page; absent if the rows of a page are those of the list. */
  readonly inner?: InnerRows
  /** The token with which the next delta begins, in the body of the last page; absent if the vendor has none. */
  readonly delta?: (body: unknown) => string | null
}

/** The field of the rows of a capped list with the value at which a window begins. */
export interface WindowField {
  /** Its path in a row. */
  readonly from: string
  /** Whether a row has a time or a number there. */
  readonly hasValue: (row: unknown) => boolean
}

/** Rows inside the rows of a page. */
export interface InnerRows {
  /** The field of an inner row with the outer one; absent if it has none. */
  readonly outer?: string
  /** The path of the inner row or rows in an outer row. */
  readonly path: string
  /** The inner rows of an outer row; one that no schema accepts if the outer row cannot be understood. */
  readonly of: (row: unknown) => ReadonlyArray<unknown>
}

/** A page, and the request for it. */
export interface Answer {
  /** The response. */
  readonly response: VendorResponse
  /** The rows of the page. */
  readonly rows: ReadonlyArray<unknown>
  /** The parameters of the request. */
  readonly query: Query
  /** Whether it is the first page of its list, or of its window. */
  readonly isFirst: boolean
  /** How many rows of the list, or of its window, have been read, with those of the page; null if nobody counted the rows before it. */
  readonly read: number | null
  /** The parameters of the list, with which its first page was requested; by default those of the request. */
  readonly listQuery?: Query
  /** The window of the page; absent for the first page of a list. */
  readonly window?: Window
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

/** A token; null for anything else, such as an empty text. */
export const asToken = (value: unknown): string | null => {
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value !== "" ? value : null
}

/** A number that is a parameter of a request; the fallback if the request has none, or something else there. */
export const numberOf = (value: Query[string] | undefined, fallback: number): number => {
  const number = Number(value ?? Number.NaN)
  return Number.isNaN(number) ? fallback : number
}

/** What most paginations need to know of a list. */
export interface Shape {
  /** The path of the rows in the body, such as `value`; by default the body is the list of rows. */
  readonly items?: string
  /** How many rows to request per page; by default the vendor decides. */
  readonly limit?: number
  /** The name of the page size parameter; `limit` by default. */
  readonly limitParam?: string
  /** Where a response has the number of all rows: a path in the body or a header; by default the vendor announces none. */
  readonly total?: TotalPlace
}

/** What all paginations derive from their shape: the rows, the page size and the total. */
export const basics = (
  shape: Shape
): Pick<Pagination, "isIndexed" | "query" | "rows" | "sizeOf" | "smallest" | "total"> => {
  const { items = "", limit, limitParam = "limit", total } = shape
  return {
    isIndexed: false,
    rows: rowsAt(items),
    ...(limit === undefined
      ? { query: {} }
      : {
          query: { [limitParam]: limit },
          smallest: { [limitParam]: 1 },
          sizeOf: (query) => numberOf(query[limitParam], limit)
        }),
    ...(total === undefined ? {} : { total: totalAt(total) })
  }
}
