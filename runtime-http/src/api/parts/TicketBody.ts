import { Records } from "@tributary/core"
import { Schema } from "effect"
import { Label, MAX_LENGTH } from "./ConnectionBody.js"
import * as Described from "./Described.js"
import * as ParameterText from "./ParameterText.js"

const MAX_DESCRIPTION = 32_768

const optional = <A, I>(schema: Schema.Schema<A, I>, expected: string, jsonSchema: object) =>
  Schema.optionalWith(
    Schema.NullOr(schema).annotations({
      message: () => ({ message: `Expected ${expected}, or null`, override: true }),
      jsonSchema
    }),
    { exact: true }
  )

const ServiceId = optional(Schema.UUID, "a UUID", { type: ["string", "null"], format: "uuid" })

const Text = optional(Label, `a string of ${ParameterText.expectedOf(MAX_LENGTH)}`, {
  type: ["string", "null"],
  minLength: 1,
  maxLength: MAX_LENGTH
})

/**
 * The ticket to create. Of each pair of a service id and a source tool's id, such as `project_id` and
 * `project_vendor_id`, send at most one.
 */
export const CreateTicket = Described.struct(
  "CreateTicket",
  {
    /** The ticket's summary. */
    name: Label,
    /**
     * The service's id of the project. Null or absent if `project_vendor_id` names it, or if the tool has no projects.
     */
    project_id: ServiceId,
    /** The source tool's id of the project. Null or absent if `project_id` names it, or if the tool has no projects. */
    project_vendor_id: Text,
    /** The name of the ticket's type, such as `Task`. Null or absent if `type_vendor_id` gives the type. */
    type: Text,
    /** The source tool's id of the ticket's type. Null or absent if `type` gives it. */
    type_vendor_id: Text,
    /** The ticket's text, without formatting. Null or absent for none. */
    description: optional(
      Schema.String.pipe(Schema.maxLength(MAX_DESCRIPTION)),
      `a string of at most ${MAX_DESCRIPTION} characters`,
      { type: ["string", "null"], maxLength: MAX_DESCRIPTION }
    ),
    /** How urgent the ticket is. Null or absent leaves it to the source tool. */
    priority: optional(Records.TicketPriority, `one of ${Records.TicketPriority.literals.join(", ")}`, {
      type: ["string", "null"],
      enum: [...Records.TicketPriority.literals, null]
    }),
    /** The service's id of the user to assign. Null or absent if `assigned_user_vendor_id` names them, or for nobody. */
    assigned_user_id: ServiceId,
    /** The source tool's id of the user to assign. Null or absent if `assigned_user_id` names them, or for nobody. */
    assigned_user_vendor_id: Text,
    /**
     * The service's id of the ticket that this one is part of. Null or absent if `parent_ticket_vendor_id` names it, or
     * for none.
     */
    parent_ticket_id: ServiceId,
    /**
     * The source tool's id of the ticket that this one is part of. Null or absent if `parent_ticket_id` names it, or for
     * none.
     */
    parent_ticket_vendor_id: Text,
    /** The caller's own reference, stored with the ticket in the source tool. Null or absent for none. */
    identifier: Text
  },
  { parseOptions: { errors: "all", onExcessProperty: "error" } }
)
export interface CreateTicket extends Schema.Schema.Type<typeof CreateTicket> {}

/** The outbound job that creates the ticket. */
export const QueuedJob = Described.struct("QueuedJob", {
  /** The id of the outbound job, which `GET /outbound-jobs/{job_id}` reads. */
  job_id: Schema.UUID.annotations({ jsonSchema: { type: "string", format: "uuid" } })
})
export interface QueuedJob extends Schema.Schema.Type<typeof QueuedJob> {}
