import { Extractor, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { authorOf, authors, type ServiceNowAuthors } from "../author.js"
import { attachmentList } from "../table.js"
import { TICKET_TABLES } from "../task.js"
import { Count, Text, Time } from "../value.js"

/** An attachment, a row of the table `sys_attachment`: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_AttachmentAPI.html */
export const ServiceNowAttachment = Schema.Struct({
  sys_id: Schema.NonEmptyString,
  file_name: Text,
  content_type: Text,
  size_bytes: Count,
  download_link: Text,
  table_name: Text,
  table_sys_id: Schema.NonEmptyString,
  sys_created_by: Text,
  sys_created_on: Time,
  sys_updated_on: Time
})
export interface ServiceNowAttachment extends Schema.Schema.Type<typeof ServiceNowAttachment> {}

/** Maps an attachment of a ticket to an `itsm_attachment`. */
export const toItsmAttachment = (
  attachment: ServiceNowAttachment,
  answers: ServiceNowAuthors
): RecordKind.Draft<typeof RecordKind.ItsmAttachment> => ({
  file_name: attachment.file_name ?? attachment.sys_id,
  content_type: attachment.content_type,
  size_bytes: attachment.size_bytes,
  url: attachment.download_link,
  ticket_id: attachment.table_sys_id,
  author_user_id: authorOf(attachment, answers),
  vendor_id: attachment.sys_id,
  vendor_attributes: {
    created_at: attachment.sys_created_on,
    id: attachment.sys_id,
    updated_at: attachment.sys_updated_on,
    vendor: "SERVICENOW",
    data: { vendor: "SERVICENOW", table: attachment.table_name, created_by: attachment.sys_created_by }
  }
})

/** Extracts what is attached to incidents and change requests. */
export const attachments = Extractor.make({
  record: RecordKind.ItsmAttachment,
  ...attachmentList({ only: `table_nameIN${TICKET_TABLES.join(",")}` }),
  row: ServiceNowAttachment,
  marks: {
    // It counts the changes, of which `sys_updated_on` tells.
    volatile: ["sys_mod_count"],
    leftOut: { "encryption_context.link": "address of the instance's own API" }
  },
  lookups: { authors },
  toRecord: toItsmAttachment
})
