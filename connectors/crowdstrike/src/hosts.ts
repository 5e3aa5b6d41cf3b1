import { Pagination } from "@tributary/core"

/** Reads whole hosts in the order of their ids: https://developer.crowdstrike.com/api-reference/collections/hosts/ */
export const HOSTS = "/devices/combined/devices/v1"

/** The pages of hosts; each has the token of the next one. */
export const hostPages = (limit: number): Pagination.Pagination =>
  Pagination.cursor({
    items: "resources",
    from: "meta.pagination.next",
    param: "offset",
    total: "meta.pagination.total",
    limit,
    // Not documented: the last page with hosts may have a token too.
    endsOnEmptyPage: true
  })
