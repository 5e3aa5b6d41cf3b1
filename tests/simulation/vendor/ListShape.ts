/** How a list of the vendor is cut into pages. */
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

/** How a question about each row is answered. */
export type LookupForm =
  /** By one list, which has an answer for every row. */
  | "joined"
  /** By one list, which may have answers for a part of the rows only. */
  | "sparse"
  /** By one request, whose answer all rows have in common. */
  | "shared"
  /** By a request for several rows. */
  | "batched"
  /** By a request per row. */
  | "perRow"

/** Whether an answer with the status 200 and without rows says that the rows of the list have none. */
export const mayBeEmpty = ({ lookup }: ListShape): boolean => lookup?.form === "sparse" || lookup?.form === "shared"

/** What one list of the vendor is like. It never changes during a history. */
export interface ListShape {
  readonly paging: Paging
  /** Whether the vendor says how many rows the list has. */
  readonly hasTotal: boolean
  readonly pageSize: number
  /** Rows in the order of their ids keep their place; with the newest first, a changed row moves to the front. */
  readonly order: "id" | "newestFirst"
  readonly delta: Delta
  /** A question about each row; null for none. */
  readonly lookup: { readonly form: LookupForm; readonly isRequired: boolean } | null
  /** Whether there is a list below each row. */
  readonly hasChildren: boolean
  /** Whether each row names a record of another kind. */
  readonly hasMentions: boolean
  /** Whether the vendor cuts a page, and then leaves out rows that the customer may not see: pages come short or empty. */
  readonly hides: boolean
  /** Whether the list has only ids, and another request has the rows. */
  readonly hasDetails: boolean
}

/** How the pages of a list are found again after an interruption: by position, which shifts, or by the last row. */
export const isIndexed = ({ paging }: ListShape): boolean =>
  paging === "offset" || paging === "pageNumber" || paging === "indexedLink"
