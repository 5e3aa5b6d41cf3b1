import type { Start } from "./PageRequest.js"
import type { PageRow } from "./PageSql.js"

/** The positions where the next and the previous page start; null if there is no such page. */
export interface Neighbours {
  readonly next: number | null
  readonly previous: number | null
}

/** The rows of a page in change order, and where its neighbours start. */
export interface PageOfRows extends Neighbours {
  readonly rows: ReadonlyArray<PageRow>
}

/** The first and last positions of a page that has records, and whether the list continues on either side. */
export interface Edges {
  readonly lowest: number
  readonly highest: number
  /** Whether there are records before the start of the page, as seen in the direction in which it was read. */
  readonly hasBehind: boolean
  /** Whether there are records beyond the other end. */
  readonly hasMore: boolean
}

/** The neighbours of a page that has records. */
export const neighbours = (start: Start, { hasBehind, hasMore, highest, lowest }: Edges): Neighbours => {
  const [hasNext, hasPrevious] = start._tag === "Before" ? [hasBehind, hasMore] : [hasMore, hasBehind]
  return { next: hasNext ? highest : null, previous: hasPrevious ? lowest : null }
}

/**
 * The page among the rows that were read, which are up to one more than the page holds.
 *
 * Null if the page has no rows: the caller then has to look up whether there are neighbours.
 */
export const of = (start: Start, limit: number, read: ReadonlyArray<PageRow>): PageOfRows | null => {
  const kept = read.slice(0, limit)
  const hasMore = read.length > limit
  const rows = start._tag === "Before" ? kept.reverse() : kept
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return null
  const [lowest, , hasBehind] = first
  return { rows, ...neighbours(start, { lowest, highest: last[0], hasBehind, hasMore }) }
}

/** The place of an empty page: records before the position `before` precede it, records after `after` follow it. */
export const gap = (
  start: Start,
  read: ReadonlyArray<PageRow>
): { readonly before: number; readonly after: number } => {
  if (start._tag === "After") return { before: start.position + 1, after: start.position }
  if (start._tag === "Before") return { before: start.position, after: start.position - 1 }
  // A page with limit 0 that starts before a record, or one beyond the end of the list.
  const next = read[0]?.[0] ?? Number.MAX_SAFE_INTEGER
  return { before: next, after: next - 1 }
}
