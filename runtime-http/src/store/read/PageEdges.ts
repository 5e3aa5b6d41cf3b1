import type { Start } from "./PageRequest.js"
import type { PageRow } from "./PageSql.js"

/** The positions where the next and the previous page start; null if there is no such page. */
export interface Neighbours {
  readonly next: number | null
  readonly previous: number | null
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

/** The neighbours of a page with the first `count` of the rows that were read, in the order in which they were read. */
export const around = (start: Start, read: ReadonlyArray<PageRow>, count: number): Neighbours => {
  const [first, last] = [read[0], read[count - 1]]
  if (first === undefined || last === undefined) return { next: null, previous: null }
  const [, , isBehind, , found] = first
  const hasBehind = isBehind === true
  const [lowest, highest] = start._tag === "Before" ? [last[0], first[0]] : [first[0], last[0]]
  return neighbours(start, { lowest, highest, hasBehind, hasMore: (found ?? 0) > count })
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
