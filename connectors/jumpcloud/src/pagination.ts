import { Pagination } from "@tributary/core"

/** The most rows of a page: https://docs.jumpcloud.com/api/2.0/index.html */
export const PAGE_SIZE = 100

/** Pages of the first version of the API, which announce how many rows there are: https://docs.jumpcloud.com/api/1.0/index.html */
export const countedPages = Pagination.offset({
  items: "results",
  limit: PAGE_SIZE,
  counts: "returned",
  param: "skip",
  total: "totalCount"
})

/** Pages of the second version of the API, which are lists; a header announces how many rows there are: https://docs.jumpcloud.com/api/2.0/index.html */
export const plainPages = Pagination.offset({
  limit: PAGE_SIZE,
  counts: "returned",
  param: "skip",
  total: { header: "X-Total-Count" }
})
