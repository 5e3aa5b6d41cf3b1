import { type Pagination, Row } from "@tributary/core"
import { Schema } from "effect"
import { DELETED } from "./exports/itsm_tickets.js"
import { exportPages } from "./pages.js"
import { changedSince, EVERYTHING } from "./since.js"

/** A ticket, as far as its comments depend on it: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#json-format */
export const ZendeskCommentedTicket = Schema.Struct({ id: Schema.Number, status: Row.text })
export interface ZendeskCommentedTicket extends Schema.Schema.Type<typeof ZendeskCommentedTicket> {}

/** Whether a ticket has comments: every ticket begins with one, but those of a deleted ticket, which an export may name nevertheless, cannot be read. */
export const hasComments = ({ status }: ZendeskCommentedTicket): boolean => status !== DELETED

/**
 * Extractor options that list the tickets whose comments are read; a new comment is an update of its ticket.
 *
 * https://developer.zendesk.com/documentation/ticketing/managing-tickets/using-the-incremental-export-api/#excluding-deleted-tickets
 */
export const commented = {
  endpoint: "/api/v2/incremental/tickets/cursor?exclude_deleted=true",
  row: ZendeskCommentedTicket,
  pagination: exportPages("tickets") satisfies Pagination.Pagination,
  permissions: ["Administrator"],
  queries: [EVERYTHING],
  since: changedSince
}
