import { setTimeout as sleep } from "node:timers/promises"
import type { Journal } from "../../support/run/Journal.js"
import type { Random } from "../../support/run/Random.js"
import type * as TicketVendor from "../../support/vendor/TicketVendor.js"
import type { Api } from "../watch/Api.js"
import type { Observer } from "../watch/Observer.js"

const PAUSE_MILLIS = 700
const SLOW_MILLIS = 2_500
const LOOK_MILLIS = 500
const ONE = "a ticket is made once"

interface Row {
  readonly id: string
  readonly status: string
  readonly vendorId: string | null
  readonly reason: string | null
}

/** A ticketing tool, and the connection to it. */
export interface Desk {
  readonly vendor: TicketVendor.TicketVendor
  readonly dialect: TicketVendor.Dialect
  readonly connection: string
}

/** Lets the tool fail before it has made a ticket, after it has made it, or answer late. */
export const misbehave = (vendor: TicketVendor.TicketVendor, random: Random): void => {
  vendor.refusal = () => (random.chance(0.1) ? 503 : null)
  vendor.onCreated = async () => {
    if (random.chance(0.15)) throw new Error("The connection is closed before the answer.")
    if (random.chance(0.15)) await sleep(SLOW_MILLIS)
  }
}

/** Lets the tool do what it should. */
export const behave = (vendor: TicketVendor.TicketVendor): void => {
  vendor.refusal = () => null
  vendor.onCreated = () => Promise.resolve()
}

/** Asks for one ticket after another; a request is never repeated, because the answer may be lost and not the request. */
export const run = async (api: Api, desks: ReadonlyArray<Desk>, journal: Journal, isStopped: () => boolean) => {
  while (!isStopped()) {
    for (const { connection, dialect } of desks) {
      const body = JSON.stringify(dialect.ticket)
      const { status } = await api.once("/itsm/tickets", { method: "POST", body, connection })
      journal.count(status === 202 ? "tickets: accepted" : "tickets: not accepted")
      await sleep(PAUSE_MILLIS)
    }
  }
}

/**
 * Ends the leases of all attempts and the waits before the next ones, as if time had passed. No server may run: another one would search
 * for the ticket of an attempt whose lease ends while it still runs, and might fail before the ticket exists.
 */
export const endLeases = (observer: Observer): Promise<unknown> =>
  observer.insist("update outbound_job set due_at = clock_timestamp() where status in ('QUEUED', 'RUNNING')")

/** Waits until every outbound job has ended; one whose request had no clear answer searches for some seconds before it fails. */
export const settle = async (observer: Observer, journal: Journal, giveUp: () => boolean): Promise<void> => {
  for (;;) {
    const [open] = await observer.insist<{ readonly count: number }>(
      "select count(*)::int as count from outbound_job where status in ('QUEUED', 'RUNNING')"
    )
    if (open?.count === 0) return
    if (giveUp()) return journal.broken("every outbound job ends", `${open?.count} are still open`)
    await sleep(LOOK_MILLIS)
  }
}

/** Checks that each job made one ticket if it succeeded, and at most one if it did not. */
export const check = async (observer: Observer, desks: ReadonlyArray<Desk>, journal: Journal): Promise<void> => {
  const jobs = await observer.insist<Row>(
    `select id, status, vendor_id as "vendorId", failure_reason as reason from outbound_job`
  )
  const tickets = desks.flatMap(({ vendor }) => vendor.tickets)
  for (const { id, reason, status, vendorId } of jobs) {
    const own = tickets.filter(({ jobId }) => jobId === id)
    if (own.length > 1) journal.broken(ONE, `the job ${id} made ${own.length}`)
    if (status === "SUCCESS" && !own.some((ticket) => ticket.id === vendorId)) {
      journal.broken(ONE, `the job ${id} succeeded with the ticket ${vendorId}, which does not exist`)
    }
    if (status === "FAILED" && own.length > 0 && reason?.includes("may have been created") !== true) {
      journal.broken(ONE, `the job ${id} failed (${reason}), although its ticket exists`)
    }
    journal.count(`tickets: ${status.toLowerCase()}`)
  }
  const known = new Set(jobs.map(({ id }) => id))
  for (const { jobId } of tickets) if (!known.has(jobId)) journal.broken(ONE, `a ticket names no job: ${jobId}`)
  journal.count("tickets: at the tools", tickets.length)
}
