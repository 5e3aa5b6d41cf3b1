import { Extractor, RecordKind } from "@tributary/core"
import { toText } from "../atlassianDocument.js"
import { browseUrl } from "../browseUrl.js"
import { COMPUTED, CUSTOM, ISSUES, LINKED, OTHERS, ofIssue } from "../issueMarks.js"
import { issueSearch } from "../issueSearch.js"
import { linksOf, OF_EXPANSION } from "../links.js"
import { accountOf } from "../person.js"
import { toPriority } from "../priority.js"
import { JiraIssue } from "../rows/issue.js"
import { addressOf, type JiraSites, sites } from "../sites.js"
import { categoryOf, isDone, STATUSES, toStatus } from "../status.js"
import { attachments } from "./itsm_attachments.js"

/** The first instant, in UTC, of a day such as `2024-05-31`; null for any other value. */
const toInstant = (date: string | null): string | null =>
  date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00.000Z` : null

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
