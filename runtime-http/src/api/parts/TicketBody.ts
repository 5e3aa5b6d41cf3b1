import { Records } from "@tributary/core"
import { Schema } from "effect"
import { Label } from "./ConnectionBody.js"

const MAX_DESCRIPTION = 32_768

const optional = <A, I>(schema: Schema.Schema<A, I>, expected: string, jsonSchema: object) =>
  Schema.optionalWith(
    Schema.NullOr(schema).annotations({
      message: () => ({ message: `Expected ${expected}, or null`, override: true }),
      jsonSchema
    }),
    { exact: true }
  )

const serviceId = (what: string) =>
  optional(Schema.UUID, "a UUID", {
    type: ["string", "null"],
    format: "uuid",
    description: `The service's id of ${what}.`
  })

const text = (description: string) =>
  optional(Label, "a string of 1 to 500 characters without control characters", {
    type: ["string", "null"],
    minLength: 1,
    maxLength: 500,
    description
  })

/** The body of `POST /itsm/tickets`. A request uses either the service id or the vendor id of each reference, not both. */
export const CreateTicket = Schema.Struct({
  name: Label,
  project_id: serviceId("the project"),
  project_vendor_id: text("The source tool's id of the project."),
  type: text("The type's name, such as `Task`."),
  type_vendor_id: text("The source tool's id of the type."),
  description: optional(
    Schema.String.pipe(Schema.maxLength(MAX_DESCRIPTION)),
    `a string of at most ${MAX_DESCRIPTION} characters`,
    { type: ["string", "null"], maxLength: MAX_DESCRIPTION, description: "What is to be done." }
  ),
  priority: optional(Records.TicketPriority, `one of ${Records.TicketPriority.literals.join(", ")}`, {
    type: ["string", "null"],
    enum: [...Records.TicketPriority.literals, null]
  }),
  assigned_user_id: serviceId("the user who is to do it"),
  assigned_user_vendor_id: text("The source tool's id of that user."),
  parent_ticket_id: serviceId("the ticket above it"),
  parent_ticket_vendor_id: text("The source tool's id of that ticket."),
  identifier: text("The caller's own reference.")
}).annotations({ identifier: "CreateTicket", parseOptions: { errors: "all", onExcessProperty: "error" } })
export interface CreateTicket extends Schema.Schema.Type<typeof CreateTicket> {}

/** The response to a queued write: the job that will create the ticket. */
export const QueuedJob = Schema.Struct({
  job_id: Schema.UUID.annotations({ jsonSchema: { type: "string", format: "uuid" } })
}).annotations({ identifier: "QueuedJob" })
export interface QueuedJob extends Schema.Schema.Type<typeof QueuedJob> {}
