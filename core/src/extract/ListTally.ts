/**
 * What a walk counts in one list, in order to compare it with the vendor's own total.
 *
 * It is a part of the checkpoint, so that a resumed walk also notices a list that ends before its total.
 */
export interface ListTally {
  /** The rows of the list so far; null if a checkpoint without a count was resumed. */
  readonly rows: number | null
  /** The lowest total that a page with rows, or the first page, announced; null if none did. */
  readonly total: number | null
  /** Whether every announced total was the same. */
  readonly isSteady: boolean
  /** The rows so far that the customer did not choose. */
  readonly unchosen: number
  /** The pages so far that had rows. */
  readonly pages: number
}

/** The tally at the start of a list; `isKnown` is false if rows of the list were read without a count. */
export const begin = (isKnown: boolean): ListTally => ({
  rows: isKnown ? 0 : null,
  total: null,
  isSteady: isKnown,
  unchosen: 0,
  pages: 0
})

/** The tally after one more page; `total` is null if the page announced none. */
export const add = (
  { isSteady, pages, rows, total, unchosen }: ListTally,
  page: { readonly rows: number; readonly chosen: number; readonly total: number | null }
): ListTally => {
  // A careless vendor's empty page may announce a total of 0: only pages that have rows know the list.
  const isBelieved = page.total !== null && (page.rows > 0 || total === null)
  const lowest = isBelieved && page.total !== null ? Math.min(page.total, total ?? page.total) : total
  return {
    rows: rows === null ? null : rows + page.rows,
    total: lowest,
    isSteady: isSteady && (!isBelieved || total === null || page.total === total),
    unchosen: unchosen + page.rows - page.chosen,
    pages: page.rows > 0 ? pages + 1 : pages
  }
}

/** Whether the walk has read as many rows as every announced total says. */
export const isReached = ({ isSteady, rows, total }: ListTally): boolean => isSteady && total !== null && rows === total

/** What to report if the list ended before its total; null if it did not, or if nobody can know. */
export const missingOf = ({ rows, total }: ListTally): string | null =>
  rows === null || total === null || rows >= total ? null : `ended after ${rows} of ${total} rows`

/**
 * The chosen rows of the list, if its total proves that none was missed; otherwise null.
 *
 * Between two requests a vendor can delete one row, add another and move a third to a page that was read already: the
 * count fits, but the third row was missed. So only one response proves a list, or the pages of a snapshot.
 */
export const provenTotal = (
  { isSteady, pages, rows, total, unchosen }: ListTally,
  { isSnapshot }: { readonly isSnapshot: boolean }
): number | null => (rows !== null && isSteady && rows === total && (pages <= 1 || isSnapshot) ? rows - unchosen : null)
