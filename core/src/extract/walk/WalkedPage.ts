import type * as ListGuard from "./ListGuard.js"
import type { Next, Window } from "./PageShape.js"
import type { MissingPart } from "./ScanVerdict.js"

/** A position in a walk. */
export interface Position {
  /** The index of the list, counted over all queries at all base addresses. */
  readonly list: number
  /** Which page of the list; null for the first. */
  readonly next: Next | null
  /** What the walk counted in this list, or in its window, before the page; absent at the start of a list. */
  readonly tally?: ListGuard.Tally
  /** The window of the page; absent at the start of a list, and if the list has none. */
  readonly window?: Window
  /** Whether the position is an index, so that a walk that continues there may miss rows that have shifted since; false by default. */
  readonly isIndex?: boolean
}

/** One page of a walk, or a piece of a page with very many rows. */
export interface WalkedPage {
  /** The page's rows, without those that the connector's `chooses` leaves out; at most `PageCut.ROWS`. */
  readonly rows: ReadonlyArray<unknown>
  /** Where a later run resumes after this page; null at the end of the walk. */
  readonly after: Position | null
  /** Where the next delta begins, on the last page of a list that says so; null on any other page. */
  readonly delta: string | null
  /** The base address at which the rows were found; empty for the first. */
  readonly base?: string
  /** On the last page: how many rows the vendor's totals announce, if they prove that the walk missed none. */
  readonly total?: number
  /** Whether the list may have more rows than the walk can reach, so that no absence from it proves anything; false by default. */
  readonly isCut?: boolean
  /** What the vendor left out, as far as its answers show it; absent if nothing shows it. */
  readonly missing?: ReadonlyArray<MissingPart>
  /** On the last page of a list: whether the walk continued it at an index, so that it may have missed rows that had shifted; false by default. */
  readonly isInParts?: boolean
  /** Whether the vendor is still preparing the list; false by default. */
  readonly isWaiting?: boolean
}
