import type { PagedList } from "../../support/vendor/PagedList.js"

export { type Delta, isIndexed, type Paging } from "../../support/vendor/PagedList.js"

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
export interface ListShape extends PagedList {
  /** Rows in the order of their ids keep their place; with the newest first, a changed row moves to the front. */
  readonly order: "id" | "newestFirst"
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
