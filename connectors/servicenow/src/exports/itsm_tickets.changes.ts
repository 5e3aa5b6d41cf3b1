import { Extractor, RecordKind, type Records } from "@tributary/core"
import { Schema } from "effect"
import { table } from "../table.js"
import { taskFields, toTicket } from "../task.js"
import { Reference, Text, Time } from "../value.js"

/** A change request, a row of the table `change_request`: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html */
export const ServiceNowChange = Schema.Struct({
  ...taskFields,
  type: Text,
  risk: Text,
  approval: Text,
  close_code: Text,
  start_date: Time,
  end_date: Time,
  requested_by: Reference
})
export interface ServiceNowChange extends Schema.Schema.Type<typeof ServiceNowChange> {}

/** The states of the base system, in order: New, Assess, Authorize, Scheduled, Implement, Review, Closed, Canceled. */
const STATES: Readonly<Record<string, Records.TicketStatus>> = {
  "-5": "OPEN",
  "-4": "IN_REVIEW",
  "-3": "IN_REVIEW",
  "-2": "TODO",
  "-1": "IN_PROGRESS",
  "0": "IN_REVIEW",
  "3": "CLOSED",
  "4": "CLOSED"
}

/** Maps a change request to an `itsm_ticket`; states that a customer added become `OTHER`. */
export const toChangeTicket = (change: ServiceNowChange): RecordKind.Draft<typeof RecordKind.ItsmTicket> =>
  toTicket(change, {
    table: "change_request",
    status: STATES[change.state ?? ""] ?? "OTHER",
    vendorType: change.type,
    parent: null,
    openedBy: [change.opened_by, change.requested_by],
    solvedAt: null,
    plannedEnd: change.end_date,
    data: {
      risk: change.risk,
      approval: change.approval,
      close_code: change.close_code,
      planned_start: change.start_date,
      planned_end: change.end_date,
      requested_by_id: change.requested_by?.value ?? null
    }
  })

/** Extracts the change requests of the instance. */
export const changes = Extractor.make({
  record: RecordKind.ItsmTicket,
  ...table("change_request", ServiceNowChange),
  row: ServiceNowChange,
  toRecord: toChangeTicket
})
