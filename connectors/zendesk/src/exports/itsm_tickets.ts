import { Changes, Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { Id, toId } from "../id.js"
import { agentUrl, OF_API } from "../links.js"
import { changePages } from "../pages.js"
import { EVERYTHING } from "../since.js"

/** A ticket: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#json-format */
export const ZendeskTicket = Schema.Struct({
  id: Schema.Number,
  url: Row.text,
  external_id: Row.text,
  type: Row.text,
  subject: Row.text,
  description: Row.text,
  priority: Row.text,
  status: Row.text,
  custom_status_id: Id,
  requester_id: Id,
  submitter_id: Id,
  assignee_id: Id,
  organization_id: Id,
  group_id: Id,
  brand_id: Id,
  ticket_form_id: Id,
  problem_id: Id,
  has_incidents: Row.nullish(Schema.Boolean),
  is_public: Row.nullish(Schema.Boolean),
  due_at: Row.text,
  tags: Row.nullish(Schema.Array(Schema.String)),
  via: Row.nullish(Schema.Struct({ channel: Row.nullish(Schema.Union(Schema.String, Schema.Number)) })),
  created_at: Row.text,
  updated_at: Row.text,
  // https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_metrics/#json-format
  metric_set: Row.nullish(Schema.Struct({ solved_at: Row.text, status_updated_at: Row.text }))
})
export interface ZendeskTicket extends Schema.Schema.Type<typeof ZendeskTicket> {}

/** What the export says of a deleted ticket: https://developer.zendesk.com/documentation/ticketing/managing-tickets/using-the-incremental-export-api/#excluding-deleted-tickets */
const ZendeskTicketChange = Schema.Struct({ id: Schema.Number, status: Row.text })

/** The status of a deleted ticket, of which only the export tells. */
export const DELETED = "deleted"

/** Zendesk's status categories; a custom status belongs to one: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#json-format */
const STATUSES: Readonly<Record<string, Records.TicketStatus>> = {
  new: "OPEN",
  open: "OPEN",
  pending: "IN_PROGRESS",
  hold: "IN_PROGRESS",
  solved: "RESOLVED",
  closed: "CLOSED"
}

/** Zendesk's priorities: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#json-format */
const PRIORITIES: Readonly<Record<string, Records.TicketPriority>> = {
  urgent: "CRITICAL",
  high: "HIGH",
  normal: "MEDIUM",
  low: "LOW"
}

const isOver = (status: Records.TicketStatus): boolean => status === "RESOLVED" || status === "CLOSED"

/** Maps a ticket to an `itsm_ticket`. */
export const toItsmTicket = (ticket: ZendeskTicket): RecordKind.Draft<typeof RecordKind.ItsmTicket> => {
  const id = String(ticket.id)
  const status = STATUSES[ticket.status ?? ""] ?? "OTHER"
  return {
    name: ticket.subject || `#${id}`,
    status,
    type: ticket.type,
    description: ticket.description || null,
    priority: ticket.priority === null ? null : (PRIORITIES[ticket.priority] ?? "UNKNOWN"),
    is_active: status === "OTHER" ? null : !isOver(status),
    parent_ticket_id: toId(ticket.problem_id),
    assigned_user_id: toId(ticket.assignee_id),
    created_by_user_id: toId(ticket.requester_id ?? ticket.submitter_id),
    ticket_created_at: ticket.created_at,
    due_date: ticket.due_at,
    closed_at: isOver(status) ? (ticket.metric_set?.solved_at ?? null) : null,
    status_updated_at: ticket.metric_set?.status_updated_at ?? null,
    tags: ticket.tags,
    url: agentUrl(ticket.url, ticket.id),
    identifier: `#${id}`,
    vendor_id: id,
    vendor_attributes: {
      id,
      vendor: "ZENDESK",
      created_at: ticket.created_at,
      updated_at: ticket.updated_at,
      type: ticket.type,
      status: ticket.status,
      priority: ticket.priority,
      data: {
        vendor: "ZENDESK",
        external_id: ticket.external_id,
        channel: ticket.via?.channel ?? null,
        custom_status_id: toId(ticket.custom_status_id),
        submitter_id: toId(ticket.submitter_id),
        organization_id: toId(ticket.organization_id),
        group_id: toId(ticket.group_id),
        brand_id: toId(ticket.brand_id),
        ticket_form_id: toId(ticket.ticket_form_id),
        has_incidents: ticket.has_incidents,
        is_public: ticket.is_public
      }
    }
  }
}

/** What each page has besides the tickets: https://developer.zendesk.com/documentation/ticketing/using-the-zendesk-api/side_loading/ */
const METRICS = "metric_sets"

/**
 * Extracts the tickets of the account, archived ones too, and follows their changes and deletions.
 *
 * https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/#incremental-ticket-export-cursor-based
 */
export const tickets = Extractor.make({
  record: RecordKind.ItsmTicket,
  endpoint: "/api/v2/incremental/tickets/cursor",
  row: ZendeskTicket,
  marks: {
    // It moves with updates by Zendesk itself, which change nothing that a user sees.
    volatile: ["generated_timestamp"],
    leftOut: {
      "metric_set.url": OF_API,
      "metric_set.ticket_id": "the ticket's own id",
      raw_subject: "the same as the subject"
    }
  },
  pagination: changePages("tickets", METRICS),
  permissions: ["Administrator"],
  queries: [{ ...EVERYTHING, include: METRICS }],
  changes: Changes.of<ZendeskTicket>()({
    row: ZendeskTicketChange,
    toChange: ({ id, status }) => ({ id: String(id), isRemoved: status === DELETED })
  }),
  toRecord: toItsmTicket
})
