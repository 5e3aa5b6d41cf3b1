import { Pagination } from "@tributary/core"

/** The most rows of a page, which all lists have in common: https://usea1-partners.sentinelone.net/api-doc/overview */
export const MOST_ROWS = 1_000

/** The order of the ids, which never change; all lists accept it. */
export const BY_ID = { sortBy: "id", sortOrder: "asc" }

/** Pages with a cursor, which is null on the last page. */
export const cursorPages = (limit: number): Pagination.Pagination =>
  Pagination.cursor({
    items: "data",
    from: "pagination.nextCursor",
    param: "cursor",
    limit,
    total: "pagination.totalItems"
  })
