import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { issueSearchFor } from "../issueSearch.js"

/** An attachment and the issue that it hangs at: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/ */
export const JiraAttachment = Schema.Struct({
  id: Schema.String,
  filename: Row.nullish(Schema.String),
  mimeType: Row.nullish(Schema.String),
  size: Row.nullish(Schema.Number),
  author: Row.nullish(Schema.Struct({ accountId: Row.nullish(Schema.String) })),
  created: Row.nullish(Schema.String),
  content: Row.nullish(Schema.String),
  issue: Schema.Struct({ id: Schema.String, key: Schema.String })
})
export interface JiraAttachment extends Schema.Schema.Type<typeof JiraAttachment> {}

export const toItsmAttachment = (attachment: JiraAttachment): RecordKind.Draft<typeof RecordKind.ItsmAttachment> => ({
  file_name: attachment.filename ?? attachment.id,
  content_type: attachment.mimeType,
  size_bytes: attachment.size,
  url: attachment.content,
  ticket_id: attachment.issue.id,
  author_user_id: attachment.author?.accountId,
  vendor_id: attachment.id,
  vendor_attributes: {
    created_at: attachment.created,
    id: attachment.id,
    // A file is never changed: another one takes its place.
    updated_at: null,
    vendor: "JIRA",
    data: { vendor: "JIRA", issue_key: attachment.issue.key }
  }
})

/** The attachments of an issue; an issue without the list that it was found for stays, and is rejected as it is. */
const attachmentsOf = (issue: unknown): ReadonlyArray<unknown> => {
  const attachments = Pagination.at(issue, "fields.attachment")
  if (!Array.isArray(attachments)) return [issue]
  const above = { id: Pagination.at(issue, "id"), key: Pagination.at(issue, "key") }
  return attachments.map((attachment: unknown) =>
    attachment !== null && typeof attachment === "object" ? { ...attachment, issue: above } : attachment
  )
}

const search = issueSearchFor("attachment", "attachments is not EMPTY")

export const attachments = Extractor.make({
  record: RecordKind.ItsmAttachment,
  ...search,
  pagination: { ...search.pagination, rows: (body) => search.pagination.rows(body)?.flatMap(attachmentsOf) },
  row: JiraAttachment,
  permissions: ["Browse projects"],
  toRecord: toItsmAttachment
})
