import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** Where a ticket stands; `OTHER` is a status without a counterpart here. */
export const TicketStatus = Field.openEnum({
  identifier: "TicketStatus",
  values: ["OPEN", "TODO", "IN_PROGRESS", "IN_REVIEW", "RESOLVED", "CLOSED", "OTHER"],
  catchAll: "OTHER"
})
export type TicketStatus = Schema.Schema.Type<typeof TicketStatus>

/** How urgent a ticket is; `UNKNOWN` is a priority without a counterpart here. */
export const TicketPriority = Field.openEnum({
  identifier: "TicketPriority",
  values: ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type TicketPriority = Schema.Schema.Type<typeof TicketPriority>

/** What the source tool says about a ticket, in its own words. */
export const TicketVendorAttributes = Field.struct("TicketVendorAttributes", {
  /** The ticket's id in the source tool. */
  id: Schema.String,
  /** The vendor identifier of the source tool, such as `JIRA`. */
  vendor: Schema.String,
  /** When the source tool created the ticket. Null if the source tool does not say. */
  created_at: Schema.NullOr(Timestamp),
  /** When the ticket last changed in the source tool. Null if the source tool does not say. */
  updated_at: Schema.NullOr(Timestamp),
  /** The ticket's type in the source tool's own words. Null if it has none. */
  type: Schema.NullOr(Schema.String),
  /** The ticket's status in the source tool's own words. Null if it has none. */
  status: Schema.NullOr(Schema.String),
  /** The ticket's priority in the source tool's own words. Null if it has none. */
  priority: Schema.NullOr(Schema.String),
  /**
   * Further fields of the ticket, passed through; the shape depends on the vendor. Null if the connector passes nothing
   * through.
   */
  data: Schema.NullOr(Field.JsonObject)
})

export interface TicketVendorAttributes extends Schema.Schema.Type<typeof TicketVendorAttributes> {}

/** A ticket of a ticketing tool; the records that it refers to belong to the same connection. */
export const ItsmTicket = Field.struct("ItsmTicket", {
  /** The service's own id of the ticket: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The ticket's summary; its identifier if it has none. */
  name: Schema.String,
  /** Where the ticket stands, normalized; `vendor_attributes.status` has the source tool's own word. */
  status: TicketStatus,
  /** The ticket's type, as the source tool shows it, such as `Task` or `incident`. Null if it has none. */
  type: Schema.NullOr(Schema.String),
  /** The ticket's text, without formatting. Null if it has none. */
  description: Schema.NullOr(Schema.String),
  /**
   * How urgent the ticket is, normalized; `vendor_attributes.priority` has the source tool's own word. Null if the ticket
   * has no priority.
   */
  priority: Schema.NullOr(TicketPriority),
  /** Whether the ticket is still open. Null if the source tool does not say. */
  is_active: Schema.NullOr(Schema.Boolean),
  /**
   * The service's id of the project. Null if the ticket belongs to none.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  project_id: Schema.NullOr(Field.Id),
  /**
   * The service's id of the ticket that this one is part of. Null if there is none.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  parent_ticket_id: Schema.NullOr(Field.Id),
  /**
   * The service's id of the assigned user. Null if nobody is assigned.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  assigned_user_id: Schema.NullOr(Field.Id),
  /**
   * The service's id of the user who reported the ticket. Null if unknown.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  created_by_user_id: Schema.NullOr(Field.Id),
  /** When the ticket was created in the source tool. Null if it does not say. */
  ticket_created_at: Schema.NullOr(Timestamp),
  /**
   * When the ticket is due; the start of the day in UTC if the source tool gives only a date. Null if it has no due
   * date.
   */
  due_date: Schema.NullOr(Timestamp),
  /** When the ticket was resolved or closed. Null while it is open, or if the source tool does not say. */
  closed_at: Schema.NullOr(Timestamp),
  /** When the status last changed, as far as the source tool records it. Null if it does not say. */
  status_updated_at: Schema.NullOr(Timestamp),
  /** The ticket's labels. Null if the source tool has no labels. */
  tags: Schema.NullOr(Schema.Array(Schema.String)),
  /** The ticket's page in the source tool. Null if unknown. */
  url: Schema.NullOr(Schema.String),
  /** What people call the ticket, such as `OPS-12` or `INC0010001`. Null if the tool has no such identifier. */
  identifier: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `JIRA`. */
  vendor: Schema.String,
  /** The ticket's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the ticket, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String)),
  /** What the source tool says about the ticket, in its own words. */
  vendor_attributes: TicketVendorAttributes
})

export interface ItsmTicket extends Schema.Schema.Type<typeof ItsmTicket> {}
