import { oktaError } from "./OktaError.js"
import type { Reply } from "./Reply.js"

/** The page sizes of one list. */
export interface PageSizes {
  readonly default: number
  readonly max: number
}

/** One page of a list, and the address of the next one. */
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
 * Cuts a page out of rows in ordinal order; the cursor holds the last ordinal, so rows that come or go
 * during a walk never make it skip or repeat another row. A limit above the maximum means the maximum.
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

/** The Link headers of a page: https://developer.okta.com/docs/api/#pagination */
export const linkHeaders = (page: Page<unknown>): ReadonlyArray<string> => {
  const self = `<${page.self}>; rel="self"`
  return page.next === undefined ? [self] : [self, `<${page.next}>; rel="next"`]
}
