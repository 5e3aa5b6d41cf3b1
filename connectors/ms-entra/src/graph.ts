import { type Changes, Pagination, Row } from "@tributary/core"
import { Schema } from "effect"

/**
 * The pages of a Microsoft Graph list: rows are in `value`, the next page's address in `@odata.nextLink`.
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

/**
 * A delta query, which starts now and therefore does not return the current rows.
 *
 * Its last page has an `@odata.deltaLink`: https://learn.microsoft.com/en-us/graph/delta-query-overview
 */
export const deltaOf = (
  endpoint: string,
  properties: ReadonlyArray<string>,
  permissions: ReadonlyArray<string>
): Changes.ChangeList => ({
  endpoint,
  query: { $select: properties.join(","), $deltatoken: "latest" },
  pagination: Pagination.deltaLink({ items: "value", from: "@odata\\.nextLink", delta: "@odata\\.deltaLink" }),
  permissions
})

/**
 * A changed or removed object; a removed one is in the recycle bin (reason `changed`) or permanently deleted
 * (`deleted`).
 */
export const EntraChange = Schema.Struct({
  id: Schema.String,
  "@removed": Row.nullish(Schema.Struct({ reason: Row.nullish(Schema.String) }))
})
export interface EntraChange extends Schema.Schema.Type<typeof EntraChange> {}

/** The most values that Graph accepts in one `in` operator. */
const MAX_IN = 15

/** Queries that together select all of these objects, at most 15 each. */
export const among = (ids: ReadonlyArray<string>): ReadonlyArray<Pagination.Query> =>
  Array.from({ length: Math.ceil(ids.length / MAX_IN) }, (_, index) => {
    const some = ids.slice(index * MAX_IN, (index + 1) * MAX_IN)
    return { $filter: `id in (${some.map((id) => `'${id.replaceAll("'", "''")}'`).join(",")})` }
  })

/** The field with the type of an object in a mixed list; users are what Graph returns without it. */
export const TYPE = "@odata\\.type"
export const USER = "#microsoft.graph.user"
export const GROUP = "#microsoft.graph.group"

const isOther = (row: unknown, field: string, wanted: string): boolean => {
  const value = Pagination.at(row, field)
  if (typeof value === "string") return value !== wanted
  return field === TYPE && wanted !== USER && typeof Pagination.at(row, "id") === "string"
}

/** Keeps the rows of a mixed list whose `field` is `wanted`; a row without the field counts, but without a type only as a user. */
export const only = (pages: Pagination.Pagination, field: string, wanted: string): Pagination.Pagination => ({
  ...pages,
  rows: (body) => pages.rows(body)?.filter((row) => !isOther(row, field, wanted))
})

/**
 * The creation time of objects for which Graph has none, such as users created before June 2018: the Unix epoch.
 *
 * No object can have been created then, so callers can recognize the value.
 */
export const UNKNOWN_CREATION = "1970-01-01T00:00:00.000Z"

/** The status for `accountEnabled`, which is null when the token may not read it. */
export const enabledStatus = (accountEnabled: boolean | null): string => {
  if (accountEnabled === null) return "UNKNOWN"
  return accountEnabled ? "ENABLED" : "DISABLED"
}
