import { Pagination } from "@tributary/core"
import { fromInstant } from "./value.js"

const LIMIT = 500

const byLink = Pagination.linkHeader({ items: "result", limit: LIMIT, limitParam: "sysparm_limit", isIndexed: true })

// It counts the rows before those that the user may not see are removed, as the index does, so a list with fewer rows is complete:
// https://support.servicenow.com/kb?id=kb_article_view&sysparm_article=KB3047115
const countOf = Pagination.totalAt({ header: "X-Total-Count" })

/** Where the page that the Link header names begins; null without such a page. */
const linkedIndex = (answer: Pagination.Answer): number | null => {
  const next = byLink.next(answer)
  if (next === null || !("url" in next)) return null
  const index = Number.parseInt(new URLSearchParams(next.url.split("?")[1]).get("sysparm_offset") ?? "", 10)
  return Number.isNaN(index) ? null : index
}

/**
 * The pages of a table, by the index that the Link header names, or else by the number of rows requested.
 *
 * ServiceNow cuts a page before it removes the rows that the user may not see. A page can thus be short or even empty
 * before the end, and only the count of all rows, or else the Link header, shows whether another one follows. A proxy may
 * remove the Link header of any page. Without both headers, a full page is never taken for the last one.
 */
const pagination: Pagination.Pagination = {
  ...byLink,
  // ServiceNow sends one of the two if there is more than a page.
  missing: ({ isFirst, response, rows }) =>
    response.headers["link"] === undefined && countOf(response) === null && (!isFirst || rows.length >= LIMIT)
      ? "its last page has neither a Link header nor a count"
      : null,
  next: (answer) => {
    const { query, response, rows } = answer
    const linked = linkedIndex(answer)
    if (linked !== null) return { query: { sysparm_offset: linked } }
    const end = Number(query["sysparm_offset"] ?? 0) + LIMIT
    const isUncounted = response.headers["link"] === undefined && rows.length >= LIMIT
    const count = countOf(response)
    return (count === null ? isUncounted : end < count) ? { query: { sysparm_offset: end } } : null
  }
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
 * https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html
 */
export const table = (name: string, row: { readonly fields: object }, selection: Selection = {}) =>
  listOf(name, `/api/now/table/${name}`, { sysparm_fields: Object.keys(row.fields).join(",") }, selection)

/**
 * Extractor options that list the metadata of attachments, which the Attachment API returns with every field.
 *
 * https://www.servicenow.com/docs/r/api-reference/rest-apis/c_AttachmentAPI.html
 */
export const attachmentList = (selection: Selection) => listOf("sys_attachment", "/api/now/attachment", {}, selection)
