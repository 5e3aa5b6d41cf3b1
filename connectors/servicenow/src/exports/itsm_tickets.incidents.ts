import { Extractor, RecordKind, type Records } from "@tributary/core"
import { Schema } from "effect"
import { table } from "../table.js"
import { taskFields, toTicket } from "../task.js"
import { Count, Reference, Text, Time } from "../value.js"

/** An incident, a row of the table `incident`: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html */
export const ServiceNowIncident = Schema.Struct({
  ...taskFields,
  category: Text,
  subcategory: Text,
  severity: Text,
  close_code: Text,
  caller_id: Reference,
  parent_incident: Reference,
  problem_id: Reference,
  reopen_count: Count,
  resolved_by: Reference,
  resolved_at: Time
})
export interface ServiceNowIncident extends Schema.Schema.Type<typeof ServiceNowIncident> {}

/** The states of the base system; 4 and 5 are older on-hold states. Customers can add others. */
const STATES: Readonly<Record<string, Records.TicketStatus>> = {
  "1": "OPEN",
  "2": "IN_PROGRESS",
  "3": "IN_PROGRESS",
  "4": "IN_PROGRESS",
  "5": "IN_PROGRESS",
  "6": "RESOLVED",
  "7": "CLOSED",
  "8": "CLOSED"
}

/** Maps an incident to an `itsm_ticket`; states that a customer added become `OTHER`. */
export const toIncidentTicket = (incident: ServiceNowIncident): RecordKind.Draft<typeof RecordKind.ItsmTicket> =>
  toTicket(incident, {
    table: "incident",
    status: STATES[incident.state ?? ""] ?? "OTHER",
    vendorType: incident.category,
    parent: incident.parent_incident?.sys_id ?? null,
    openedBy: [incident.opened_by, incident.caller_id],
    solvedAt: incident.resolved_at,
    plannedEnd: null,
    data: {
      subcategory: incident.subcategory,
      severity: incident.severity,
      close_code: incident.close_code,
      caller_id: incident.caller_id?.value ?? null,
      problem_id: incident.problem_id?.value ?? null,
      reopen_count: incident.reopen_count,
      resolved_by_id: incident.resolved_by?.value ?? null,
      resolved_at: incident.resolved_at
    }
  })

/** Extracts the incidents of the instance. */
export const incidents = Extractor.make({
  record: RecordKind.ItsmTicket,
  ...table("incident", ServiceNowIncident),
  row: ServiceNowIncident,
  toRecord: toIncidentTicket
})
