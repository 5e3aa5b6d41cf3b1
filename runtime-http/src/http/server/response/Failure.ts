import { Cause, Effect } from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import { KEY_HEADER } from "../../../api/parts/Idempotency.js"
import { SqlError } from "../../../Sql.js"
import type { KeyLimits } from "../../../store/accounts/AccessScope.js"
import type { QuotaExceeded } from "../../../store/accounts/AccountQuotas.js"
import type { RefusedKey } from "../../../store/accounts/ApiKeys.js"
import type { ConnectionHasChanged, ConnectionNotFound, IdentifierTaken } from "../../../store/accounts/Connections.js"
import type { AnswerErased, IdempotencyKeyReused } from "../../../store/accounts/IdempotencyKeys.js"
import type { OrganizationNotFound } from "../../../store/accounts/Organizations.js"
import type {
  ConnectSessionNotFound,
  ConnectSessionUsed,
  RefusedSession,
  TooManyFailedChecks
} from "../../../store/connect/ConnectSessions.js"
import type { ErasureNotFound, HasConnections } from "../../../store/erasure/Erasures.js"
import type { ConnectorIsStopped } from "../../../store/jobs/ConnectorStops.js"
import type { NothingHeldBack } from "../../../store/jobs/DeletionDecisions.js"
import type { ConnectionIsInactive, FullScanTooSoon, JobIsRunning } from "../../../store/jobs/Jobs.js"
import type { OutboundJobNotFound, OutboundQueueIsFull } from "../../../store/jobs/OutboundJobs.js"
import { isBusy, isUnavailable, reasonOf } from "../../../store/postgres/DatabaseFailure.js"
import type { RecordNotFound } from "../../../store/read/RecordQuery.js"
import type { KeyServiceError } from "../../../store/secrets/KeyService.js"
import type { VaultError } from "../../../store/secrets/Vault.js"
import type { TooManyWebhooks, WebhookDeliveryNotFound, WebhookNotFound } from "../../../store/webhooks/Webhooks.js"

/** Every failure of the store that a handler can see. */
export type StoreFailure =
  | AnswerErased
  | ConnectionHasChanged
  | ConnectionIsInactive
  | ConnectionNotFound
  | ConnectorIsStopped
  | ConnectSessionNotFound
  | ConnectSessionUsed
  | ErasureNotFound
  | FullScanTooSoon
  | HasConnections
  | IdempotencyKeyReused
  | IdentifierTaken
  | RefusedKey
  | RefusedSession
  | JobIsRunning
  | KeyServiceError
  | NothingHeldBack
  | OrganizationNotFound
  | OutboundJobNotFound
  | OutboundQueueIsFull
  | QuotaExceeded
  | RecordNotFound
  | SqlError
  | TooManyFailedChecks
  | TooManyWebhooks
  | VaultError
  | WebhookDeliveryNotFound
  | WebhookNotFound

/** The row of the error table for each failure. */
const names: Readonly<
  Record<
    Exclude<
      StoreFailure["_tag"],
      | "SqlError"
      | "ConnectorIsStopped"
      | "FullScanTooSoon"
      | "IdempotencyKeyReused"
      | "IdentifierTaken"
      | "KeyServiceError"
      | "OutboundQueueIsFull"
      | "QuotaExceeded"
    >,
    Errors.ErrorName
  >
> = {
  AnswerErased: "AnswerErased",
  ConnectLinkOpened: "ConnectLinkOpened",
  ConnectSessionNotFound: "ConnectSessionNotFound",
  ConnectSessionUsed: "ConnectSessionUsed",
  ConnectionHasChanged: "ChangedMeanwhile",
  ConnectionIsInactive: "ConnectionInactive",
  ConnectionNotFound: "ConnectionNotFound",
  ErasureNotFound: "ErasureNotFound",
  ExpiredConnectSession: "ConnectSessionExpired",
  ExpiredKey: "KeyExpired",
  HasConnections: "OrganizationHasConnections",
  InvalidConnectSession: "ConnectSessionInvalid",
  InvalidKey: "KeyInvalid",
  JobIsRunning: "JobRunning",
  NothingHeldBack: "NothingHeldBack",
  OrganizationNotFound: "OrganizationNotFound",
  OutboundJobNotFound: "OutboundJobNotFound",
  RecordNotFound: "RecordNotFound",
  TooManyFailedChecks: "TooManyFailedChecks",
  TooManyWebhooks: "TooManyWebhooks",
  VaultError: "Unexpected",
  WebhookDeliveryNotFound: "WebhookDeliveryNotFound",
  WebhookNotFound: "WebhookNotFound"
}

/** How long a caller should wait before it retries when the database is unavailable. */
const RETRY_AFTER_SECS = 5

/** Converts a failure of the store into an API error, and logs the cause when the caller did not cause it. */
export const toApiError = (failure: StoreFailure): Effect.Effect<never, Errors.ApiError> => {
  switch (failure._tag) {
    case "SqlError":
      return isUnavailable(failure) ? unavailable(failure) : unexpected(Cause.fail(failure))
    case "ConnectorIsStopped":
      return Effect.fail(connectorStopped(failure))
    case "FullScanTooSoon":
      return Effect.fail(Errors.make("FullScanTooSoon", { retryAfterSecs: failure.retryAfterSecs }))
    case "IdempotencyKeyReused":
      return Effect.fail(keyReused)
    case "IdentifierTaken":
      return Effect.fail(identifierTaken(failure))
    case "KeyServiceError":
      return Effect.zipRight(Effect.logError(failure.message), storeUnavailable)
    case "OutboundQueueIsFull":
      return Effect.fail(queueFull)
    case "QuotaExceeded":
      return Effect.fail(quotaExceeded(failure))
    case "VaultError":
      return unexpected(Cause.fail(failure))
    default:
      return Effect.fail(Errors.make(names[failure._tag]))
  }
}

/** Replaces the store's failures with API errors. */
export const toApiErrors = <A, R>(
  self: Effect.Effect<A, StoreFailure | Errors.ApiError, R>
): Effect.Effect<A, Errors.ApiError, R> =>
  Effect.catchAll(self, (failure) => (failure._tag === "ApiError" ? Effect.fail(failure) : toApiError(failure)))

/** Logs the cause and fails with a 500. */
export const unexpected = (cause: Cause.Cause<unknown>): Effect.Effect<never, Errors.ApiError> =>
  Effect.zipRight(Effect.logError("A request failed.", cause), Effect.fail(Errors.make("Unexpected")))

/** The API error of a defect. A defect can be an unavailable database too: a failed commit has no typed error. */
export const fromDefect = (defect: unknown, cause: Cause.Cause<unknown>): Effect.Effect<never, Errors.ApiError> =>
  defect instanceof SqlError && isUnavailable(defect) ? unavailable(defect) : unexpected(cause)

/** The API error of a request that was interrupted although its client waits, as when it shared a look-up with one that has disconnected. */
export const fromInterruption = (cause: Cause.Cause<unknown>): Effect.Effect<never, Errors.ApiError> =>
  Effect.zipRight(Effect.logWarning("A request was interrupted.", cause), storeUnavailable)

const unavailable = (error: SqlError) =>
  isBusy(error)
    ? Effect.zipRight(Effect.logWarning(`The database is too busy for a request: ${reasonOf(error)}.`), storeBusy)
    : Effect.zipRight(Effect.logWarning(`The database cannot be reached: ${reasonOf(error)}.`), storeUnavailable)

const storeBusy = Effect.suspend(() => Effect.fail(Errors.make("StoreBusy", { retryAfterSecs: RETRY_AFTER_SECS })))

const storeUnavailable = Effect.suspend(() =>
  Effect.fail(Errors.make("StoreUnavailable", { retryAfterSecs: RETRY_AFTER_SECS }))
)

/** A queue of jobs that end in a second each is open again soon; one whose vendor does not answer takes minutes. */
const QUEUE_RETRY_AFTER_SECS = 30

/** Without the number: a key that is limited to organizations does not learn how many jobs the account has. */
const queueFull = Errors.make("OutboundQueueFull", { retryAfterSecs: QUEUE_RETRY_AFTER_SECS })

const quotaExceeded = ({ limit, quota, used }: QuotaExceeded): Errors.ApiError =>
  Errors.make("QuotaExceeded", {
    message: `This account has ${used} ${quota}, and may have ${limit}. ${Errors.table.QuotaExceeded.remedy}`
  })

const quotaExceededUnseen = Errors.make("QuotaExceeded", {
  message:
    "This account has as many as it may have. Nothing was created. Delete one that is not needed, or ask the operator of this service for a higher quota."
})

/** A key that is limited to organizations does not learn what the others of the account have. */
export const seenBy = <A, R>(
  { organizations }: KeyLimits,
  self: Effect.Effect<A, StoreFailure | Errors.ApiError, R>
): Effect.Effect<A, StoreFailure | Errors.ApiError, R> =>
  organizations === null
    ? self
    : Effect.catchAll(self, (failure) =>
        failure._tag === "QuotaExceeded" ? quotaExceededUnseen : Effect.fail(failure)
      )

const identifierTaken = ({ connectionId, vendor }: IdentifierTaken): Errors.ApiError =>
  Errors.make("IdentifierTaken", {
    message: `The connection ${connectionId} of this organization to ${vendor} has this identifier. ${Errors.table.IdentifierTaken.remedy}`
  })

const connectorStopped = ({ reason, vendor }: ConnectorIsStopped): Errors.ApiError =>
  Errors.make("ConnectorStopped", {
    message: `The operator of this service has stopped the connector of ${vendor} (${reason.replace(/[.]$/, "")}). ${Errors.table.ConnectorStopped.remedy}`
  })

const keyReused = Errors.make("IdempotencyKeyReused", {
  detail: [{ loc: ["header", KEY_HEADER], msg: Errors.table.IdempotencyKeyReused.message, type: "conflict", ctx: {} }]
})

/** The 422 for a cursor that does not belong to the request. */
export const cursorInvalid = Errors.make("CursorInvalid", {
  detail: [
    {
      loc: ["query", "cursor"],
      msg: "This cursor does not belong to this list and these filters. Send it unchanged with the same filters, or start again without a cursor.",
      type: "cursor",
      ctx: {}
    }
  ]
})
