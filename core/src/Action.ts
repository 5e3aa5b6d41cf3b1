import type { Effect } from "effect"
import type { VendorError } from "./http/VendorError.js"
import type { VendorHttp } from "./http/VendorHttp.js"

/** A ticket to be made; references are the vendor's own ids. */
export interface TicketDraft {
  readonly name: string
  readonly project_vendor_id: string | null
  /** The type's name, such as `Task`; null where `type_vendor_id` names it, or the vendor's default will do. */
  readonly type: string | null
  readonly type_vendor_id: string | null
  readonly description: string | null
  readonly priority: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFORMATIONAL" | "UNKNOWN" | null
  readonly assigned_user_vendor_id: string | null
  readonly parent_ticket_vendor_id: string | null
  readonly identifier: string | null
}

/** A ticket that stands in the source tool. */
export interface CreatedTicket {
  readonly vendor_id: string
}

/** How tickets are made in a source tool, once per job. */
export interface CreateTicket {
  readonly endpoint: string
  readonly permissions: ReadonlyArray<string>
  /** The ticket that an earlier attempt of this job made, by the mark that `create` leaves; null where there is none. */
  readonly find: (jobId: string) => Effect.Effect<CreatedTicket | null, VendorError, VendorHttp>
  /** Makes the ticket with one request that is not repeated, and leaves the job's id on it. */
  readonly create: (ticket: TicketDraft, jobId: string) => Effect.Effect<CreatedTicket, VendorError, VendorHttp>
}

/** What a connector can write. */
export interface Actions {
  readonly createTicket?: CreateTicket
}
