import { Pagination } from "@tributary/core"

/**
 * Microsoft Graph's lists: the rows in `value`, the next page in `@odata.nextLink`.
 *
 * https://learn.microsoft.com/en-us/graph/paging
 */
export const graphPages = (limit?: number): Pagination.Pagination =>
  Pagination.nextLink({
    items: "value",
    from: "@odata\\.nextLink",
    limitParam: "$top",
    ...(limit === undefined ? {} : { limit })
  })

const isOther = (row: unknown, field: string, wanted: string): boolean => {
  const value = Pagination.at(row, field)
  return typeof value === "string" && value !== wanted
}

/** The rows of a mixed list whose `field` is `wanted`, or says nothing. */
export const only = (pages: Pagination.Pagination, field: string, wanted: string): Pagination.Pagination => ({
  ...pages,
  rows: (body) => pages.rows(body)?.filter((row) => !isOther(row, field, wanted))
})

/**
 * What stands for a creation time that the directory does not know: the epoch, which no record of it can have.
 *
 * Graph answers null for users from before June 2018.
 */
export const UNKNOWN_CREATION = "1970-01-01T00:00:00.000Z"

/** What an object's `accountEnabled` says; it is null where the token may not read it. */
export const enabledStatus = (accountEnabled: boolean | null): string => {
  if (accountEnabled === null) return "UNKNOWN"
  return accountEnabled ? "ENABLED" : "DISABLED"
}
