import { Mention, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { linksOf, OF_API } from "../links.js"
import { accountOf, JiraPerson } from "../person.js"

/** An attachment: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/ */
export const JiraAttachment = Schema.Struct({
  id: Schema.String,
  filename: Row.nullish(Schema.String),
  mimeType: Row.nullish(Schema.String),
  size: Row.nullish(Schema.Number),
  author: Row.nullish(JiraPerson),
  created: Row.nullish(Schema.String),
  content: Row.nullish(Schema.String)
})
export interface JiraAttachment extends Schema.Schema.Type<typeof JiraAttachment> {}

/** An issue, as far as its attachments depend on it. */
export interface JiraAttachedIssue {
  readonly id: string
  readonly key: string
  readonly fields: { readonly attachment?: ReadonlyArray<unknown> | undefined }
}

/** Maps an attachment of an issue to an `itsm_attachment`. */
export const toItsmAttachment = (
  attachment: JiraAttachment,
  issue: Pick<JiraAttachedIssue, "id" | "key">
): RecordKind.Draft<typeof RecordKind.ItsmAttachment> => ({
  file_name: attachment.filename ?? attachment.id,
  content_type: attachment.mimeType,
  size_bytes: attachment.size,
  url: attachment.content,
  ticket_id: issue.id,
  author_user_id: accountOf(attachment.author),
  vendor_id: attachment.id,
  vendor_attributes: {
    created_at: attachment.created,
    id: attachment.id,
    // Jira attachments never change: a new version is a new attachment.
    updated_at: null,
    vendor: "JIRA",
    data: { vendor: "JIRA", issue_key: issue.key }
  }
})

/** The attachments in the rows of issues. */
export const attachments = Mention.ofRows<JiraAttachedIssue>()({
  record: RecordKind.ItsmAttachment,
  rows: ({ fields }) => fields.attachment ?? [],
  row: JiraAttachment,
  // The author has a record, whose changes are none of the attachment.
  marks: { volatile: ["author"], leftOut: { self: OF_API, ...linksOf("author") } },
  toRecord: toItsmAttachment
})
