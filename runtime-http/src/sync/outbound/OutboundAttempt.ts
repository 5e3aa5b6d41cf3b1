import { Action, RateBudget, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Duration, Effect, type Redacted, Redacted as Secret } from "effect"
import * as Defect from "../../Defect.js"
import type { Connections } from "../../store/accounts/Connections.js"
import type { Claim, Doubt, OutboundJobs, Result } from "../../store/jobs/OutboundJobs.js"
import { retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { MetricRegistry } from "../../telemetry/Metrics.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import { VendorAccount } from "../../vendor/VendorAccount.js"
import type { VendorSession } from "../../vendor/VendorSession.js"

/** Everything that an attempt needs. */
export interface Services {
  readonly connections: Connections["Type"]
  readonly jobs: OutboundJobs["Type"]
  readonly registry: ConnectorRegistry["Type"]
  readonly session: VendorSession["Type"]
  readonly metrics: MetricRegistry
}

/** The time limits and retries of jobs. */
export interface Timing {
  /** The lease of an attempt. */
  readonly leaseSecs: number
  /** How long the vendor may take for an attempt; well below the lease. */
  readonly attemptSecs: number
  /** How long to wait after an attempt that certainly created nothing. */
  readonly retrySecs: number
  /** After this many attempts that created nothing the job fails. */
  readonly maxAttempts: number
  /** After this many attempts in a row whose processes died or froze the job fails. */
  readonly maxCrashes: number
  /** For how many seconds at most a job searches for what it may have created. */
  readonly searchSecs: number
}

/** The timing of a runtime that sets none. */
export const defaults: Timing = {
  leaseSecs: 90,
  attemptSecs: 60,
  retrySecs: 30,
  maxAttempts: 6,
  maxCrashes: 5,
  searchSecs: 900
}

/** The next attempt of a job. */
interface Retry {
  readonly status: "RETRY"
  readonly reason: string
  readonly afterSecs: number
  /** Whether a job that has no attempt left may have been carried out before the database was restored; false by default. */
  readonly isUnproven?: boolean
}

/** The result of an attempt: the end of the job, or what comes next. */
type Outcome =
  | Result
  /** The search before the request has to be repeated. */
  | { readonly status: "WAIT"; readonly afterSecs: number }
  /** Certainly nothing was created, so it may be tried again. */
  | Retry
  /** The vendor may have what the job is to create, so the job only searches. */
  | { readonly status: "SEARCH"; readonly reason: string | null; readonly afterSecs: number }
  /** Another process has claimed the job, or the connection has been paused or its connector stopped. */
  | { readonly status: "RELEASE" }

/** After how many seconds a job tries again that could not be opened, because the key service does not answer. */
const KEY_SERVICE_SECS = 30

const failed = (failureReason: string): Outcome => ({ status: "FAILED", failureReason })
const released: Outcome = { status: "RELEASE" }
const succeeded = ({ vendor_id }: Action.CreatedTicket): Outcome => ({ status: "SUCCESS", vendorId: vendor_id })

/** What each error proves: the vendor has refused the ticket, created nothing for now, or may have created it. */
const proofs: Readonly<Record<VendorError.VendorError["_tag"], "refused" | "nothing" | "unknown">> = {
  Unauthorized: "refused",
  ClientError: "refused",
  RateLimited: "nothing",
  ServerError: "unknown",
  UnreadableAnswer: "unknown",
  AnswerTooLarge: "unknown",
  IncompleteList: "unknown",
  BadPayload: "unknown",
  ForeignPage: "unknown",
  CheckpointExpired: "unknown"
}

const isRetryable = (error: VendorError.VendorError): boolean => VendorError.meaning[error._tag].isRetryable

const proofOf = (error: VendorError.VendorError): "refused" | "nothing" | "unknown" => {
  if (error.isUnsent !== true) return proofs[error._tag]
  return isRetryable(error) ? "nothing" : "refused"
}

const requestedSecs = (error: VendorError.VendorError): number =>
  Duration.toSeconds(VendorError.pauseOf(error).retryAfter ?? Duration.zero)

const retry = (error: VendorError.VendorError, { retrySecs }: Timing): Retry => ({
  status: "RETRY",
  reason: error.message,
  afterSecs: Math.max(retrySecs, requestedSecs(error))
})

type Attempt = Effect.Effect<Outcome, never, VendorHttp.VendorHttp>

const logDefect = (defect: unknown) =>
  Effect.logError(`A connector failed while it created a ticket: ${Defect.describe(Cause.die(defect))}.`)

const afterDefect = (defect: unknown, outcome: Outcome): Effect.Effect<Outcome> => Effect.as(logDefect(defect), outcome)

/** An attempt must not keep its place and its lease for longer; `create` may have reached the vendor even so. */
const inTime = <A, R>(
  self: Effect.Effect<A, VendorError.VendorError, R>,
  { endpoint }: Action.CreateTicket,
  { attemptSecs }: Timing
): Effect.Effect<A, VendorError.VendorError, R> =>
  Effect.timeoutFail(self, {
    duration: Duration.seconds(attemptSecs),
    onTimeout: () => new VendorError.ServerError({ endpoint, status: null, detail: "did not answer in time" })
  })

/** The first searches come soon, because most vendors find a new ticket at once; later ones are at most a minute apart. */
const FIRST_PAUSE_SECS = 5
const MAX_PAUSE_SECS = 60

const pauseAfter = (secs: number): number => Math.min(Math.max(secs, FIRST_PAUSE_SECS), MAX_PAUSE_SECS)

/** For how many seconds a search of the vendor may miss a new ticket. */
const lagOf = ({ searchLag = Action.SEARCH_LAG }: Action.CreateTicket, { searchSecs }: Timing): number =>
  Math.min(Duration.toSeconds(searchLag), searchSecs)

/**
 * Searches for the ticket that the vendor may have, and never creates it, unless the vendor itself prevents a second one.
 *
 * A search that finds nothing proves nothing before the vendor's search lag has passed. A search that fails is repeated, if that can
 * help, for as long as the operator allows.
 */
const searchOnly = (
  action: Action.CreateTicket,
  ticket: Action.NewTicket,
  jobId: string,
  { secs, reason }: Doubt,
  timing: Timing
): Attempt => {
  const { searchSecs } = timing
  const lagSecs = lagOf(action, timing)
  const again = (afterSecs: number): Outcome => ({ status: "SEARCH", reason, afterSecs })
  const sinceThen = `${reason ?? "The process died while it created the ticket"}.`
  const ask = action.isIdempotent === true ? action.create(ticket, jobId) : action.find(jobId)
  return inTime(ask, action, timing).pipe(
    Effect.map((found) => {
      if (found !== null) return succeeded(found)
      if (secs < lagSecs) return again(Math.min(pauseAfter(secs), lagSecs - secs))
      return failed(`${sinceThen} No ticket was found within ${Math.round(secs)} seconds.`)
    }),
    Effect.catchAll((error) =>
      Effect.succeed(
        isRetryable(error) && secs < searchSecs
          ? again(Math.max(pauseAfter(secs), requestedSecs(error)))
          : failed(`${sinceThen} The search for the ticket failed: ${error.message}.`)
      )
    ),
    Effect.catchAllDefect((defect) =>
      afterDefect(defect, failed(`${sinceThen} The search for the ticket failed: the connector is faulty.`))
    )
  )
}

/** What a caller has to know of a job that ends without a proof. */
const mayHaveBeenCreated = ({ jobId, vendor }: Claim): string =>
  `The ticket may have been created: search ${vendor} for ${jobId}, which the job has written on it, before you create it again.`

/** Repeats a search that failed: without counting as long as the operator allows searches to take, and as often as other attempts from then on. */
const searchAgain = (error: VendorError.VendorError, secs: number, timing: Timing): Outcome =>
  secs < timing.searchSecs
    ? { status: "WAIT", afterSecs: Math.max(pauseAfter(secs), requestedSecs(error)) }
    : { ...retry(error, timing), isUnproven: true }

/**
 * Searches for a ticket that may exist, because the database was restored after the job was queued; null if the vendor does not have it.
 *
 * As above, finding nothing proves nothing before the search lag has passed.
 */
const searchFirst = (
  action: Action.CreateTicket,
  claim: Claim,
  secs: number,
  timing: Timing
): Effect.Effect<Outcome | null, never, VendorHttp.VendorHttp> => {
  // The vendor itself recognizes a request that it got lately.
  const lagSecs = action.isIdempotent === true ? 0 : lagOf(action, timing)
  const wait = (afterSecs: number): Outcome => ({ status: "WAIT", afterSecs })
  const unproven = (why: string): Outcome =>
    failed(`The service was restored, and the search for the ticket failed: ${why}. ${mayHaveBeenCreated(claim)}`)
  return inTime(action.find(claim.jobId), action, timing).pipe(
    Effect.map((found): Outcome | null => {
      if (found !== null) return succeeded(found)
      return secs < lagSecs ? wait(Math.min(pauseAfter(secs), lagSecs - secs)) : null
    }),
    Effect.catchAll((error) =>
      Effect.succeed(isRetryable(error) ? searchAgain(error, secs, timing) : unproven(error.message))
    ),
    Effect.catchAllDefect((defect) => afterDefect(defect, unproven("the connector is faulty")))
  )
}

/** Creates the ticket with one request; after an answer that does not say what happened, the job goes on by searching. */
const create = (action: Action.CreateTicket, ticket: Action.NewTicket, jobId: string, timing: Timing): Attempt =>
  inTime(action.create(ticket, jobId), action, timing).pipe(
    Effect.map(succeeded),
    Effect.catchAll((error) => {
      const outcomes = {
        refused: () => failed(`${error.message}.`),
        nothing: () => retry(error, timing),
        unknown: (): Outcome => ({ status: "SEARCH", reason: error.message, afterSecs: 0 })
      }
      return Effect.succeed(outcomes[proofOf(error)]())
    }),
    Effect.catchAllDefect((defect) =>
      afterDefect(defect, { status: "SEARCH", reason: "The connector failed", afterSecs: 0 })
    )
  )

const ticketOf = (payload: Redacted.Redacted): Action.NewTicket =>
  // Only the handler of the request writes it.
  JSON.parse(Secret.value(payload)) as Action.NewTicket

/** What comes next for the job: the search if the vendor may have the ticket, otherwise the one request that creates it. */
const searchOrCreate = (
  jobs: OutboundJobs["Type"],
  claim: Claim,
  action: Action.CreateTicket,
  ticket: Action.NewTicket,
  timing: Timing
) =>
  Effect.gen(function* () {
    const { doubt, jobId, restoredSecs } = claim
    if (doubt === null && restoredSecs !== null) {
      const outcome = yield* searchFirst(action, claim, restoredSecs, timing)
      if (outcome !== null) return outcome
    }
    if (doubt === null || action.isIdempotent === true) {
      // Right before the request: from here on, a process that takes over only searches, and one that was suspended until then stops here.
      const hasBegun = yield* retryWhileUnavailable(jobs.begin(claim, timing.leaseSecs))
      if (!hasBegun) return released
    }
    return yield* doubt === null
      ? create(action, ticket, jobId, timing)
      : searchOnly(action, ticket, jobId, doubt, timing)
  })

const attempt = ({ connections, jobs, registry, session }: Services, claim: Claim, timing: Timing) =>
  Effect.gen(function* () {
    if (claim.crashes > timing.maxCrashes) return failed(`The process died in ${timing.maxCrashes} attempts in a row.`)
    const connector = registry.get(claim.vendor)
    const action = connector?.actions?.createTicket
    if (connector === undefined || action === undefined) {
      return failed(`No connector that creates tickets in ${claim.vendor} is loaded. Pass it to Runtime.layer.`)
    }
    const ticket = ticketOf(yield* jobs.payload(claim))
    const { authType, credentials } = yield* connections.credentialsOf(claim.connectionId)
    const signedIn = registry.signingIn({ vendor: claim.vendor, authType }) ?? connector
    const { http } = yield* session.open(signedIn, credentials)
    return yield* Effect.provideService(
      searchOrCreate(jobs, claim, action, ticket, timing),
      VendorHttp.VendorHttp,
      http
    )
  }).pipe(
    // An attempt must not wait for minutes with a place and a lease in its hands: it is repeated when the limit allows.
    Effect.provideService(RateBudget.Urgency, "interactive"),
    Effect.provideService(VendorAccount, claim.accountId),
    Effect.catchTags({
      ConnectionNotFound: () => Effect.succeed(failed("The connection was deleted.")),
      MalformedCredentials: (error) =>
        Effect.succeed(failed(`The stored credentials are invalid, update them: ${error.message}.`)),
      // The job waits until the service answers, however long that takes; nothing was sent.
      KeyServiceError: (error) =>
        Effect.as(Effect.logError(error.message), { status: "WAIT", afterSecs: KEY_SERVICE_SECS } as Outcome),
      VaultError: (error) =>
        Effect.as(
          Effect.logError(error.message),
          failed("The stored credentials or the ticket cannot be decrypted. Check TRIBUTARY_MASTER_KEY.")
        )
    }),
    Effect.catchAllDefect((defect) => afterDefect(defect, failed("The connector could not be started.")))
  )

const store = (jobs: OutboundJobs["Type"], claim: Claim, outcome: Outcome, { maxAttempts }: Timing) => {
  switch (outcome.status) {
    case "SUCCESS":
      return jobs.finish(claim, outcome)
    case "FAILED": {
      const { failureReason } = outcome
      if (claim.doubt === null) return jobs.finish(claim, outcome)
      return jobs.finish(claim, {
        status: "FAILED",
        failureReason: `${failureReason} ${mayHaveBeenCreated(claim)}`
      })
    }
    case "RELEASE":
      return jobs.release(claim)
    case "SEARCH":
      return jobs.search(claim, outcome.reason, outcome.afterSecs)
    case "WAIT":
      return jobs.wait(claim, outcome.afterSecs)
    case "RETRY": {
      if (claim.attempt < maxAttempts) return jobs.retry(claim, outcome.afterSecs)
      const { isUnproven = false, reason } = outcome
      const what = isUnproven ? `. ${mayHaveBeenCreated(claim)}` : "; nothing was created."
      const failureReason = `${reason}. Gave up after ${claim.attempt} attempts${what}`
      return jobs.finish(claim, { status: "FAILED", failureReason })
    }
  }
}

/** Carries out one attempt of a job and stores its result. If the result cannot be stored, the next attempt searches. */
export const run = (services: Services, claim: Claim, timing: Timing): Effect.Effect<void> =>
  attempt(services, claim, timing).pipe(
    Effect.tap(({ status }) => {
      services.metrics.add("tributary_outbound_attempts_total", [claim.vendor, status])
      return Effect.annotateCurrentSpan("tributary.outcome", status)
    }),
    Effect.flatMap((outcome) => retryWhileUnavailable(store(services.jobs, claim, outcome, timing))),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.void
        : Effect.logError(
            "The result of an attempt could not be stored; another attempt follows when its lease expires."
          )
    ),
    Effect.annotateLogs({ outbound_job_id: claim.jobId, connection_id: claim.connectionId }),
    Effect.withSpan("outbound_job.run", {
      root: true,
      captureStackTrace: false,
      attributes: {
        "tributary.connection_id": claim.connectionId,
        "tributary.outbound_job_id": claim.jobId,
        "tributary.vendor": claim.vendor
      }
    })
  )
