import { Pagination } from "@tributary/core"

/** The most rows of a page; fewer than ten, or another number than a multiple of ten, is refused. */
export const PAGE_SIZE = 100
const SMALLEST_PAGE = 10

const CURSOR = "starting_after"

/** JSON:API allows a link to be a text or an object: https://jsonapi.org/format/1.0/#document-links */
const nextLinkOf = (body: unknown): string | null => {
  const link = Pagination.at(body, "links.next")
  const address = typeof link === "string" ? link : Pagination.at(link, "href")
  return typeof address === "string" && address !== "" ? address : null
}

/** The cursor of a link. The host only makes an address of a path: nothing is requested from it. */
const cursorOf = (link: string | null): string | null =>
  link !== null && URL.canParse(link, "https://link")
    ? new URL(link, "https://link").searchParams.get(CURSOR) || null
    : null

/**
 * The pages of a list, in the order in which the rows were created, so that a new row is behind those that were read.
 *
 * Only the cursor of a link is used, because some of the links have paths without /rest, as the documentation shows them.
 *
 * https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api#pagination
 */
export const cursorPages: Pagination.Pagination = {
  ...Pagination.none({ items: "data" }),
  isPaged: true,
  next: ({ response }) => {
    const cursor = cursorOf(nextLinkOf(response.body))
    return cursor === null ? null : { query: { [CURSOR]: cursor } }
  },
  missing: ({ response }) => {
    const link = nextLinkOf(response.body)
    return link !== null && cursorOf(link) === null ? "its last page has a link without a cursor" : null
  }
}

/** Such pages with as many rows as Snyk allows. */
export const pages: Pagination.Pagination = {
  ...cursorPages,
  query: { limit: PAGE_SIZE },
  smallest: { limit: SMALLEST_PAGE }
}
