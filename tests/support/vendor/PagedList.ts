/** How a list of a vendor is cut into pages. */
export type Paging =
  /** A Link header with the address of the next page, which begins behind the last row. */
  | "linkHeader"
  /** The address of the next page in the body, which begins behind the last row. */
  | "nextLink"
  /** A token in the body, which stands for the last row. */
  | "cursor"
  /** Like `cursor`, but every page has a token, and an empty page ends the list. */
  | "cursorToEmptyPage"
  /** A snapshot that is kept for the reader; each page is returned once. */
  | "scroll"
  /** The index of the first row. */
  | "offset"
  /** The number of the page. */
  | "pageNumber"
  /** A Link header with an address that holds the index of the first row. */
  | "indexedLink"
  /** All rows at once. */
  | "single"
  /** A job that prepares a snapshot in chunks. */
  | "exportJob"

/** How the vendor tells what changed. */
export type Delta =
  /** It does not. */
  | "none"
  /** Rows that changed since an instant; removals are not told. */
  | "since"
  /** A token at the end of the list, which later leads to changed and removed rows. */
  | "token"
  /** A list of changes beside the list, which names changed and removed rows. */
  | "feed"

/** How a list of a vendor is read. It never changes during a run. */
export interface PagedList {
  readonly paging: Paging
  /** Whether the vendor says how many rows the list has; with numbered pages also how many pages. */
  readonly hasTotal: boolean
  /** Whether the vendor says how many pages the list has, although it does not say how many rows. */
  readonly hasPageCount?: boolean
  readonly pageSize: number
  readonly delta: Delta
  /** Whether the list has only ids, and another request has the rows. */
  readonly hasDetails?: boolean
}

/** How the pages of a list are found again after an interruption: by position, which shifts, or by the last row. */
export const isIndexed = ({ paging }: PagedList): boolean =>
  paging === "offset" || paging === "pageNumber" || paging === "indexedLink"
