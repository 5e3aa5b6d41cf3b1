import { Pagination } from "@tributary/core"

/** The parameters of a next link that say where the next page is. */
const PLACES: ReadonlySet<string> = new Set(["$skip", "$skiptoken"])

/**
 * The next page, if the answer has a link to it.
 *
 * Links name the server of the tenant's region, such as `api-us3.securitycenter.microsoft.com`, of which there is no list. So only the place is
 * taken from the link, and the page is requested where the first one was.
 */
const linked = ({ response }: Pagination.Answer): Pagination.Next | null => {
  const link = Pagination.at(response.body, "@odata\\.nextLink")
  if (typeof link !== "string" || link === "") return null
  if (!URL.canParse(link)) return { url: link }
  const places = [...new URL(link).searchParams].filter(([name]) => PLACES.has(name.toLowerCase()))
  return places.length === 0 ? { url: link } : { query: Object.fromEntries(places) }
}

/**
 * The pages of an export, which links each one to the next.
 *
 * https://learn.microsoft.com/en-us/defender-endpoint/api/get-assessment-methods-properties
 */
export const exportPages = (limit: number): Pagination.Pagination => ({
  ...Pagination.nextLink({ items: "value", from: "@odata\\.nextLink", limit, limitParam: "pageSize" }),
  next: linked
})

/**
 * The pages of a list with `$top` and `$skip`. OData requires a link on a page that the server cut short, so a short page without one is the last.
 *
 * https://docs.oasis-open.org/odata/odata/v4.0/os/part1-protocol/odata-v4.0-os-part1-protocol.html#_Toc372793755
 */
export const listPages = (limit: number): Pagination.Pagination => {
  const counted = Pagination.offset({
    items: "value",
    limit,
    limitParam: "$top",
    param: "$skip",
    counts: "returned",
    endsOnShortPage: true
  })
  return { ...counted, next: (answer) => linked(answer) ?? counted.next(answer) }
}
