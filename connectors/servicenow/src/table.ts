import { Pagination } from "@tributary/core"
import { fromInstant } from "./value.js"

const LIMIT = 500

// The `X-Total-Count` header counts rows that the user may not see, so it is no total: https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/c_TableAPI.html
const byLink = Pagination.linkHeader({ items: "result", limit: LIMIT, limitParam: "sysparm_limit", isIndexed: true })
const countOf = Pagination.totalAt({ header: "X-Total-Count" })

/** The page after one without a Link header; null if it was the last. A page lacks the rows that the user may not see, so it can be short. */
const nextByOffset = ({ query, response, rows }: Pagination.Answer): Pagination.Next | null => {
  const end = Number(query["sysparm_offset"] ?? 0) + LIMIT
  return rows.length >= LIMIT || end < (countOf(response) ?? 0) ? { query: { sysparm_offset: end } } : null
}

/**
 * The pages of a table, followed by their Link headers.
 *
 * ServiceNow cuts a page before it removes the rows that the user may not see. A page can thus be short or even empty
 * before the end, and only the Link header shows whether another one follows. If a proxy removes that header, the count
 * of all rows in another header shows it, and a full page is never taken for the last one.
 */
const pagination: Pagination.Pagination = {
  ...byLink,
  // ServiceNow always sends one of the two.
  mayBeCut: ({ response }) => response.headers["link"] === undefined && countOf(response) === null,
  next: (answer) => (answer.response.headers["link"] === undefined ? nextByOffset(answer) : byLink.next(answer))
}

/**
 * How much earlier than the last scan a delta starts, in seconds.
 *
 * ServiceNow may read times in a query in the time zone of the user's profile. The connector sends UTC, which a profile
 * west of Greenwich takes for a time up to 12 hours later.
 */
const LOOKBACK_SECS = 12.5 * 60 * 60

interface Selection {
  /** An encoded query that narrows the list, such as `elementINcomments,work_notes`; all rows by default. */
  readonly only?: string
  /** The field with the time of a row's last change; `sys_updated_on` by default. */
  readonly changed?: string
}

const listOf = (name: string, endpoint: string, fields: object, { only, changed = "sys_updated_on" }: Selection) => {
  const narrowed = only === undefined ? "" : `${only}^`
  const where = (condition: string) => ({ sysparm_query: `${narrowed}${condition}ORDERBYsys_id`, ...fields })
  return {
    endpoint,
    id: "sys_id",
    pagination,
    permissions: [`read ${name}`],
    queries: [where("")],
    since: (instant: string) => where(`${changed}>=${fromInstant(instant)}^`),
    lookbackSecs: LOOKBACK_SECS
  }
}

/**
 * Extractor options that list a table: endpoint, pagination, permissions and queries.
 *
 * A query selects exactly the fields of `row` and orders by `sys_id`, so that no change to a row moves it.
 *
 * https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/c_TableAPI.html
 */
export const table = (name: string, row: { readonly fields: object }, selection: Selection = {}) =>
  listOf(name, `/api/now/table/${name}`, { sysparm_fields: Object.keys(row.fields).join(",") }, selection)

/**
 * Extractor options that list the metadata of attachments, which the Attachment API returns with every field.
 *
 * https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/c_AttachmentAPI.html
 */
export const attachmentList = (selection: Selection) => listOf("sys_attachment", "/api/now/attachment", {}, selection)
