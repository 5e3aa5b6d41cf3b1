import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** Where a ticket stands. */
export const TicketStatus = Field.openEnum({
  identifier: "TicketStatus",
  values: ["OPEN", "TODO", "IN_PROGRESS", "IN_REVIEW", "RESOLVED", "CLOSED", "OTHER"],
  catchAll: "OTHER"
})
export type TicketStatus = Schema.Schema.Type<typeof TicketStatus>

/** How urgent a ticket is. */
export const TicketPriority = Field.openEnum({
  identifier: "TicketPriority",
  values: ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type TicketPriority = Schema.Schema.Type<typeof TicketPriority>

/** What the source tool says of a ticket, in the tool's own words. */
export const TicketVendorAttributes = Schema.Struct({
  id: Schema.String,
  vendor: Schema.String,
  created_at: Schema.NullOr(Timestamp),
  updated_at: Schema.NullOr(Timestamp),
  type: Schema.NullOr(Schema.String),
  status: Schema.NullOr(Schema.String),
  priority: Schema.NullOr(Schema.String),
  data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "TicketVendorAttributes" })

export interface TicketVendorAttributes extends Schema.Schema.Type<typeof TicketVendorAttributes> {}

/** A ticket of a ticketing tool; its references are the service's own ids. */
export const ItsmTicket = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  status: TicketStatus,
  type: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  priority: Schema.NullOr(TicketPriority),
  is_active: Schema.NullOr(Schema.Boolean),
  project_id: Schema.NullOr(Field.Id),
  parent_ticket_id: Schema.NullOr(Field.Id),
  assigned_user_id: Schema.NullOr(Field.Id),
  created_by_user_id: Schema.NullOr(Field.Id),
  ticket_created_at: Schema.NullOr(Timestamp),
  due_date: Schema.NullOr(Timestamp),
  closed_at: Schema.NullOr(Timestamp),
  status_updated_at: Schema.NullOr(Timestamp),
  tags: Schema.NullOr(Schema.Array(Schema.String)),
  url: Schema.NullOr(Schema.String),
  identifier: Schema.NullOr(Schema.String),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject),
  vendor_attributes: TicketVendorAttributes
}).annotations({ identifier: "ItsmTicket" })

export interface ItsmTicket extends Schema.Schema.Type<typeof ItsmTicket> {}
