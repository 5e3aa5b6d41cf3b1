import type { Start } from "./PageRequest.js"
import type { Direction, PageRow } from "./PageSql.js"

/** The positions where the next and the previous page start; null if there is no such page. */
export interface Neighbours {
  readonly next: number | null
  readonly previous: number | null
}

/** What a page reads: from which position on, how many records it skips, and how many it reads at most. */
export interface Extent {
  readonly direction: Direction
  readonly position: number
  readonly skipped: number
  readonly rows: number
}

/**
 * What to read for a page of so many records of a list that begins at the position `lowest`: also the record at which the page before ended,
 * because if there still is one, there is a page before; and one more, because then there is a page behind.
 */
export const extentOf = (start: Start, limit: number, lowest: number): Extent => {
  if (start._tag === "Offset") return { direction: "up", position: lowest, skipped: start.offset, rows: limit + 1 }
  const [direction, position] =
    start._tag === "Before" ? (["down", start.position] as const) : (["up", Math.max(start.position, lowest)] as const)
  return { direction, position, skipped: 0, rows: limit + 2 }
}

/** The records of a page and the one behind it, and whether there are records before its start; null if that is not known yet. */
export interface Found {
  readonly rows: ReadonlyArray<PageRow>
  readonly hasBehind: boolean | null
}

const trueOrUnknown = (isKnown: boolean): true | null => (isKnown ? true : null)

/** What was read for a page. */
export const foundIn = (start: Start, lowest: number, read: ReadonlyArray<PageRow>): Found => {
  if (start._tag === "Offset")
    return { rows: read, hasBehind: start.offset === 0 ? false : trueOrUnknown(read.length > 0) }
  // The list has changed since, and begins behind the page before.
  if (start._tag === "After" && start.position < lowest) return { rows: read, hasBehind: false }
  const isThere = read[0]?.[1] === start.position
  const rows = isThere ? read.slice(1) : read
  // Downwards, the query does not know where the list begins.
  const end = start._tag === "Before" ? rows.findIndex(([, position]) => position < lowest) : -1
  return {
    rows: end < 0 ? rows : rows.slice(0, end),
    hasBehind: trueOrUnknown(isThere && start.position >= lowest)
  }
}

/** The start of a page in the other direction, which has a record if there are records before the start of this page. */
export const opposite = (start: Start): Start => {
  if (start._tag === "After") return { _tag: "Before", position: start.position + 1 }
  if (start._tag === "Before") return { _tag: "After", position: start.position - 1 }
  return { _tag: "Before", position: Number.MAX_SAFE_INTEGER }
}

/** The lowest and the highest position of a page; those between which it is, if it has no records. */
const edgesOf = (
  start: Start,
  page: ReadonlyArray<PageRow>,
  behind: PageRow | undefined
): readonly [number, number] => {
  const [first, last] = [page[0]?.[1], page.at(-1)?.[1]]
  if (first !== undefined && last !== undefined) return start._tag === "Before" ? [last, first] : [first, last]
  if (start._tag === "After") return [start.position + 1, start.position]
  if (start._tag === "Before") return [start.position, start.position - 1]
  // A page with limit 0 that starts before a record, or one beyond the end of the list.
  const next = behind?.[1] ?? Number.MAX_SAFE_INTEGER
  return [next, next - 1]
}

/** The neighbours of the page that has the first `count` of the records that were found, in the order in which they were read. */
export const neighbours = (
  start: Start,
  rows: ReadonlyArray<PageRow>,
  count: number,
  hasBehind: boolean
): Neighbours => {
  const [lowest, highest] = edgesOf(start, rows.slice(0, count), rows[count])
  const hasMore = rows.length > count
  const [hasNext, hasPrevious] = start._tag === "Before" ? [hasBehind, hasMore] : [hasMore, hasBehind]
  return { next: hasNext ? highest : null, previous: hasPrevious ? lowest : null }
}
