import { Pagination } from "@tributary/core"

/** Pages of a list. Okta sends a Link header with every page, which names at least the page itself: https://developer.okta.com/docs/api/#link-header */
export const oktaPages = (limit: number): Pagination.Pagination => Pagination.linkHeader({ limit, isOnEveryPage: true })
