import { Pagination } from "@tributary/core"

/** The pages of a list with `size` rows each, numbered from 0: https://developer.jamf.com/jamf-pro/docs/jamf-pro-api-overview */
export const pages = (size: number): Pagination.Pagination =>
  Pagination.pageNumber({ items: "results", limitParam: "page-size", limit: size, first: 0, total: "totalCount" })
