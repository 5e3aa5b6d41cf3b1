import type { Entry, ServedPage } from "./Page.js"

/** A page without rows that ends the list. */
export const emptyEnd = (page: ServedPage): ServedPage => ({ ...page, entries: [], next: null })

/**
 * A page without rows that leads on to the rows that belong there, by a token that `mark` makes different from the others; null if the paging
 * has no such token.
 */
export const emptyMiddle = (page: ServedPage, mark = ""): ServedPage | null =>
  page.again === null
    ? null
    : {
        ...page,
        entries: [],
        next: mark === "" ? page.again : { ...page.again, after: `${page.again["after"]}${mark}` },
        delta: null
      }

/** A page with a row of the list once more, under another name. */
export const repeated = (page: ServedPage, entry: Entry, name: string): ServedPage => ({
  ...page,
  entries: [...page.entries, { ...entry, key: "", raw: { ...entry.raw, name } }]
})

/** A page that tells a wrong total; null if it tells none. */
export const wrongTotal = (page: ServedPage, lie: (total: number) => number): ServedPage | null =>
  page.total === null ? null : { ...page, total: Math.max(0, lie(page.total)) }
