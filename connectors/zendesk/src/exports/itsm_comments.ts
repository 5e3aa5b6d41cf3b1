import { Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { commented, hasComments, type ZendeskCommentedTicket } from "../commented.js"
import { Id, toId } from "../id.js"
import { cursorPages } from "../pages.js"

/** A comment: https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/#json-format */
export const ZendeskComment = Schema.Struct({
  id: Schema.Number,
  type: Row.text,
  author_id: Id,
  body: Row.text,
  plain_body: Row.text,
  public: Row.nullish(Schema.Boolean),
  audit_id: Id,
  via: Row.nullish(Schema.Struct({ channel: Row.nullish(Schema.Union(Schema.String, Schema.Number)) })),
  created_at: Row.text
})
export interface ZendeskComment extends Schema.Schema.Type<typeof ZendeskComment> {}

/** What Zendesk names where it acted itself, instead of a user: https://developer.zendesk.com/api-reference/ticketing/account-configuration/audit_logs/ */
const SYSTEM = -1

/** The user who wrote a comment; null if it was no user. */
export const authorOf = ({ author_id }: Pick<ZendeskComment, "author_id">): string | null =>
  author_id === SYSTEM ? null : toId(author_id)

/** The text of a comment, in which Zendesk leaves the entity of a space that does not break. */
const textOf = ({ body, plain_body }: ZendeskComment): string | null =>
  (plain_body || body)?.replaceAll("&nbsp;", " ") || null

/** Maps a comment to an `itsm_comment` of its ticket. */
export const toItsmComment = (
  comment: ZendeskComment,
  ticket: Pick<ZendeskCommentedTicket, "id">
): RecordKind.Draft<typeof RecordKind.ItsmComment> => ({
  body: textOf(comment),
  ticket_id: String(ticket.id),
  author_user_id: authorOf(comment),
  vendor_id: String(comment.id),
  vendor_attributes: {
    created_at: comment.created_at,
    id: String(comment.id),
    // Zendesk does not say when a comment was redacted.
    updated_at: null,
    vendor: "ZENDESK",
    data: {
      vendor: "ZENDESK",
      type: comment.type,
      is_public: comment.public,
      channel: comment.via?.channel ?? null,
      audit_id: toId(comment.audit_id)
    }
  }
})

const ofTicket = Child.of<ZendeskCommentedTicket>()({
  record: RecordKind.ItsmComment,
  endpoint: "/api/v2/tickets/{id}/comments",
  row: ZendeskComment,
  marks: {
    leftOut: { html_body: "the record has the text", attachments: "attachments have records of their own" }
  },
  pagination: cursorPages("comments"),
  permissions: ["Agent"],
  updatesParent: true,
  when: hasComments,
  toRecord: toItsmComment
})

/**
 * Extracts the comments of all tickets, with one list for each ticket.
 *
 * https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/#list-comments
 */
export const comments = Extractor.below({ ...commented, child: ofTicket })
