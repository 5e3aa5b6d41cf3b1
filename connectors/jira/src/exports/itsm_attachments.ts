import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { issueSearchFor } from "../issueSearch.js"
import { accountOf, JiraPerson } from "../person.js"

/** An attachment, with the issue it belongs to: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/ */
export const JiraAttachment = Schema.Struct({
  id: Schema.String,
  filename: Row.nullish(Schema.String),
  mimeType: Row.nullish(Schema.String),
  size: Row.nullish(Schema.Number),
  author: Row.nullish(JiraPerson),
  created: Row.nullish(Schema.String),
  content: Row.nullish(Schema.String),
  issue: Schema.Struct({ id: Schema.String, key: Schema.String })
})
export interface JiraAttachment extends Schema.Schema.Type<typeof JiraAttachment> {}

/** Maps an attachment to an `itsm_attachment`. */
export const toItsmAttachment = (attachment: JiraAttachment): RecordKind.Draft<typeof RecordKind.ItsmAttachment> => ({
  file_name: attachment.filename ?? attachment.id,
  content_type: attachment.mimeType,
  size_bytes: attachment.size,
  url: attachment.content,
  ticket_id: attachment.issue.id,
  author_user_id: accountOf(attachment.author),
  vendor_id: attachment.id,
  vendor_attributes: {
    created_at: attachment.created,
    id: attachment.id,
    // Jira attachments never change: a new version is a new attachment.
    updated_at: null,
    vendor: "JIRA",
    data: { vendor: "JIRA", issue_key: attachment.issue.key }
  }
})

/**
 * Turns an issue into one row per attachment.
 *
 * An issue without a list of attachments becomes a row itself, which the row schema rejects: nothing counts as removed.
 */
const attachmentsOf = (issue: unknown): ReadonlyArray<unknown> => {
  const attachments = Pagination.at(issue, "fields.attachment")
  if (!Array.isArray(attachments)) return [issue]
  const above = { id: Pagination.at(issue, "id"), key: Pagination.at(issue, "key") }
  return attachments.map((attachment: unknown) =>
    attachment !== null && typeof attachment === "object" ? { ...attachment, issue: above } : attachment
  )
}

const search = issueSearchFor("attachment", "attachments is not EMPTY")

/** Extracts the attachments of all issues, from a search for issues that have any. */
export const attachments = Extractor.make({
  record: RecordKind.ItsmAttachment,
  ...search,
  pagination: { ...search.pagination, rows: (body) => search.pagination.rows(body)?.flatMap(attachmentsOf) },
  row: JiraAttachment,
  // An issue without a list of attachments has no attachment's id.
  id: (row) => (Pagination.at(row, "issue") === undefined ? null : Pagination.at(row, "id")),
  permissions: ["Browse projects"],
  toRecord: toItsmAttachment
})
