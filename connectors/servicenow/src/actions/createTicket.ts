import { type Action, VendorError, VendorHttp } from "@tributary/core"
import { Effect, Schema } from "effect"

const INCIDENT = "/api/now/table/incident"

/** An incident, with the id of the job that created it. */
const Incident = Schema.Struct({ sys_id: Schema.NonEmptyString, correlation_id: Schema.optional(Schema.Unknown) })

/** The answer to a request that creates a record: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html */
export const ServiceNowCreated = Schema.Struct({ result: Incident })

/** The answer to a search for records: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html */
export const ServiceNowFound = Schema.Struct({ result: Schema.Array(Incident) })

/**
 * Impact and urgency by priority: ServiceNow derives an incident's priority from the two, and overwrites any other
 * value.
 */
const PRIORITIES: Readonly<
  Record<NonNullable<Action.NewTicket["priority"]>, { readonly impact: string; readonly urgency: string } | null>
> = {
  CRITICAL: { impact: "1", urgency: "1" },
  HIGH: { impact: "1", urgency: "2" },
  MEDIUM: { impact: "2", urgency: "2" },
  LOW: { impact: "2", urgency: "3" },
  INFORMATIONAL: { impact: "3", urgency: "3" },
  UNKNOWN: null
}

/**
 * The request body that creates an incident.
 *
 * `correlation_id`, ServiceNow's field for ids of other systems, holds the job's id, so that a search finds the incident
 * if the answer was lost.
 */
export const toIncident = (ticket: Action.NewTicket, jobId: string) => ({
  short_description: ticket.name,
  correlation_id: jobId,
  correlation_display: ticket.identifier ?? "Tributary",
  ...(ticket.description === null ? {} : { description: ticket.description }),
  ...(ticket.priority === null ? {} : PRIORITIES[ticket.priority]),
  ...(ticket.assigned_user_vendor_id === null ? {} : { assigned_to: ticket.assigned_user_vendor_id }),
  ...(ticket.parent_ticket_vendor_id === null ? {} : { parent_incident: ticket.parent_ticket_vendor_id })
})

/** Why no incident can match a ticket; null when one can. */
const objectionTo = (ticket: Action.NewTicket): string | null => {
  const type = ticket.type_vendor_id ?? ticket.type
  if (ticket.project_vendor_id !== null) return "ServiceNow has no projects: leave project_vendor_id out"
  if (type !== null && type.toLowerCase() !== "incident")
    return "the connector creates only incidents: leave type and type_vendor_id out, or set type to incident"
  return null
}

const read = <A, I>(schema: Schema.Schema<A, I>, body: unknown) =>
  Effect.mapError(
    Schema.decodeUnknown(schema)(body),
    () =>
      new VendorError.BadPayload({
        endpoint: INCIDENT,
        status: 200,
        detail: "the answer does not contain the expected incident"
      })
  )

/** The Table API reads the database itself, but an instance may go on for a minute with a request that a proxy gave up. */
const SEARCH_LAG = "2 minutes"

/**
 * Finds the incident of a request whose answer was lost.
 *
 * ServiceNow ignores a condition on a field that the user may not read, and then returns any incident. An incident
 * therefore counts only when its own `correlation_id` is the job's id.
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
    const detail = "answered with a different incident: the user may not read correlation_id"
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

/** Creates ServiceNow incidents, and finds the incident of a request whose answer was lost. */
export const createTicket: Action.CreateTicket = {
  endpoint: INCIDENT,
  permissions: ["create incident", "read incident"],
  searchLag: SEARCH_LAG,
  find,
  create
}
