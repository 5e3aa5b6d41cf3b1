import type { Effect } from "effect"
import type { VendorError } from "./http/VendorError.js"
import type { VendorHttp } from "./http/VendorHttp.js"

/** A ticket to create in the source tool; all ids are the source tool's own. */
export interface NewTicket {
  /** The ticket's title. */
  readonly name: string
  /** The project to create the ticket in; null for the vendor's default. */
  readonly project_vendor_id: string | null
  /** The name of the ticket's type, such as `Task`; null if `type_vendor_id` names it, or for the vendor's default. */
  readonly type: string | null
  /** The id of the ticket's type; null if `type` names it, or for the vendor's default. */
  readonly type_vendor_id: string | null
  /** What the ticket is about, as plain text; null for no description. */
  readonly description: string | null
  /** How urgent the ticket is; null for the vendor's default. */
  readonly priority: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFORMATIONAL" | "UNKNOWN" | null
  /** The user to assign the ticket to; null for nobody. */
  readonly assigned_user_vendor_id: string | null
  /** The ticket that the new one belongs under; null if it has no parent. */
  readonly parent_ticket_vendor_id: string | null
  /** The caller's own reference for the ticket; null if the caller gave none. */
  readonly identifier: string | null
}

/** A ticket that exists in the source tool. */
export interface CreatedTicket {
  /** The source tool's id of the ticket. */
  readonly vendor_id: string
}

/** How to create a ticket in a source tool, exactly once per job. */
export interface CreateTicket {
  /** The endpoint that creates tickets; it names the action in errors. */
  readonly endpoint: string
  /** The permissions that the credentials need for it, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Finds the ticket that an earlier attempt of this job created, by the mark that `create` leaves; null if there is none. */
  readonly find: (jobId: string) => Effect.Effect<CreatedTicket | null, VendorError, VendorHttp>
  /** Creates the ticket with a single request that is never retried, and marks the ticket with the job's id. */
  readonly create: (ticket: NewTicket, jobId: string) => Effect.Effect<CreatedTicket, VendorError, VendorHttp>
}

/** What a connector can write to its source tool. */
export interface Actions {
  /** Creates tickets; absent if the connector cannot. */
  readonly createTicket?: CreateTicket
}
