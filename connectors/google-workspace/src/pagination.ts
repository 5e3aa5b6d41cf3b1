import { Pagination } from "@tributary/core"

/** What every answer of the Admin SDK begins its `kind` with, such as `admin#directory#users`. */
const ADMIN = "admin#"

/** Whether an answer has no rows. Google leaves out the field of a list without rows. */
const isEmpty = (body: unknown, items: string): boolean => {
  const kind = Pagination.at(body, "kind")
  return typeof kind === "string" && kind.startsWith(ADMIN) && Pagination.at(body, items) === undefined
}

const orEmpty = (pages: Pagination.Pagination, items: string): Pagination.Pagination => ({
  ...pages,
  rows: (body) => pages.rows(body) ?? (isEmpty(body, items) ? [] : undefined)
})

/** Pages of the Admin SDK: https://developers.google.com/workspace/admin/directory/reference/rest/v1/users/list */
export const adminPages = (items: string, limit: number): Pagination.Pagination =>
  orEmpty(
    Pagination.cursor({ items, limit, limitParam: "maxResults", from: "nextPageToken", param: "pageToken" }),
    items
  )

/** A list of the Admin SDK that one answer has completely. */
export const adminList = (items: string): Pagination.Pagination => orEmpty(Pagination.none({ items }), items)

const NEXT = "nextPageToken"

const alerts = Pagination.cursor({
  items: "alerts",
  limit: 200,
  limitParam: "pageSize",
  from: NEXT,
  param: "pageToken"
})

/** Pages of the Alert Center, whose answer without alerts has no field at all but perhaps a token. */
export const alertPages: Pagination.Pagination = {
  ...alerts,
  rows: (body) => {
    const isBare = typeof body === "object" && body !== null && Object.keys(body).every((name) => name === NEXT)
    return alerts.rows(body) ?? (isBare ? [] : undefined)
  }
}
