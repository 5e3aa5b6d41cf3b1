import { Pagination } from "@tributary/core"

/** The order in which `createdPages` reads a list. */
export const BY_CREATION = { sort: "created_timestamp.asc" }

/**
 * The pages of a list of which CrowdStrike returns the first 10,000 rows, in the order of their creation:
 * https://github.com/CrowdStrike/psfalcon/issues/487
 */
export const createdPages: Pagination.Pagination = Pagination.windows(
  Pagination.offset({ items: "resources", limit: 500, counts: "returned", total: "meta.pagination.total" }),
  {
    cap: 10_000,
    from: "created_timestamp",
    render: (time) => ({ filter: `created_timestamp:>='${time}'` })
  }
)
