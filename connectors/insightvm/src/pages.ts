import { Pagination } from "@tributary/core"

/** The pages of a list with `size` rows each, numbered from 0: https://help.rapid7.com/insightvm/en-us/api/index.html#section/Overview */
export const pages = (size: number): Pagination.Pagination =>
  Pagination.pageNumber({
    items: "resources",
    limitParam: "size",
    limit: size,
    first: 0,
    pages: "page.totalPages",
    total: "page.totalResources"
  })
