import { type ExportJob, Pagination } from "@tributary/core"
import type { PagedList } from "./PagedList.js"

/** How core reads the pages of a list; `counts` is what an offset counts. */
export const paginationOf = (
  shape: PagedList,
  { counts }: { readonly counts: "requested" | "returned" } = { counts: "returned" }
): Pagination.Pagination => {
  const total = shape.paging === "linkHeader" || shape.paging === "indexedLink" ? { header: "X-Total-Count" } : "total"
  const list = { items: "items", limit: shape.pageSize, ...(shape.hasTotal ? { total } : {}) }
  switch (shape.paging) {
    case "linkHeader":
    case "indexedLink":
      return Pagination.linkHeader(list)
    case "nextLink":
      return shape.delta === "token"
        ? Pagination.deltaLink({ ...list, from: "next", delta: "delta" })
        : Pagination.nextLink({ ...list, from: "next" })
    case "cursor":
      return Pagination.cursor({ ...list, from: "next", param: "after" })
    case "cursorToEmptyPage":
      return Pagination.cursor({ ...list, from: "next", param: "after", endsOnEmptyPage: true })
    case "scroll":
      return Pagination.scroll({ ...list, from: "next", param: "after", total: "total" })
    case "offset":
      return Pagination.offset({ ...list, counts })
    case "pageNumber":
      return Pagination.pageNumber({
        ...list,
        ...(shape.hasTotal || shape.hasPageCount === true ? { pages: "pages" } : {})
      })
    case "single":
    case "exportJob":
      return Pagination.none({ items: "items", ...(shape.hasTotal ? { total: "total" } : {}) })
  }
}

/** How core reads a list that a job prepares in chunks. */
export const exportOf = (name: string): ExportJob.ExportJob => ({
  start: `/${name}/exports`,
  body: {},
  id: "id",
  status: `/${name}/exports/{id}/status`,
  read: (body: unknown) => body as { readonly state: "running" | "finished"; readonly chunks: ReadonlyArray<number> },
  chunk: `/${name}/exports/{id}/chunks/{chunk}`,
  items: "items",
  cancel: `/${name}/exports/{id}/cancel`
})
