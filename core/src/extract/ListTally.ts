/**
 * What a walk counts in order to compare it with the vendor's own totals.
 *
 * It is a part of the checkpoint, so that a resumed walk can still prove that it missed nothing.
 */
export interface ListTally {
  /** The rows of the current list so far; null if a checkpoint without a count was resumed. */
  readonly rows: number | null
  /** The lowest total that a page with rows, or the first page, announced for the current list; null if none did. */
  readonly total: number | null
  /** Whether every total of the current list was the same. */
  readonly isSteady: boolean
  /** The rows of the current list so far that the customer did not choose. */
  readonly unchosen: number
  /** The chosen rows of all lists before the current one; null unless their totals prove that none was missed. */
  readonly earlier: number | null
}

/** The tally at the start of a list; `isKnown` is false if rows of the list, or of earlier lists, were read without a count. */
export const begin = (isKnown: boolean): ListTally => ({
  rows: isKnown ? 0 : null,
  total: null,
  isSteady: isKnown,
  unchosen: 0,
  earlier: isKnown ? 0 : null
})

/** The tally after one more page; `total` is null if the page announced none. */
export const add = (
  { earlier, isSteady, rows, total, unchosen }: ListTally,
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
    earlier
  }
}

/** What to report if the list ended before its total; null if it did not, or if nobody can know. */
export const missingOf = ({ rows, total }: ListTally): string | null =>
  rows === null || total === null || rows >= total ? null : `ended after ${rows} of ${total} rows`

/** The tally of the same list from its start. */
export const restarted = ({ earlier }: ListTally): ListTally => ({ ...begin(true), earlier })

/** The tally at the start of the next list; `isShifting` says that rows may have moved between the pages of the list that ended. */
export const ended = ({ earlier, isSteady, rows, total, unchosen }: ListTally, isShifting: boolean): ListTally => {
  const isProven = earlier !== null && isSteady && !isShifting && rows !== null && rows === total
  return { ...begin(true), earlier: isProven ? earlier + rows - unchosen : null }
}
