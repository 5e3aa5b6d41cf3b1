import { Pagination } from "@tributary/core"

/**
 * How much earlier than the last scan a delta starts, in seconds.
 *
 * JQL reads times in the time zone of the account's profile, to the minute. The connector sends UTC, which a profile
 * west of Greenwich takes for a time up to 12 hours later. The other half hour allows for Jira's late indexing.
 */
const LOOKBACK_SECS = 12.5 * 60 * 60

const minute = (instant: string): string => new Date(instant).toISOString().slice(0, 16).replace("T", " ")

const PATH = "/rest/api/3/search/jql"

const search = (endpoint: string, more: Pagination.Query) => {
  const where = (restriction: string) => ({ ...more, jql: `${restriction} ORDER BY created ASC` })
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
 * All fields of an issue, custom ones and attachments too, but for two lists that can be far longer than the issue: its comments, which
 * have a list of their own, and its work logs.
 *
 * Jira may cut the pages of a search for many fields; its token says where the next page begins.
 */
const FIELDS = "*all,-comment,-worklog"

/**
 * Extractor options that search for issues with all their fields: endpoint, pagination and queries.
 *
 * The full search asks for issues with a project, which is every issue, because Jira refuses a search without a
 * restriction. It orders by creation because no change to an issue moves it while the pages are read.
 *
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/
 */
export const issueSearch = search(PATH, { fields: FIELDS })

/** Like `issueSearch`, for what needs one field of each issue; the endpoint includes its name, so that the search has an address of its own. */
export const issueSearchFor = (field: string) => search(`${PATH}?fields=${field}`, {})
