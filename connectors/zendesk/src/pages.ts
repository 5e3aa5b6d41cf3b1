import { Pagination } from "@tributary/core"

/** The longest page of an export: https://developer.zendesk.com/documentation/ticketing/managing-tickets/using-the-incremental-export-api/#per_page */
const EXPORT_LIMIT = 1_000

/** The longest page of any other list: https://developer.zendesk.com/api-reference/introduction/pagination/ */
const LIMIT = 100

const isEnd = (body: unknown): boolean => Pagination.at(body, "end_of_stream") === true

/**
 * The address of what follows a page, with what each page has besides its rows: no page of the documentation says that Zendesk's links keep it.
 * Null if the page has no link.
 */
const linkOf = (body: unknown, include: string | undefined): string | null => {
  const url = Pagination.at(body, "after_url")
  if (typeof url !== "string" || url === "") return null
  if (include === undefined || !URL.canParse(url)) return url
  const full = new URL(url)
  full.searchParams.set("include", include)
  return full.href
}

/**
 * The pages of an incremental export, all of which have a link to what follows.
 *
 * https://developer.zendesk.com/documentation/ticketing/managing-tickets/using-the-incremental-export-api/#cursor-based-incremental-exports
 */
export const exportPages = (items: string, include?: string): Pagination.Pagination => ({
  ...Pagination.nextLink({ items, from: "after_url", limit: EXPORT_LIMIT, limitParam: "per_page" }),
  next: ({ response: { body } }) => {
    const url = isEnd(body) ? null : linkOf(body, include)
    return url === null ? null : { url }
  },
  missing: ({ response }) => (isEnd(response.body) ? null : "its last page does not say that the export ends there")
})

/** Like `exportPages`; the link of the last page leads to what changes later. */
export const changePages = (items: string, include?: string): Pagination.Pagination => ({
  ...exportPages(items, include),
  delta: (body) => linkOf(body, include)
})

/**
 * The pages of a list with a cursor, which the last page has too.
 *
 * https://developer.zendesk.com/api-reference/introduction/pagination/#using-cursor-pagination
 */
export const cursorPages = (items: string): Pagination.Pagination => {
  const byCursor = Pagination.cursor({
    items,
    from: "meta.after_cursor",
    param: "page[after]",
    limit: LIMIT,
    limitParam: "page[size]"
  })
  const hasMore = (body: unknown): boolean => Pagination.at(body, "meta.has_more") === true
  return {
    ...byCursor,
    next: (answer) => (hasMore(answer.response.body) ? byCursor.next(answer) : null),
    behindEmpty: () => null,
    missing: ({ response }) =>
      Pagination.at(response.body, "meta.has_more") === false
        ? null
        : "its last page does not say that the list ends there"
  }
}
