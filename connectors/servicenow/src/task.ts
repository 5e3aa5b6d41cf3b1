import type { RecordKind, Records } from "@tributary/core"
import { Schema } from "effect"
import { Count, Flag, firstOf, Reference, Text, Time } from "./value.js"

/** The tables whose rows become tickets. */
export const TICKET_TABLES: ReadonlyArray<string> = ["incident", "change_request"]

/** The fields that incidents and change requests share, because both tables extend the table `task`. */
export const taskFields = {
  sys_id: Schema.NonEmptyString,
  number: Text,
  short_description: Text,
  description: Text,
  state: Text,
  priority: Text,
  active: Flag,
  parent: Reference,
  // A task of any table can be the parent: https://developer.servicenow.com/blog.do?p=/post/dot-walking-in-the-rest-table-api-2/
  "parent.sys_class_name": Text,
  assigned_to: Reference,
  assignment_group: Reference,
  opened_by: Reference,
  opened_at: Time,
  due_date: Time,
  closed_at: Time,
  closed_by: Reference,
  close_notes: Text,
  contact_type: Text,
  escalation: Text,
  impact: Text,
  urgency: Text,
  made_sla: Flag,
  reassignment_count: Count,
  cmdb_ci: Reference,
  business_service: Reference,
  company: Reference,
  correlation_id: Text,
  sys_created_by: Text,
  sys_created_on: Time,
  sys_updated_on: Time
}

const Task = Schema.Struct(taskFields)
interface Task extends Schema.Schema.Type<typeof Task> {}

/** The parts of a ticket that each table provides in its own way. */
interface Particulars {
  readonly table: string
  readonly status: Records.TicketStatus
  /** The table's own type of ticket, such as an incident's category. */
  readonly vendorType: string | null
  /** The `sys_id` of a ticket above this one, for tables that have a field of their own for it. */
  readonly parent: string | null
  /** Who reported the ticket, the most telling reference first. */
  readonly openedBy: ReadonlyArray<Reference | null>
  /** When the ticket was resolved, for tables that tell this apart from closing. */
  readonly solvedAt: string | null
  /** When the work is planned to end, for tables that plan it. */
  readonly plannedEnd: string | null
  readonly data: Readonly<Record<string, unknown>>
}

const PRIORITIES: Readonly<Record<string, Records.TicketPriority>> = {
  "1": "CRITICAL",
  "2": "HIGH",
  "3": "MEDIUM",
  "4": "LOW",
  "5": "INFORMATIONAL"
}

const toPriority = (priority: string | null): Records.TicketPriority | null =>
  priority === null ? null : (PRIORITIES[priority] ?? "UNKNOWN")

const isOver = (status: Records.TicketStatus): boolean => status === "RESOLVED" || status === "CLOSED"

/**
 * The address at which a browser shows a ticket; null when none of its references has a link, because a row has no
 * address itself.
 */
const urlOf = (table: string, sysId: string, references: ReadonlyArray<Reference | null>): string | null => {
  const origin = references.find((reference) => reference?.origin)?.origin ?? null
  return origin === null ? null : `${origin}/nav_to.do?uri=${encodeURIComponent(`${table}.do?sys_id=${sysId}`)}`
}

/** The ticket above a task; null if ServiceNow says that it is in a table whose rows become no tickets, such as `problem`. */
const parentOf = (task: Task, own: Particulars): string | null => {
  const table = task["parent.sys_class_name"]
  const isTicket = table === null || TICKET_TABLES.includes(table)
  return own.parent ?? (isTicket ? (task.parent?.sys_id ?? null) : null)
}

/** When the ticket entered its status: only resolving and closing have times of their own. */
const statusSince = ({ closed_at }: Task, { solvedAt, status }: Particulars): string | null => {
  if (status === "RESOLVED") return solvedAt ?? closed_at
  return status === "CLOSED" ? closed_at : null
}

/** Maps a row of a table that extends `task` to an `itsm_ticket`. */
export const toTicket = (task: Task, own: Particulars): RecordKind.Draft<typeof RecordKind.ItsmTicket> => ({
  name: task.short_description ?? task.number ?? task.sys_id,
  status: own.status,
  type: own.table,
  description: task.description,
  priority: toPriority(task.priority),
  is_active: task.active,
  parent_ticket_id: parentOf(task, own),
  assigned_user_id: task.assigned_to?.sys_id,
  created_by_user_id: firstOf(...own.openedBy),
  ticket_created_at: task.opened_at ?? task.sys_created_on,
  due_date: task.due_date ?? own.plannedEnd,
  closed_at: isOver(own.status) ? (task.closed_at ?? own.solvedAt) : null,
  status_updated_at: statusSince(task, own),
  url: urlOf(own.table, task.sys_id, [...own.openedBy, task.assigned_to, task.assignment_group, task.parent]),
  identifier: task.number,
  vendor_id: task.sys_id,
  vendor_attributes: {
    id: task.sys_id,
    vendor: "SERVICENOW",
    created_at: task.sys_created_on,
    updated_at: task.sys_updated_on,
    type: own.vendorType,
    status: task.state,
    priority: task.priority,
    data: {
      vendor: "SERVICENOW",
      table: own.table,
      assignment_group_id: task.assignment_group?.value ?? null,
      opened_by: task.opened_by?.value ?? null,
      parent_id: task.parent?.value ?? null,
      parent_table: task["parent.sys_class_name"],
      closed_by_id: task.closed_by?.value ?? null,
      close_notes: task.close_notes,
      contact_type: task.contact_type,
      escalation: task.escalation,
      impact: task.impact,
      urgency: task.urgency,
      made_sla: task.made_sla,
      reassignment_count: task.reassignment_count,
      cmdb_ci_id: task.cmdb_ci?.value ?? null,
      business_service_id: task.business_service?.value ?? null,
      company_id: task.company?.value ?? null,
      correlation_id: task.correlation_id,
      created_by: task.sys_created_by,
      ...own.data
    }
  }
})
