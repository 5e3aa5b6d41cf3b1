import type { Reply } from "../../support/vendor/Page.js"

/** What shows that an answer lacks rows. */
export type Sign =
  /** A proxy has removed the Link header. */
  | "noLink"
  /** The status: accepted, and partial content. */
  | 202
  | 206
  /** The body reports errors beside the rows. */
  | "errors"

/** Every sign. */
export const signs: ReadonlyArray<Sign> = ["noLink", 202, 206, "errors"]

const rowsOf = ({ body }: Reply): ReadonlyArray<unknown> => {
  const { items } = (body ?? {}) as { readonly items?: unknown }
  return Array.isArray(items) ? items : []
}

const hasNext = ({ headers }: Reply): boolean => headers["link"]?.includes('rel="next"') === true

/**
 * The answer with only the first half of its rows and without a next page, and with the sign of it; null if it has no rows to leave out, or
 * cannot have the sign. `newest` is where a vendor that tells its changes would let the next delta begin; null for any other. Only a page of
 * `pageSize` rows must have a Link header: a shorter one looks like the last.
 */
export const of = (whole: Reply, sign: Sign, newest: string | null, pageSize: number): Reply | null => {
  if (sign === "noLink") {
    const { link: _link, ...headers } = whole.headers
    return hasNext(whole) && rowsOf(whole).length >= pageSize ? { ...whole, headers } : null
  }
  const { items: _items, next: _next, ...rest } = (whole.body ?? {}) as Readonly<Record<string, unknown>>
  const items = rowsOf(whole)
  if (items.length === 0) return null
  const body = {
    ...rest,
    items: items.slice(0, Math.floor(items.length / 2)),
    ...(newest === null ? {} : { delta: newest }),
    ...(sign === "errors" ? { errors: [{ message: "a shard did not answer" }] } : {})
  }
  const link = whole.headers["link"]?.replace(/,.*/, "")
  const headers = link === undefined ? whole.headers : { ...whole.headers, link }
  return { status: typeof sign === "number" ? sign : whole.status, headers, body }
}
