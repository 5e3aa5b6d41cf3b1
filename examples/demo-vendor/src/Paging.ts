import { oktaError } from "./OktaError.js"
import type { Reply } from "./Reply.js"

/** The default and maximum page size of a list. */
export interface PageSizes {
  readonly default: number
  readonly max: number
}

/** A page of a list, with its own address and the next one's; `next` is undefined on the last page. */
export interface Page<A> {
  readonly rows: ReadonlyArray<A>
  readonly self: string
  readonly next: string | undefined
}

const CURSOR = /^after:(\d+)$/

const readCursor = (after: string | null): number | undefined => {
  if (after === null) return -1
  const match = CURSOR.exec(Buffer.from(after, "base64url").toString("utf8"))
  return match ? Number(match[1]) : undefined
}

/**
 * Returns a page of rows in ordinal order, or an error for an invalid limit or cursor.
 *
 * The cursor holds the last ordinal, so rows that are added or removed while a client reads the pages never make it
 * skip or repeat another row. Limits above the maximum are lowered to it.
 */
export const cutPage = <A>(
  rows: ReadonlyArray<A>,
  ordinalOf: (row: A) => number,
  sizes: PageSizes,
  url: URL
): Page<A> | Reply => {
  const asked = url.searchParams.get("limit")
  if (asked !== null && !/^[1-9]\d*$/.test(asked)) {
    return oktaError("E0000001", ["limit: must be a positive integer"], ": limit")
  }
  const limit = Math.min(asked === null ? sizes.default : Number(asked), sizes.max)
  const after = readCursor(url.searchParams.get("after"))
  if (after === undefined) return oktaError("E0000031", ["Invalid paging request."])
  const rest = rows.filter((row) => ordinalOf(row) > after)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  if (last === undefined || rest.length <= limit) return { rows: page, self: url.href, next: undefined }
  const next = new URL(url)
  next.searchParams.set("after", Buffer.from(`after:${ordinalOf(last)}`).toString("base64url"))
  next.searchParams.set("limit", String(limit))
  return { rows: page, self: url.href, next: next.href }
}

/** The Link headers of a page, `self` and `next`: https://developer.okta.com/docs/api/#pagination */
export const linkHeaders = (page: Page<unknown>): ReadonlyArray<string> => {
  const self = `<${page.self}>; rel="self"`
  return page.next === undefined ? [self] : [self, `<${page.next}>; rel="next"`]
}
