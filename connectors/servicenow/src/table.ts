import { Pagination } from "@tributary/core"
import { fromInstant } from "./value.js"

const LIMIT = 500

const byLink = Pagination.linkHeader({ items: "result", limit: LIMIT, limitParam: "sysparm_limit" })
const byOffset = Pagination.offset({
  items: "result",
  limit: LIMIT,
  limitParam: "sysparm_limit",
  param: "sysparm_offset"
})

/**
 * The pages of a table. Rows that the user may not see are left out of their page after it was cut, so that a page can
 * be short or even empty before the end: only the Link header knows. Where something between removes the header, a
 * full page is never taken for the last one.
 */
const pagination: Pagination.Pagination = {
  ...byLink,
  next: (answer) => {
    const isHeaderless = answer.response.headers["link"] === undefined && answer.rows.length >= LIMIT
    return isHeaderless ? byOffset.next(answer) : byLink.next(answer)
  }
}

/**
 * A time in a query may be read in the time zone of the user's profile. What is asked for is UTC: west of Greenwich that
 * is up to 12 hours too late, so a delta begins that much earlier.
 */
const LOOKBACK_SECS = 12.5 * 60 * 60

/**
 * A list of the Table API, with the fields of a row schema, in an order that no change of a row moves.
 *
 * https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/c_TableAPI.html
 */
export const table = (name: string, row: { readonly fields: object }) => {
  const where = (condition: string) => ({
    sysparm_query: `${condition}ORDERBYsys_id`,
    sysparm_fields: Object.keys(row.fields).join(",")
  })
  return {
    endpoint: `/api/now/table/${name}`,
    pagination,
    permissions: [`read ${name}`],
    queries: [where("")],
    since: (instant: string) => where(`sys_updated_on>=${fromInstant(instant)}^`),
    lookbackSecs: LOOKBACK_SECS
  }
}
