import { type Action, VendorError, VendorHttp } from "@tributary/core"
import { Effect, Schema } from "effect"

const INCIDENT = "/api/now/table/incident"

/** An incident and the job that made it. */
const Incident = Schema.Struct({ sys_id: Schema.NonEmptyString, correlation_id: Schema.optional(Schema.Unknown) })

/** The answer to a created record: https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/c_TableAPI.html */
export const ServiceNowCreated = Schema.Struct({ result: Incident })

/** The answer to a search for records. */
export const ServiceNowFound = Schema.Struct({ result: Schema.Array(Incident) })

/** An incident's priority is looked up from impact and urgency, and what is written to it is overwritten. */
const PRIORITIES: Readonly<
  Record<NonNullable<Action.TicketDraft["priority"]>, { readonly impact: string; readonly urgency: string } | null>
> = {
  CRITICAL: { impact: "1", urgency: "1" },
  HIGH: { impact: "1", urgency: "2" },
  MEDIUM: { impact: "2", urgency: "2" },
  LOW: { impact: "2", urgency: "3" },
  INFORMATIONAL: { impact: "3", urgency: "3" },
  UNKNOWN: null
}

/** The body that makes an incident; `correlation_id` is the mark of its job, in ServiceNow's own field for other systems' ids. */
export const toIncident = (ticket: Action.TicketDraft, jobId: string) => ({
  short_description: ticket.name,
  correlation_id: jobId,
  correlation_display: ticket.identifier ?? "Tributary",
  ...(ticket.description === null ? {} : { description: ticket.description }),
  ...(ticket.priority === null ? {} : PRIORITIES[ticket.priority]),
  ...(ticket.assigned_user_vendor_id === null ? {} : { assigned_to: ticket.assigned_user_vendor_id }),
  ...(ticket.parent_ticket_vendor_id === null ? {} : { parent_incident: ticket.parent_ticket_vendor_id })
})

/** What a draft asks for that no incident can be; null where there is nothing. */
const objectionTo = (ticket: Action.TicketDraft): string | null => {
  const type = ticket.type_vendor_id ?? ticket.type
  if (ticket.project_vendor_id !== null) return "has no projects: leave the project out"
  if (type !== null && type.toLowerCase() !== "incident") return "makes incidents: leave the type out, or say incident"
  return null
}

const read = <A, I>(schema: Schema.Schema<A, I>, body: unknown) =>
  Effect.mapError(
    Schema.decodeUnknown(schema)(body),
    () =>
      new VendorError.BadPayload({
        endpoint: INCIDENT,
        status: 200,
        detail: "answered without the incident that was expected"
      })
  )

/**
 * Reads the database itself, so what an earlier attempt made is there at once.
 *
 * ServiceNow drops a condition on a field that the user may not read, and answers with any incident: one counts only
 * where it says itself that it is this job's.
 */
const find: Action.CreateTicket["find"] = (jobId) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp.VendorHttp
    const query = {
      sysparm_query: `correlation_id=${jobId}^ORDERBYsys_created_on`,
      sysparm_fields: "sys_id,correlation_id",
      sysparm_limit: 1
    }
    const { body } = yield* http.send({ endpoint: INCIDENT, url: INCIDENT, query })
    const [first] = (yield* read(ServiceNowFound, body)).result
    if (first === undefined) return null
    if (first.correlation_id === jobId) return { vendor_id: first.sys_id }
    const detail = "answered with another incident: the user may not read correlation_id"
    return yield* new VendorError.BadPayload({ endpoint: INCIDENT, status: 200, detail })
  })

const create: Action.CreateTicket["create"] = (ticket, jobId) =>
  Effect.gen(function* () {
    const objection = objectionTo(ticket)
    if (objection !== null) {
      return yield* new VendorError.ClientError({ endpoint: INCIDENT, status: null, detail: objection })
    }
    const http = yield* VendorHttp.VendorHttp
    const body = toIncident(ticket, jobId)
    const query = { sysparm_fields: "sys_id" }
    const request = { endpoint: INCIDENT, url: INCIDENT, method: "POST", query, body, isRepeatable: false } as const
    const answer = yield* http.send(request)
    return { vendor_id: (yield* read(ServiceNowCreated, answer.body)).result.sys_id }
  })

export const createTicket: Action.CreateTicket = {
  endpoint: INCIDENT,
  permissions: ["create incident", "read incident"],
  find,
  create
}
