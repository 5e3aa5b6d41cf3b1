import type { PageRow } from "./ListQueries.js"
import type { Start } from "./RecordQuery.js"

/** A page's rows in change order, and where its neighbours begin. */
export interface PagePlace {
  readonly rows: ReadonlyArray<PageRow>
  readonly next: number | null
  readonly previous: number | null
}

/**
 * Says what of the rows that were read (one more than the page holds) belongs to the page, and what lies around it.
 *
 * Null where a page that has no rows cannot know: the places around it are then looked up.
 */
export const of = (start: Start, limit: number, read: ReadonlyArray<PageRow>): PagePlace | null => {
  const kept = read.slice(0, limit)
  const hasMore = read.length > limit
  const rows = start._tag === "Before" ? kept.reverse() : kept
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return null
  const [, , hasBehind] = first
  const [hasNext, hasPrevious] = start._tag === "Before" ? [hasBehind, hasMore] : [hasMore, hasBehind]
  return { rows, next: hasNext ? last[0] : null, previous: hasPrevious ? first[0] : null }
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
