import { type ExportJob, Pagination } from "@tributary/core"
import type { List, Paging } from "./lists.js"

/** Sends the walk's name back with every page, so that the stand-in knows which pages were read together. */
const inWalk = (pagination: Pagination.Pagination): Pagination.Pagination => ({
  ...pagination,
  next: (answer) => {
    const next = pagination.next(answer)
    const walk = Pagination.at(answer.response.body, "walk")
    if (next === null || "url" in next || typeof walk !== "string") return next
    return { ...next, query: { ...next.query, walk } }
  }
})

/** How core is told to read each way of paging. */
const makers: Readonly<Record<Paging, (list: List) => Pagination.Pagination>> = {
  link: (list) => Pagination.linkHeader({ items: "items", limit: list.limit, ...headerTotal(list) }),
  since: (list) => Pagination.linkHeader({ items: "items", limit: list.limit, ...headerTotal(list) }),
  cursor: (list) =>
    Pagination.cursor({ items: "items", limit: list.limit, from: "next", param: "after", ...bodyTotal(list) }),
  scroll: (list) =>
    Pagination.scroll({ items: "items", limit: list.limit, from: "scroll", param: "scroll", total: "total" }),
  offset: (list) =>
    inWalk(Pagination.offset({ counts: "returned", items: "items", limit: list.limit, ...bodyTotal(list) })),
  bareOffset: (list) => inWalk(Pagination.offset({ counts: "returned", items: "items", limit: list.limit })),
  pages: (list) => inWalk(Pagination.pageNumber({ items: "items", limit: list.limit, pages: "pages" })),
  barePages: (list) => inWalk(Pagination.pageNumber({ items: "items", limit: list.limit, first: 0 })),
  // Not declared as indexed: core has to notice it by itself.
  indexLinks: (list) => Pagination.nextLink({ items: "items", limit: list.limit, from: "next" }),
  delta: (list) => Pagination.deltaLink({ items: "items", limit: list.limit, from: "next", delta: "delta" }),
  export: () => Pagination.none(),
  single: (list) => Pagination.none({ items: "items", ...bodyTotal(list) })
}

const bodyTotal = ({ hasTotal }: List) => (hasTotal ? { total: "total" } : {})
const headerTotal = ({ hasTotal }: List) => (hasTotal ? { total: { header: "x-total-count" } } : {})

/** How core reads the pages of a list. */
export const paginationOf = (list: List): Pagination.Pagination => makers[list.paging](list)

/** A job that prepares the rows of a list in chunks. */
export const exportOf = ({ path }: List): ExportJob.ExportJob => ({
  start: `${path}/export`,
  body: { format: "json" },
  id: "id",
  status: `${path}/export/{id}`,
  read: (body) => {
    const [state, chunks] = [Pagination.at(body, "state"), Pagination.at(body, "chunks")]
    if (state !== "running" && state !== "finished" && state !== "failed") return null
    return { state, chunks: Array.isArray(chunks) ? chunks.map(Number) : [] }
  },
  chunk: `${path}/export/{id}/chunks/{chunk}`,
  cancel: `${path}/export/{id}/cancel`,
  pollEvery: "200 millis"
})
