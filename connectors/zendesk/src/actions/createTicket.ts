import { type Action, VendorError, VendorHttp } from "@tributary/core"
import { Effect, Schema } from "effect"

const TICKETS = "/api/v2/tickets"

/** A ticket, with the id of the job that created it. */
const Ticket = Schema.Struct({ id: Schema.Number, external_id: Schema.optional(Schema.Unknown) })

/** The answer to a request that creates a ticket: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#create-ticket */
export const ZendeskCreated = Schema.Struct({ ticket: Ticket })

/** The tickets with an external id: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-tickets */
export const ZendeskFound = Schema.Struct({ tickets: Schema.Array(Ticket) })

/** Zendesk's priorities: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#json-format */
const PRIORITIES: Readonly<Record<NonNullable<Action.NewTicket["priority"]>, string | null>> = {
  CRITICAL: "urgent",
  HIGH: "high",
  MEDIUM: "normal",
  LOW: "low",
  INFORMATIONAL: "low",
  UNKNOWN: null
}

/** Zendesk's types of tickets: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#json-format */
const TYPES: ReadonlyArray<string> = ["problem", "incident", "question", "task"]

/** The type that links a ticket to a problem: https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#json-format */
const OF_PROBLEM = "incident"

const typeOf = (ticket: Action.NewTicket): string | null => {
  const type = (ticket.type_vendor_id ?? ticket.type)?.toLowerCase() ?? null
  return type === null && ticket.parent_ticket_vendor_id !== null ? OF_PROBLEM : type
}

const isId = (value: string | null): boolean => value === null || /^\d{1,15}$/.test(value)

/** Why no ticket of Zendesk can match a ticket; null when one can. */
const objectionTo = (ticket: Action.NewTicket): string | null => {
  const type = typeOf(ticket)
  if (ticket.project_vendor_id !== null) return "Zendesk has no projects: leave project_vendor_id out"
  if (type !== null && !TYPES.includes(type))
    return `Zendesk has no such type of ticket: use one of ${TYPES.join(", ")}`
  if (ticket.parent_ticket_vendor_id !== null && type !== OF_PROBLEM)
    return "only an incident of Zendesk can be part of another ticket: leave type out, or set it to incident"
  if (!isId(ticket.assigned_user_vendor_id) || !isId(ticket.parent_ticket_vendor_id))
    return "ids of Zendesk are numbers: correct assigned_user_vendor_id or parent_ticket_vendor_id"
  return null
}

/**
 * The request body that creates a ticket.
 *
 * `external_id`, Zendesk's field for ids of other systems, holds the job's id, by which the ticket is found if the answer was lost. A ticket
 * begins with a comment that is not empty, so the title stands for a description that is missing.
 */
export const toTicket = (ticket: Action.NewTicket, jobId: string) => {
  const type = typeOf(ticket)
  const priority = ticket.priority === null ? null : PRIORITIES[ticket.priority]
  return {
    ticket: {
      subject: ticket.name.replace(/\s+/g, " ").trim(),
      comment: { body: ticket.description || ticket.name },
      external_id: jobId,
      metadata: { custom: { job_id: jobId, identifier: ticket.identifier } },
      ...(type === null ? {} : { type }),
      ...(priority === null ? {} : { priority }),
      ...(ticket.assigned_user_vendor_id === null ? {} : { assignee_id: Number(ticket.assigned_user_vendor_id) }),
      ...(ticket.parent_ticket_vendor_id === null ? {} : { problem_id: Number(ticket.parent_ticket_vendor_id) })
    }
  }
}

const read = <A, I>(schema: Schema.Schema<A, I>, body: unknown) =>
  Effect.mapError(
    Schema.decodeUnknown(schema)(body),
    () =>
      new VendorError.BadPayload({
        endpoint: TICKETS,
        status: 200,
        detail: "the answer does not contain the expected ticket"
      })
  )

/** A ticket counts only if its own `external_id` is the job's id, so that an ignored parameter finds no other ticket. */
const find: Action.CreateTicket["find"] = (jobId) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp.VendorHttp
    const query = { external_id: jobId, "page[size]": 1 }
    const { body } = yield* http.send({ endpoint: TICKETS, url: TICKETS, query })
    const [first] = (yield* read(ZendeskFound, body)).tickets
    if (first === undefined) return null
    if (first.external_id === jobId) return { vendor_id: String(first.id) }
    const detail = "answered with a different ticket: the list ignores external_id"
    return yield* new VendorError.BadPayload({ endpoint: TICKETS, status: 200, detail })
  })

const create: Action.CreateTicket["create"] = (ticket, jobId) =>
  Effect.gen(function* () {
    const objection = objectionTo(ticket)
    if (objection !== null) {
      return yield* new VendorError.ClientError({ endpoint: TICKETS, status: null, detail: objection })
    }
    const http = yield* VendorHttp.VendorHttp
    const answer = yield* http.send({
      endpoint: TICKETS,
      url: TICKETS,
      method: "POST",
      // https://developer.zendesk.com/api-reference/ticketing/introduction/#idempotency
      headers: { "idempotency-key": jobId },
      body: toTicket(ticket, jobId),
      isRepeatable: false
    })
    return { vendor_id: String((yield* read(ZendeskCreated, answer.body)).ticket.id) }
  })

/**
 * Creates Zendesk tickets, and finds the ticket of a request whose answer was lost.
 *
 * Zendesk forgets an idempotency key after two hours, and a job can be older when it goes on. So a job asks for its ticket instead of
 * creating it again; the key is for whatever repeats a request on its way to Zendesk.
 */
export const createTicket: Action.CreateTicket = {
  endpoint: TICKETS,
  permissions: ["Agent"],
  find,
  create
}
