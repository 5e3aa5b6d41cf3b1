import type { PagedList } from "./PagedList.js"

/** An entry of a list: a row, or the second appearance of one. */
export interface Entry {
  /** Its place in the list. */
  readonly key: string
  readonly id: string
  /** When the row last changed, in milliseconds since 1970. */
  readonly changedAt: number
  /** The row as the vendor sends it. */
  readonly raw: Readonly<Record<string, unknown>>
  /** Whether the customer may not see it: it takes a place on a page, and is left out. */
  readonly isHidden: boolean
}

/** A change that the vendor's delta tells. */
export interface LoggedChange {
  readonly id: string
  readonly isRemoved: boolean
}

/** A list at one instant. */
export interface Contents {
  /** What it holds, in the order in which it is listed. */
  readonly entries: ReadonlyArray<Entry>
  /** The length of the log of changes. */
  readonly changes: number
}

/** An answer of the vendor. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A page of the vendor, before it becomes JSON, so that a fault can distort it. */
export interface ServedPage {
  /** The entries of the page. */
  readonly entries: ReadonlyArray<Entry>
  /** The number of all rows, if the vendor tells it. */
  readonly total: number | null
  /** The number of pages, if the vendor tells it and not the number of rows. */
  readonly pages?: number
  /** Where the next page is: the parameters of its request; null at the end. */
  readonly next: Params | null
  /** The parameters with which the next delta begins, on the last page of a list that tells them. */
  readonly delta: Params | null
  /** The parameters that lead to this page again by another token; null if the paging has no such. */
  readonly again: Params | null
}

/** The parameters of a request. */
export type Params = Readonly<Record<string, string>>

/** A list that a vendor holds. */
export interface HeldList {
  readonly name: string
  readonly shape: PagedList
  /** The changes of its rows, the oldest first. */
  readonly log: ReadonlyArray<LoggedChange>
  /** The list as it is, or as it was some changes ago. */
  readonly contents: (changesAgo: number) => Contents
  /** A row as the vendor sends it; null if it does not hold it. */
  readonly rawOf: (id: string) => Readonly<Record<string, unknown>> | null
}

/** A successful answer. */
export const ok = (body: unknown): Reply => ({ status: 200, headers: {}, body })

/** An answer that refuses. */
export const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: { error: `refused with ${status}` }
})

/** A page of the list as the vendor sends it; `baseUrl` is the address of the customer. */
export const render = ({ name, shape }: HeldList, page: ServedPage, baseUrl: string): Reply => {
  const address = (params: Params) => `${baseUrl}/${name}/items?${new URLSearchParams(params)}`
  const rows = page.entries.map(({ id, raw }) => (shape.hasDetails ? id : raw))
  const usesHeader = shape.paging === "linkHeader" || shape.paging === "indexedLink"
  const isToken = shape.paging === "cursor" || shape.paging === "cursorToEmptyPage" || shape.paging === "scroll"
  const body: Record<string, unknown> = { items: rows }
  const headers: Record<string, string> = {}
  if (page.total !== null) {
    if (usesHeader) headers["x-total-count"] = String(page.total)
    else body["total"] = page.total
    if (shape.paging === "pageNumber") body["pages"] = Math.ceil(page.total / shape.pageSize)
  }
  // As vendors do, each page links to the list itself, so that a page without a Link header is one that a proxy has changed.
  if (usesHeader) headers["link"] = `<${address({})}>; rel="self"`
  if (page.pages !== undefined) body["pages"] = page.pages
  if (page.next !== null) {
    if (usesHeader) headers["link"] += `, <${address(page.next)}>; rel="next"`
    else if (isToken) body["next"] = page.next["after"]
    else body["next"] = address(page.next)
  }
  if (page.delta !== null) body["delta"] = address(page.delta)
  return { status: 200, headers, body }
}
