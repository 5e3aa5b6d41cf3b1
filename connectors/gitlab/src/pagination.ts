import { Pagination } from "@tributary/core"

/** The most rows of a page, in REST and in GraphQL: https://docs.gitlab.com/api/rest/#pagination */
export const PAGE_SIZE = 100

/**
 * Numbered pages, so that a row that leaves shifts the rows behind it. Every page has a Link header, at least to the first page. The lists of a
 * group have no pages with keys: https://docs.gitlab.com/api/rest/#supported-resources
 */
export const numberedPages: Pagination.Pagination = Pagination.linkHeader({
  limit: PAGE_SIZE,
  limitParam: "per_page",
  isIndexed: true,
  isOnEveryPage: true
})
