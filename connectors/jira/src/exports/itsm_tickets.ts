import { Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { toText } from "../atlassianDocument.js"
import { browseUrl } from "../browseUrl.js"
import { issueSearch } from "../issueSearch.js"
import { linksOf, OF_API, OF_EXPANSION } from "../links.js"
import { accountOf, JiraPerson } from "../person.js"
import { addressOf, type JiraSites, sites } from "../sites.js"
import { attachments } from "./itsm_attachments.js"

const Named = Schema.Struct({ id: Row.nullish(Schema.String), name: Row.nullish(Schema.String) })

/** An issue: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-get */
export const JiraIssue = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  self: Row.nullish(Schema.String),
  fields: Schema.Struct({
    summary: Row.nullish(Schema.String),
    description: Row.nullish(Schema.Unknown),
    issuetype: Row.nullish(
      Schema.Struct({
        ...Named.fields,
        subtask: Row.nullish(Schema.Boolean),
        hierarchyLevel: Row.nullish(Schema.Number)
      })
    ),
    status: Row.nullish(
      Schema.Struct({
        name: Row.nullish(Schema.String),
        statusCategory: Row.nullish(Schema.Struct({ key: Row.nullish(Schema.String) }))
      })
    ),
    statuscategorychangedate: Row.nullish(Schema.String),
    priority: Row.nullish(Named),
    resolution: Row.nullish(Named),
    resolutiondate: Row.nullish(Schema.String),
    project: Row.nullish(Schema.Struct({ id: Row.nullish(Schema.String), key: Row.nullish(Schema.String) })),
    parent: Row.nullish(Schema.Struct({ id: Row.nullish(Schema.String) })),
    assignee: Row.nullish(JiraPerson),
    reporter: Row.nullish(JiraPerson),
    creator: Row.nullish(JiraPerson),
    created: Row.nullish(Schema.String),
    updated: Row.nullish(Schema.String),
    duedate: Row.nullish(Schema.String),
    labels: Row.nullish(Schema.Array(Schema.String)),
    components: Row.nullish(Schema.Array(Named)),
    fixVersions: Row.nullish(Schema.Array(Named)),
    versions: Row.nullish(Schema.Array(Named)),
    security: Row.nullish(Named),
    environment: Row.nullish(Schema.Unknown),
    // Absent if a site or project has no attachments; anything but a list says nothing about them, so that the issue counts as unreadable.
    attachment: Schema.optional(Schema.Array(Schema.Unknown))
  })
})
export interface JiraIssue extends Schema.Schema.Type<typeof JiraIssue> {}

interface Status {
  readonly usual: Records.TicketStatus
  readonly byName: readonly [RegExp, Records.TicketStatus]
}

/** Statuses by Jira's three categories, one of which every workflow status belongs to; some names are more precise. */
const STATUSES: Readonly<Record<string, Status>> = {
  new: { usual: "TODO", byName: [/^(open|re-?opened|new)$/i, "OPEN"] },
  indeterminate: { usual: "IN_PROGRESS", byName: [/review|approval/i, "IN_REVIEW"] },
  done: { usual: "RESOLVED", byName: [/^(closed?|cancel|declined|rejected|abandoned|duplicate|won.?t)/i, "CLOSED"] }
}

const categoryOf = ({ fields }: JiraIssue): string => fields.status?.statusCategory?.key?.toLowerCase() ?? ""

/** The normalized status of an issue; `OTHER` when its category is unknown. */
export const toStatus = (issue: JiraIssue): Records.TicketStatus => {
  const known = STATUSES[categoryOf(issue)]
  if (known === undefined) return "OTHER"
  const [name, refined] = known.byName
  return name.test(issue.fields.status?.name ?? "") ? refined : known.usual
}

/**
 * Priorities by the words of Jira's priority schemes, past and present; a site can add names such as `High - Tier 2`.
 */
const PRIORITIES: Readonly<Record<string, Records.TicketPriority>> = {
  highest: "CRITICAL",
  blocker: "CRITICAL",
  critical: "CRITICAL",
  urgent: "CRITICAL",
  high: "HIGH",
  major: "HIGH",
  medium: "MEDIUM",
  normal: "MEDIUM",
  low: "LOW",
  minor: "LOW",
  lowest: "INFORMATIONAL",
  trivial: "INFORMATIONAL"
}

/** The normalized priority of an issue: null when it has none, `UNKNOWN` when its name contains no known word. */
export const toPriority = ({ fields }: JiraIssue): Records.TicketPriority | null => {
  const name = fields.priority?.name ?? null
  if (name === null) return null
  const word = name
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.find((part) => Object.hasOwn(PRIORITIES, part))
  return word === undefined ? "UNKNOWN" : (PRIORITIES[word] ?? "UNKNOWN")
}

/** The first instant, in UTC, of a day such as `2024-05-31`; null for any other value. */
const toInstant = (date: string | null): string | null =>
  date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00.000Z` : null

const isDone = (issue: JiraIssue): boolean => categoryOf(issue) === "done"

const namesOf = (named: ReadonlyArray<{ readonly name: string | null }> | null): ReadonlyArray<string> | null =>
  named?.flatMap(({ name }) => name ?? []) ?? null

/** Maps an issue to an `itsm_ticket`. */
export const toItsmTicket = (issue: JiraIssue, answers: JiraSites): RecordKind.Draft<typeof RecordKind.ItsmTicket> => {
  const { fields } = issue
  return {
    name: fields.summary ?? issue.key,
    status: toStatus(issue),
    type: fields.issuetype?.name,
    description: toText(fields.description),
    priority: toPriority(issue),
    is_active: categoryOf(issue) in STATUSES ? !isDone(issue) : null,
    project_id: fields.project?.id,
    parent_ticket_id: fields.parent?.id,
    assigned_user_id: accountOf(fields.assignee),
    created_by_user_id: accountOf(fields.reporter, fields.creator),
    ticket_created_at: fields.created,
    due_date: toInstant(fields.duedate),
    // Not every workflow sets a resolution: without one, an issue closed when its status entered the category Done.
    closed_at: isDone(issue) ? (fields.resolutiondate ?? fields.statuscategorychangedate) : null,
    status_updated_at: fields.statuscategorychangedate,
    tags: fields.labels,
    url: browseUrl(issue.self, issue.key, addressOf(answers)),
    identifier: issue.key,
    vendor_id: issue.id,
    vendor_attributes: {
      id: issue.id,
      vendor: "JIRA",
      created_at: fields.created,
      updated_at: fields.updated,
      type: fields.issuetype?.name ?? null,
      status: fields.status?.name ?? null,
      priority: fields.priority?.name ?? null,
      data: {
        vendor: "JIRA",
        status_category: fields.status?.statusCategory?.key ?? null,
        type_id: fields.issuetype?.id ?? null,
        project_key: fields.project?.key ?? null,
        is_subtask: fields.issuetype?.subtask ?? null,
        hierarchy_level: fields.issuetype?.hierarchyLevel ?? null,
        resolution: fields.resolution?.name ?? null,
        components: namesOf(fields.components),
        fix_versions: namesOf(fields.fixVersions),
        affected_versions: namesOf(fields.versions),
        security_level: fields.security?.name ?? null,
        environment: toText(fields.environment),
        creator_account_id: fields.creator?.accountId ?? null
      }
    }
  }
}

/** The users of an issue, and its project, have records of their own, whose changes are none of the ticket. */
const OTHERS = ["assignee", "reporter", "creator", "project"].map((name) => `fields.${name}`)

/**
 * Custom fields, of every kind. An edit of one sets `updated`, which the record has, so the edit is written. What changes without it is
 * no reason for a change: the clock of a service level agreement, a rank, or a user's name.
 *
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/
 * https://developer.atlassian.com/cloud/jira/service-desk/rest/api-group-request/#api-rest-servicedeskapi-request-issueidorkey-sla-get
 */
const CUSTOM = "fields.customfield_*"

/** What Jira computes of an issue and of those below it, what depends on who asks, and other issues, all without an effect on `updated`. */
const COMPUTED = [
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
const ISSUES = ["parent", "subtasks", "issuelinks.inwardIssue", "issuelinks.outwardIssue"].map(
  (name) => `fields.${name}`
)

/** What else of an issue has links to itself or to its picture. */
const LINKED = [
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
const ofIssue = (path: string) => [
  [`${path}.self`, OF_API],
  [`${path}.fields`, "the other issue has a record"]
]

/** Extracts the issues of all projects that the account may browse, with their attachments. */
export const tickets = Extractor.make({
  record: RecordKind.ItsmTicket,
  ...issueSearch,
  row: JiraIssue,
  marks: {
    volatile: [...OTHERS, ...COMPUTED, CUSTOM],
    leftOut: {
      expand: OF_EXPANSION,
      "fields.statusCategory": "the same as that of the status",
      ...Object.fromEntries(ISSUES.flatMap(ofIssue)),
      ...linksOf(...OTHERS, ...LINKED)
    }
  },
  permissions: ["Browse projects"],
  mentions: [attachments],
  lookups: { sites },
  toRecord: toItsmTicket
})
