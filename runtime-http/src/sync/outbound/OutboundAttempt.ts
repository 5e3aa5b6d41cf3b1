import { type Action, RateBudget, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Duration, Effect, type Redacted, Redacted as Secret } from "effect"
import * as Defect from "../../Defect.js"
import type { Connections } from "../../store/accounts/Connections.js"
import type { Claim, OutboundJobs, Result } from "../../store/jobs/OutboundJobs.js"
import { retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import type { VendorSession } from "../../vendor/VendorSession.js"

/** Everything that an attempt needs. */
export interface Services {
  readonly connections: Connections["Type"]
  readonly jobs: OutboundJobs["Type"]
  readonly registry: ConnectorRegistry["Type"]
  readonly session: VendorSession["Type"]
}

/** The time limits and retries of jobs. */
export interface Timing {
  /** The lease of an attempt. */
  readonly leaseSecs: number
  /** How long the vendor may take for an attempt; well below the lease. */
  readonly attemptSecs: number
  /** How long to wait after an attempt with an unknown result, because a vendor's search takes a while to find a new ticket. */
  readonly retrySecs: number
  /** After this many attempts the job fails, also if they never ended because their processes died. */
  readonly maxAttempts: number
}

/** The timing of a runtime that sets none. */
export const defaults: Timing = { leaseSecs: 90, attemptSecs: 60, retrySecs: 30, maxAttempts: 6 }

/** The result of an attempt: the end of the job, or a retry. */
type Outcome = Result | { readonly status: "RETRY"; readonly reason: string; readonly afterSecs: number }

const failed = (failureReason: string): Outcome => ({ status: "FAILED", failureReason })
const succeeded = ({ vendor_id }: Action.CreatedTicket): Outcome => ({ status: "SUCCESS", vendorId: vendor_id })

const UNCERTAIN = "The ticket may have been created; check the source tool before you retry."

/** What to do after each error of the vendor; "search" if the vendor may have created the ticket but must not be asked again. */
const reactions: Readonly<Record<VendorError.VendorError["_tag"], "fail" | "retry" | "search">> = {
  Unauthorized: "fail",
  ClientError: "fail",
  RateLimited: "retry",
  ServerError: "retry",
  UnreadableAnswer: "search",
  AnswerTooLarge: "search",
  BadPayload: "search",
  CheckpointExpired: "search"
}

const retry = (error: VendorError.VendorError, { retrySecs }: Timing): Outcome => {
  const requested = Duration.toSeconds(VendorError.pauseOf(error).retryAfter ?? Duration.zero)
  return { status: "RETRY", reason: error.message, afterSecs: Math.max(retrySecs, requested) }
}

type Attempt = Effect.Effect<Outcome, never, VendorHttp.VendorHttp>

/** Searches for a ticket that an earlier attempt may have created; null if the vendor has none. */
const search = (
  action: Action.CreateTicket,
  jobId: string,
  timing: Timing
): Effect.Effect<Outcome | null, never, VendorHttp.VendorHttp> =>
  action.find(jobId).pipe(
    Effect.map((found) => (found === null ? null : succeeded(found))),
    Effect.catchAll((error) =>
      Effect.succeed(
        reactions[error._tag] === "retry" ? retry(error, timing) : failed(`${error.message}. ${UNCERTAIN}`)
      )
    )
  )

/** After an answer that does not say what happened: searches for the ticket, but never creates it a second time. */
const searchOnly = (action: Action.CreateTicket, jobId: string, timing: Timing, reason: string): Attempt =>
  Effect.map(search(action, jobId, timing), (found) => found ?? failed(`${reason}. ${UNCERTAIN}`))

const logDefect = (defect: unknown) =>
  Effect.logError(`A connector failed while it created a ticket: ${Defect.describe(Cause.die(defect))}.`)

const create = (action: Action.CreateTicket, ticket: Action.NewTicket, jobId: string, timing: Timing): Attempt =>
  action.create(ticket, jobId).pipe(
    Effect.map(succeeded),
    Effect.catchAll((error): Attempt => {
      const reaction = reactions[error._tag]
      if (reaction === "search") return searchOnly(action, jobId, timing, error.message)
      return Effect.succeed(reaction === "retry" ? retry(error, timing) : failed(`${error.message}.`))
    }),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(logDefect(defect), searchOnly(action, jobId, timing, "The connector failed"))
    )
  )

const diedIn = ({ maxAttempts }: Timing): string => `The process died during the last of ${maxAttempts} attempts`

const ticketOf = (payload: Redacted.Redacted): Action.NewTicket =>
  // Only the handler of the request writes it.
  JSON.parse(Secret.value(payload)) as Action.NewTicket

/** Searches for the ticket unless this is the first attempt, then creates it; null if another process has claimed the job. */
const searchAndCreate = (
  jobs: OutboundJobs["Type"],
  claim: Claim,
  action: Action.CreateTicket,
  ticket: Action.NewTicket,
  timing: Timing
) =>
  Effect.gen(function* () {
    if (claim.attempt > timing.maxAttempts) return yield* searchOnly(action, claim.jobId, timing, diedIn(timing))
    const found = claim.attempt === 1 ? null : yield* search(action, claim.jobId, timing)
    if (found !== null) return found
    // Right before the request, so that a process that was suspended beyond its lease stops here.
    const isHeld = yield* retryWhileUnavailable(jobs.extend(claim, timing.leaseSecs))
    return isHeld ? yield* create(action, ticket, claim.jobId, timing) : null
  }).pipe(
    Effect.timeoutTo({
      duration: Duration.seconds(timing.attemptSecs),
      onSuccess: (outcome) => outcome,
      onTimeout: (): Outcome => ({
        status: "RETRY",
        reason: `${action.endpoint}: did not answer in time`,
        afterSecs: timing.retrySecs
      })
    })
  )

const attempt = ({ connections, jobs, registry, session }: Services, claim: Claim, timing: Timing) =>
  Effect.gen(function* () {
    // The attempt after the last one only searches. If that kills the process too, nothing of this job may run any more.
    if (claim.attempt > timing.maxAttempts + 1) return failed(`${diedIn(timing)}. ${UNCERTAIN}`)
    const connector = registry.get(claim.vendor)
    const action = connector?.actions?.createTicket
    if (connector === undefined || action === undefined) {
      return failed(`No connector that creates tickets in ${claim.vendor} is loaded. Pass it to Runtime.layer.`)
    }
    const ticket = ticketOf(yield* jobs.payload(claim))
    const { credentials } = yield* connections.credentialsOf(claim.connectionId)
    const { http } = yield* session.open(connector, credentials)
    return yield* Effect.provideService(
      searchAndCreate(jobs, claim, action, ticket, timing),
      VendorHttp.VendorHttp,
      http
    )
  }).pipe(
    // An attempt must not wait for minutes with a slot and a lease in its hands: it is repeated when the limit allows.
    Effect.provideService(RateBudget.Urgency, "interactive"),
    Effect.catchTags({
      ConnectionNotFound: () => Effect.succeed(failed("The connection was deleted.")),
      MalformedCredentials: (error) =>
        Effect.succeed(failed(`The stored credentials are invalid, update them: ${error.message}.`)),
      VaultError: (error) =>
        Effect.as(
          Effect.logError(error.message),
          failed("The stored credentials or the ticket cannot be decrypted. Check TRIBUTARY_MASTER_KEY.")
        )
    }),
    Effect.catchAllDefect((defect) => Effect.as(logDefect(defect), failed(`The connector failed. ${UNCERTAIN}`)))
  )

/** Carries out one attempt of a job and stores its result. If the result cannot be stored, the next attempt finds the ticket. */
export const run = (services: Services, claim: Claim, timing: Timing): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { jobs } = services
    const outcome = yield* attempt(services, claim, timing)
    if (outcome === null) return
    if (outcome.status !== "RETRY") return yield* retryWhileUnavailable(jobs.finish(claim, outcome))
    if (claim.attempt >= timing.maxAttempts) {
      const failureReason = `${outcome.reason}. Gave up after ${claim.attempt} attempts. ${UNCERTAIN}`
      return yield* retryWhileUnavailable(jobs.finish(claim, { status: "FAILED", failureReason }))
    }
    yield* retryWhileUnavailable(jobs.extend(claim, outcome.afterSecs))
  }).pipe(
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.void
        : Effect.logError(
            "The result of an attempt could not be stored; another attempt follows when its lease expires."
          )
    ),
    Effect.annotateLogs({ outboundJobId: claim.jobId, connectionId: claim.connectionId }),
    Effect.withSpan("outbound_job.run", { root: true, attributes: { "tributary.connection_id": claim.connectionId } })
  )
