import * as ListGuard from "./ListGuard.js"
import type { Next, Pagination, Window } from "./PageShape.js"
import type { Position } from "./WalkedPage.js"

/** A page, and what was known of its list before it. */
export interface Before {
  /** The position of the page. */
  readonly position: Position
  /** The list before the page. */
  readonly list: ListGuard.ListState
}

/** What a page leads to. */
export interface Behind {
  /** The next page. */
  readonly next: Next
  /** Its window; absent if the list has none. */
  readonly window?: Window
  /** The list after the page. */
  readonly list: ListGuard.ListState
}

/** What the position of the next page says beside its place: its window, if it has one. */
export const windowed = (window: Window | undefined): Pick<Position, "window"> =>
  window === undefined ? {} : { window }

/** The next page, and its window. */
export const split = ({ window, ...next }: Next): Pick<Behind, "next" | "window"> => ({ next, ...windowed(window) })

/** The position from which a later run continues, if it stops after a page that leads to another one. */
export const after = (
  { isAfterRow = false, isIndexed, isScroll = false }: Pagination,
  { list: before, position }: Before,
  { list, next, window }: Behind
): Position => {
  // A vendor returns each page of a scroll only once.
  if (isScroll) return { list: position.list, next: null }
  const here = { list: position.list, next, tally: list.tally, ...windowed(window) }
  // A window begins at a value, which no other row shifts.
  if (window?.isFirst === true) return list.isInParts ? { ...here, isIndex: true } : here
  // Each page decides this again: an index follows the count of rows at every page, and an id does so only by chance.
  const isIndex = isIndexed || (!isAfterRow && ListGuard.isIndex(list, next, position.next))
  if (!isIndex) return here
  // Rows shift between runs, so the page is read again: if rows in front of it have left, it has those that moved up.
  return position.next === null
    ? { list: position.list, next: null }
    : {
        list: position.list,
        next: position.next,
        tally: before.tally,
        ...windowed(position.window),
        isIndex: true
      }
}
