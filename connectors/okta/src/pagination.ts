import { Pagination } from "@tributary/core"

/** Pages of a list, each of which links at least to itself: https://developer.okta.com/docs/api/#link-header */
export const oktaPages = (limit: number): Pagination.Pagination => Pagination.linkHeader({ limit, isOnEveryPage: true })
