import { Pagination, Row } from "@tributary/core"
import { Schema } from "effect"

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

/** The same for a list of changes, which ends in an `@odata.deltaLink`: https://learn.microsoft.com/en-us/graph/delta-query-overview */
export const deltaPages = (): Pagination.Pagination =>
  Pagination.deltaLink({ items: "value", from: "@odata\\.nextLink", delta: "@odata\\.deltaLink" })

/** Follows the changes of these properties from now on, without the rows as they are. */
export const fromNow = (properties: ReadonlyArray<string>): Pagination.Query => ({
  $select: properties.join(","),
  $deltatoken: "latest"
})

/** An object that changed, or that is gone: to the recycle bin (`changed`), or for good (`deleted`). */
export const EntraChange = Schema.Struct({
  id: Schema.String,
  "@removed": Row.nullish(Schema.Struct({ reason: Row.nullish(Schema.String) }))
})
export interface EntraChange extends Schema.Schema.Type<typeof EntraChange> {}

/** Graph takes no more values in one `in`. */
const MAX_IN = 15

/** The queries that together name all of the objects. */
export const among = (ids: ReadonlyArray<string>): ReadonlyArray<Pagination.Query> =>
  Array.from({ length: Math.ceil(ids.length / MAX_IN) }, (_, index) => {
    const some = ids.slice(index * MAX_IN, (index + 1) * MAX_IN)
    return { $filter: `id in (${some.map((id) => `'${id.replaceAll("'", "''")}'`).join(",")})` }
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
