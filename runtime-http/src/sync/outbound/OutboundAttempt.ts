import { type Action, type VendorError, VendorHttp } from "@tributary/core"
import { Cause, Duration, Effect, type Redacted, Redacted as Secret } from "effect"
import type { Connections } from "../../store/accounts/Connections.js"
import type { Claim, OutboundJobs, Result } from "../../store/jobs/OutboundJobs.js"
import { retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import type { VendorSession } from "../../vendor/VendorSession.js"

/** What carrying out a job needs. */
export interface Services {
  readonly connections: Connections["Type"]
  readonly jobs: OutboundJobs["Type"]
  readonly registry: ConnectorRegistry["Type"]
  readonly session: VendorSession["Type"]
}

/** How patient a run is. */
export interface Timing {
  /** The lease of an attempt, and how long the vendor has for one: well within the lease. */
  readonly leaseSecs: number
  readonly attemptSecs: number
  /** How long after an uncertain attempt the next one begins: a vendor's search needs a while to know what was made. */
  readonly retrySecs: number
  readonly maxAttempts: number
}

export const defaults: Timing = { leaseSecs: 90, attemptSecs: 60, retrySecs: 30, maxAttempts: 6 }

/** What an attempt came to: an end, or that another attempt may help. */
type Outcome = Result | { readonly status: "AGAIN"; readonly reason: string; readonly afterSecs: number }

const failed = (failureReason: string): Outcome => ({ status: "FAILED", failureReason })
const succeeded = ({ vendor_id }: Action.CreatedTicket): Outcome => ({ status: "SUCCESS", vendorId: vendor_id })

const UNCERTAIN = "Whether the ticket was made is not known."

/** What each error of the vendor means for the job; its message holds no credential and no personal data. */
const outcomes: Readonly<Record<VendorError.VendorError["_tag"], "end" | "again" | "look">> = {
  Unauthorized: "end",
  ClientError: "end",
  RateLimited: "again",
  ServerError: "again",
  BadPayload: "look",
  CheckpointExpired: "look"
}

const again = (error: VendorError.VendorError, { retrySecs }: Timing): Outcome => {
  const asked = error._tag === "RateLimited" && error.retryAfter !== null ? Duration.toSeconds(error.retryAfter) : 0
  return { status: "AGAIN", reason: error.message, afterSecs: Math.max(retrySecs, asked) }
}

type Attempt = Effect.Effect<Outcome, never, VendorHttp.VendorHttp>

/** Looks for what an earlier attempt made; null where there is nothing. */
const look = (
  action: Action.CreateTicket,
  jobId: string,
  timing: Timing
): Effect.Effect<Outcome | null, never, VendorHttp.VendorHttp> =>
  action.find(jobId).pipe(
    Effect.map((found) => (found === null ? null : succeeded(found))),
    Effect.catchAll((error) =>
      Effect.succeed(outcomes[error._tag] === "again" ? again(error, timing) : failed(`${error.message}. ${UNCERTAIN}`))
    )
  )

/** The vendor answered, but not in a way that says what happened: it is looked for, and never made a second time. */
const lookOnly = (action: Action.CreateTicket, jobId: string, timing: Timing, reason: string): Attempt =>
  Effect.map(look(action, jobId, timing), (found) => found ?? failed(`${reason}. ${UNCERTAIN}`))

/** The message of a defect may quote what was to be written: what is logged is its name. */
const logDefect = (defect: unknown) =>
  Effect.logError(`A connector failed while it wrote: ${defect instanceof Error ? defect.name : "it threw a value"}.`)

const create = (action: Action.CreateTicket, ticket: Action.NewTicket, jobId: string, timing: Timing): Attempt =>
  action.create(ticket, jobId).pipe(
    Effect.map(succeeded),
    Effect.catchAll((error): Attempt => {
      const meaning = outcomes[error._tag]
      if (meaning === "look") return lookOnly(action, jobId, timing, error.message)
      return Effect.succeed(meaning === "again" ? again(error, timing) : failed(`${error.message}.`))
    }),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(logDefect(defect), lookOnly(action, jobId, timing, "The connector failed"))
    )
  )

const ticketOf = (payload: Redacted.Redacted): Action.NewTicket =>
  // Written by the handler alone.
  JSON.parse(Secret.value(payload)) as Action.NewTicket

const attempt = ({ connections, jobs, registry, session }: Services, claim: Claim, timing: Timing) =>
  Effect.gen(function* () {
    const { jobId, connectionId } = claim
    const connector = registry.get(claim.vendor)
    const action = connector?.actions?.createTicket
    if (connector === undefined || action === undefined) return failed(`No connector of ${claim.vendor} can do this.`)
    const ticket = ticketOf(yield* jobs.payload(claim))
    const { credentials } = yield* connections.credentialsOf(connectionId)
    const http = yield* session.open(connector, credentials)
    const made = Effect.gen(function* () {
      const found = claim.attempt === 1 ? null : yield* look(action, jobId, timing)
      if (found !== null) return found
      // The last thing before the request: a process that slept through its lease stops here.
      const isHeld = yield* retryWhileUnavailable(jobs.extend(claim, timing.leaseSecs))
      return isHeld ? yield* create(action, ticket, jobId, timing) : null
    })
    return yield* made.pipe(
      Effect.provideService(VendorHttp.VendorHttp, http),
      Effect.timeoutTo({
        duration: Duration.seconds(timing.attemptSecs),
        onSuccess: (outcome) => outcome,
        onTimeout: (): Outcome => ({
          status: "AGAIN",
          reason: `${action.endpoint}: did not answer in time`,
          afterSecs: timing.retrySecs
        })
      })
    )
  }).pipe(
    Effect.catchTags({
      ConnectionNotFound: () => Effect.succeed(failed("The connection does not exist any more.")),
      MalformedCredentials: (error) => Effect.succeed(failed(`The credentials are incomplete: ${error.message}.`)),
      VaultError: (error) =>
        Effect.as(Effect.logError(error.message), failed("What was stored of the connection cannot be opened."))
    }),
    Effect.catchAllDefect((defect) => Effect.as(logDefect(defect), failed(`The connector failed. ${UNCERTAIN}`)))
  )

/** Carries out one attempt of a job, and stores what it came to; an end that cannot be stored is found by the next attempt. */
export const run = (services: Services, claim: Claim, timing: Timing): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { jobs } = services
    const outcome = yield* attempt(services, claim, timing)
    if (outcome === null) return
    if (outcome.status !== "AGAIN") return yield* retryWhileUnavailable(jobs.finish(claim, outcome))
    if (claim.attempt >= timing.maxAttempts) {
      const failureReason = `${outcome.reason}, also at attempt ${claim.attempt}. ${UNCERTAIN}`
      return yield* retryWhileUnavailable(jobs.finish(claim, { status: "FAILED", failureReason }))
    }
    yield* retryWhileUnavailable(jobs.extend(claim, outcome.afterSecs))
  }).pipe(
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.void
        : Effect.logError("The end of an attempt could not be stored; its lease will end it.")
    ),
    Effect.annotateLogs({ outboundJobId: claim.jobId, connectionId: claim.connectionId }),
    Effect.withSpan("outbound_job.run", { root: true, attributes: { "tributary.connection_id": claim.connectionId } })
  )
