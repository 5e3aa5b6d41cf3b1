import { Child, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { commented, hasComments, type ZendeskCommentedTicket } from "../commented.js"
import { Id } from "../id.js"
import { cursorPages } from "../pages.js"
import { authorOf } from "./itsm_comments.js"

/** An attachment, with the comment that it is in: https://developer.zendesk.com/api-reference/ticketing/tickets/ticket-attachments/#json-format */
export const ZendeskAttachment = Schema.Struct({
  id: Schema.Number,
  url: Row.text,
  file_name: Row.text,
  content_type: Row.text,
  size: Row.nullish(Schema.Number),
  inline: Row.nullish(Schema.Boolean),
  deleted: Row.nullish(Schema.Boolean),
  malware_scan_result: Row.text,
  comment: Schema.Struct({
    id: Schema.Number,
    author_id: Id,
    public: Row.nullish(Schema.Boolean),
    created_at: Row.text
  })
})
export interface ZendeskAttachment extends Schema.Schema.Type<typeof ZendeskAttachment> {}

/** Maps an attachment of a comment to an `itsm_attachment` of the ticket. */
export const toItsmAttachment = (
  attachment: ZendeskAttachment,
  ticket: Pick<ZendeskCommentedTicket, "id">
): RecordKind.Draft<typeof RecordKind.ItsmAttachment> => ({
  file_name: attachment.file_name || String(attachment.id),
  content_type: attachment.content_type,
  size_bytes: attachment.size,
  url: attachment.url,
  ticket_id: String(ticket.id),
  author_user_id: authorOf(attachment.comment),
  vendor_id: String(attachment.id),
  vendor_attributes: {
    created_at: attachment.comment.created_at,
    id: String(attachment.id),
    updated_at: null,
    vendor: "ZENDESK",
    data: {
      vendor: "ZENDESK",
      comment_id: String(attachment.comment.id),
      is_public: attachment.comment.public,
      is_inline: attachment.inline,
      is_deleted: attachment.deleted,
      malware_scan_result: attachment.malware_scan_result
    }
  }
})

/** Why the addresses of the file itself are left out: https://support.zendesk.com/hc/en-us/articles/10223024943770 */
const OPEN = "an address with a token, which may open the file to everyone"

const ofTicket = Child.of<ZendeskCommentedTicket>()({
  record: RecordKind.ItsmAttachment,
  // Without the parameter, images in the text of a comment are left out.
  endpoint: "/api/v2/tickets/{id}/comments?include_inline_images=true",
  row: ZendeskAttachment,
  marks: {
    leftOut: {
      content_url: OPEN,
      mapped_content_url: OPEN,
      thumbnails: OPEN,
      ...Object.fromEntries(
        ["type", "body", "html_body", "plain_body", "audit_id", "via", "metadata"].map((name) => [
          `comment.${name}`,
          "comments have records of their own"
        ])
      )
    }
  },
  pagination: Pagination.nested(cursorPages("comments"), { items: "attachments", outer: "comment", mayBeAbsent: true }),
  permissions: ["Agent"],
  updatesParent: true,
  when: hasComments,
  toRecord: toItsmAttachment
})

/**
 * Extracts what is attached to the comments of all tickets, with one list for each ticket.
 *
 * https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/#list-comments
 */
export const attachments = Extractor.below({ ...commented, child: ofTicket })
