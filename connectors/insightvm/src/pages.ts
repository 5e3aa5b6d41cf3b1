import { Pagination } from "@tributary/core"

/** Numbered pages from 0 on: https://help.rapid7.com/insightvm/en-us/api/index.html#section/Overview */
export const pages = (size: number): Pagination.Pagination =>
  Pagination.pageNumber({
    items: "resources",
    limitParam: "size",
    limit: size,
    first: 0,
    pages: "page.totalPages"
  })
