import { Pagination } from "@tributary/core"

/** The most rows of a page: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
const PAGE_SIZE = 100

/** What all lists have in common: a Link header leads from page to page, and a list of one page has none. */
const shape = { limit: PAGE_SIZE, limitParam: "per_page" }

/** Pages with a number, so that a row that leaves shifts the rows behind it: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
export const numberedPages: Pagination.Pagination = Pagination.linkHeader({ ...shape, isIndexed: true })

/** Pages with a cursor, which a row that leaves does not shift: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
export const cursorPages: Pagination.Pagination = Pagination.linkHeader(shape)
