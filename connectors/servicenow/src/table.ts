import { Pagination } from "@tributary/core"
import { fromInstant } from "./value.js"

const LIMIT = 500

// The `X-Total-Count` header counts rows that the user may not see, so it is no total: https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/c_TableAPI.html
const byLink = Pagination.linkHeader({ items: "result", limit: LIMIT, limitParam: "sysparm_limit", isIndexed: true })
const byOffset = Pagination.offset({
  items: "result",
  limit: LIMIT,
  limitParam: "sysparm_limit",
  param: "sysparm_offset"
})

/**
 * The pages of a table, followed by their Link headers.
 *
 * ServiceNow cuts a page before it removes the rows that the user may not see. A page can thus be short or even empty
 * before the end, and only the Link header shows whether another one follows. If a proxy removes the header, a full
 * page is never taken for the last one.
 */
const pagination: Pagination.Pagination = {
  ...byLink,
  next: (answer) => {
    const isHeaderless = answer.response.headers["link"] === undefined && answer.rows.length >= LIMIT
    return isHeaderless ? byOffset.next(answer) : byLink.next(answer)
  }
}

/**
 * How much earlier than the last scan a delta starts, in seconds.
 *
 * ServiceNow may read times in a query in the time zone of the user's profile. The connector sends UTC, which a profile
 * west of Greenwich takes for a time up to 12 hours later.
 */
const LOOKBACK_SECS = 12.5 * 60 * 60

/**
 * Extractor options that list a table: endpoint, pagination, permissions and queries.
 *
 * A query selects exactly the fields of `row` and orders by `sys_id`, so that no change to a row moves it.
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
    id: "sys_id",
    pagination,
    permissions: [`read ${name}`],
    queries: [where("")],
    since: (instant: string) => where(`sys_updated_on>=${fromInstant(instant)}^`),
    lookbackSecs: LOOKBACK_SECS
  }
}
