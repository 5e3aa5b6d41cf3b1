import { Pagination } from "@tributary/core"

/**
 * JQL reads a time in the time zone of the account's profile, to the minute, and Jira indexes changes late. What is
 * asked for is UTC: west of Greenwich that is up to 12 hours too late, so a delta begins that much earlier.
 */
const LOOKBACK_SECS = 12.5 * 60 * 60

const minute = (instant: string): string => new Date(instant).toISOString().slice(0, 16).replace("T", " ")

const PATH = "/rest/api/3/search/jql"

interface Search {
  /** The fields that are wanted of each issue. */
  readonly fields: ReadonlyArray<string>
  /** What narrows the search down, in JQL. */
  readonly only?: string
}

const search = ({ only }: Search, endpoint: string, more: Pagination.Query) => {
  const narrowed = only === undefined ? "" : `${only} AND `
  const where = (restriction: string) => ({ ...more, jql: `${narrowed}${restriction} ORDER BY created ASC` })
  return {
    endpoint,
    pagination: Pagination.cursor({
      items: "issues",
      from: "nextPageToken",
      param: "nextPageToken",
      isLast: "isLast",
      limit: 100,
      limitParam: "maxResults"
    }),
    queries: [where("project is not EMPTY")],
    since: (instant: string) => where(`updated >= "${minute(instant)}"`),
    lookbackSecs: LOOKBACK_SECS
  }
}

/**
 * The search for issues.
 *
 * Jira refuses a search without a restriction, and every issue has a project. The order by creation does not change
 * while the pages are walked.
 *
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/
 */
export const issueSearch = (wanted: Search) => search(wanted, PATH, { fields: wanted.fields.join(",") })

/** The same for what hangs below the issues: the endpoint names the one field that it is read from. */
export const issueSearchFor = (field: string, only?: string) =>
  search({ fields: [field], ...(only === undefined ? {} : { only }) }, `${PATH}?fields=${field}`, {})
