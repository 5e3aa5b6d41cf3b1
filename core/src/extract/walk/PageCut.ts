/*
 * Where a page is cut: a vendor's page can have any number of rows, and no piece of it may keep the event loop or a lock of the store for long.
 *
 * One rule says which piece has the checkpoint: only the last one has what is true once the whole page is stored, so a run that stops between
 * two pieces reads the page again.
 */

/** How much a piece may hold. */
export interface Limits {
  /** The most rows. */
  readonly rows: number
  /** The most characters of a piece with more than one item; no limit by default. */
  readonly length?: number
}

/** What an item adds to its piece. */
export interface Weight {
  /** How many rows it is. */
  readonly rows: number
  /** How many characters it has. */
  readonly length: number
}

/** A piece of the rows of a page. */
export const ROWS: Limits = { rows: 500 }

const ONE_ROW: Weight = { rows: 1, length: 0 }

/** Whether a piece may be so large. */
export const fits = ({ length, rows }: Weight, limits: Limits): boolean =>
  rows <= limits.rows && length <= (limits.length ?? Number.POSITIVE_INFINITY)

/** Cuts a list into parts, in its order; an item that is larger than a piece may be is a part of its own. */
export const parts = <A>(
  items: ReadonlyArray<A>,
  limits: Limits,
  weigh: (item: A) => Weight = () => ONE_ROW
): ReadonlyArray<ReadonlyArray<A>> => {
  const found: Array<Array<A>> = []
  let [rows, length] = [0, 0]
  for (const item of items) {
    const weight = weigh(item)
    rows += weight.rows
    length += weight.length
    const part = found.at(-1)
    if (part !== undefined && fits({ rows, length }, limits)) {
      part.push(item)
    } else {
      found.push([item])
      rows = weight.rows
      length = weight.length
    }
  }
  return found
}

/** The pieces of a page: `inner` makes those after which it is read again, and `last` the one that has everything else that the page says. */
export const pieces = <A, Piece>(
  found: ReadonlyArray<ReadonlyArray<A>>,
  inner: (items: ReadonlyArray<A>) => Piece,
  last: (items: ReadonlyArray<A>) => Piece
): ReadonlyArray<Piece> => [...found.slice(0, -1).map(inner), last(found.at(-1) ?? [])]
