import type { Duration, Effect } from "effect"
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

/** How long a search may miss a ticket if the connector does not say: minutes, because vendors name no upper bound. */
export const SEARCH_LAG: Duration.DurationInput = "5 minutes"

/**
 * How to create a ticket in a source tool, at most once per job.
 *
 * The runtime calls `create` once. If the answer does not prove that nothing was created (a 5xx, no answer, an answer that cannot be read,
 * or the process died), it never calls `create` again, only `find`, until `find` finds the ticket or `searchLag` has passed. It repeats
 * `create` only after a 429, or if the request never reached the vendor.
 */
export interface CreateTicket {
  /** The endpoint that creates tickets; it names the action in errors. */
  readonly endpoint: string
  /** The permissions that the credentials need for it, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Searches once for the ticket that this job has created, by the mark that `create` leaves; null if it finds none. */
  readonly find: (jobId: string) => Effect.Effect<CreatedTicket | null, VendorError, VendorHttp>
  /** Creates the ticket with a single request that is never retried, and marks the ticket with the job's id. */
  readonly create: (ticket: NewTicket, jobId: string) => Effect.Effect<CreatedTicket, VendorError, VendorHttp>
  /**
   * How long after `create` the vendor's search may still miss the ticket; five minutes by default. It includes the time for which the
   * vendor may go on working on a request that it has not answered.
   */
  readonly searchLag?: Duration.DurationInput
  /**
   * Whether the vendor itself lets `create` with the same job id create only one ticket, such as by an idempotency key; false by default.
   * The runtime then repeats `create` instead of calling `find`.
   */
  readonly isIdempotent?: boolean
}

/** What a connector can write to its source tool. */
export interface Actions {
  /** Creates tickets; absent if the connector cannot. */
  readonly createTicket?: CreateTicket
}
