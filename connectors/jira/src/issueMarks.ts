import { OF_API } from "./links.js"

/** The users of an issue, and its project, have records of their own, whose changes are none of the ticket. */
export const OTHERS = ["assignee", "reporter", "creator", "project"].map((name) => `fields.${name}`)

/**
 * Custom fields, of every kind. An edit of one sets `updated`, which the record has, so the edit is written. What changes without it is
 * no reason for a change: the clock of a service level agreement, a rank, or a user's name.
 *
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/
 * https://developer.atlassian.com/cloud/jira/service-desk/rest/api-group-request/#api-rest-servicedeskapi-request-issueidorkey-sla-get
 */
export const CUSTOM = "fields.customfield_*"

/** What Jira computes of an issue and of those below it, what depends on who asks, and other issues, all without an effect on `updated`. */
export const COMPUTED = [
  "aggregate*",
  "progress",
  "workratio",
  "lastViewed",
  "votes",
  "watches",
  "subtasks",
  "issuelinks"
].map((name) => `fields.${name}`)

/** Other issues in the row of an issue, of which Jira sends a few fields. */
export const ISSUES = ["parent", "subtasks", "issuelinks.inwardIssue", "issuelinks.outwardIssue"].map(
  (name) => `fields.${name}`
)

/** What else of an issue has links to itself or to its picture. */
export const LINKED = [
  "project.projectCategory",
  "issuetype",
  "status",
  "status.statusCategory",
  "priority",
  "resolution",
  "components",
  "fixVersions",
  "versions",
  "security",
  "issuelinks",
  "issuelinks.type",
  "votes",
  "watches",
  "customfield_*"
].map((name) => `fields.${name}`)

/** What is left out of other issues. */
export const ofIssue = (path: string) => [
  [`${path}.self`, OF_API],
  [`${path}.fields`, "the other issue has a record"]
]
