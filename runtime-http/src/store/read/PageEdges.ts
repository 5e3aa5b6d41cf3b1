import type { Start } from "./PageRequest.js"
import type { PageRow } from "./PageSql.js"

/** Where the neighbours of a page begin. */
export interface Neighbours {
  readonly next: number | null
  readonly previous: number | null
}

/** A page's rows in change order, and where its neighbours begin. */
export interface PageOfRows extends Neighbours {
  readonly rows: ReadonlyArray<PageRow>
}

/** What is known around a page that has records. */
export interface Edges {
  readonly lowest: number
  readonly highest: number
  /** Whether there is more behind the place where the page began, and whether there is more beyond its other end. */
  readonly hasBehind: boolean
  readonly hasMore: boolean
}

export const neighbours = (start: Start, { hasBehind, hasMore, highest, lowest }: Edges): Neighbours => {
  const [hasNext, hasPrevious] = start._tag === "Before" ? [hasBehind, hasMore] : [hasMore, hasBehind]
  return { next: hasNext ? highest : null, previous: hasPrevious ? lowest : null }
}

/**
 * Says what of the rows that were read (one more than the page holds) belongs to the page, and what lies around it.
 *
 * Null where a page that has no rows cannot know: the places around it are then looked up.
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

/** Where an empty page lies: everything before `before` comes before it, everything after `after` behind it. */
export const gap = (
  start: Start,
  read: ReadonlyArray<PageRow>
): { readonly before: number; readonly after: number } => {
  if (start._tag === "After") return { before: start.position + 1, after: start.position }
  if (start._tag === "Before") return { before: start.position, after: start.position - 1 }
  // A page of limit 0 in front of a record, or one beyond the end.
  const next = read[0]?.[0] ?? Number.MAX_SAFE_INTEGER
  return { before: next, after: next - 1 }
}
