import { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import type { InvalidKey } from "../../store/accounts/ApiKeys.js"
import type { ConnectionNotFound } from "../../store/accounts/Connections.js"
import type { OrganizationNotFound } from "../../store/accounts/Organizations.js"
import type { ConnectionIsInactive, JobIsRunning } from "../../store/jobs/Jobs.js"
import type { OutboundJobNotFound } from "../../store/jobs/OutboundJobs.js"
import { isUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { CursorInvalid } from "../../store/read/Cursor.js"
import type { RecordNotFound } from "../../store/read/RecordQuery.js"
import type { VaultError } from "../../store/secrets/Vault.js"

/** Every way in which the store can fail. */
export type StoreFailure =
  | ConnectionIsInactive
  | ConnectionNotFound
  | CursorInvalid
  | InvalidKey
  | JobIsRunning
  | OrganizationNotFound
  | OutboundJobNotFound
  | RecordNotFound
  | SqlError
  | VaultError

/** What each failure is in the error table. */
const names: Readonly<Record<Exclude<StoreFailure["_tag"], "SqlError" | "CursorInvalid">, Errors.ErrorName>> = {
  ConnectionIsInactive: "ConnectionInactive",
  ConnectionNotFound: "ConnectionNotFound",
  InvalidKey: "KeyInvalid",
  JobIsRunning: "JobRunning",
  OrganizationNotFound: "OrganizationNotFound",
  OutboundJobNotFound: "OutboundJobNotFound",
  RecordNotFound: "RecordNotFound",
  VaultError: "Unexpected"
}

/** Seconds after which a database that went away is worth another try. */
const RETRY_AFTER_SECS = 5

/** The error of a failure; the cause of what is not the caller's doing goes to the log. */
export const toApiError = (failure: StoreFailure): Effect.Effect<never, Errors.ApiError> => {
  switch (failure._tag) {
    case "SqlError":
      return isUnavailable(failure) ? unavailable(failure) : unexpected(Cause.fail(failure))
    case "CursorInvalid":
      return Effect.fail(cursorInvalid)
    case "VaultError":
      return unexpected(Cause.fail(failure))
    default:
      return Effect.fail(Errors.make(names[failure._tag]))
  }
}

/** Turns the failures of the store into answers. */
export const answered = <A, R>(
  self: Effect.Effect<A, StoreFailure | Errors.ApiError, R>
): Effect.Effect<A, Errors.ApiError, R> =>
  Effect.catchAll(self, (failure) => (failure._tag === "ApiError" ? Effect.fail(failure) : toApiError(failure)))

/** A 500 whose cause is in the log. */
export const unexpected = (cause: Cause.Cause<unknown>): Effect.Effect<never, Errors.ApiError> =>
  Effect.zipRight(Effect.logError("A request failed.", cause), Effect.fail(Errors.make("Unexpected")))

/** A defect may be a failure of the store that had no other way out, such as a commit that was lost. */
export const fromDefect = (defect: unknown, cause: Cause.Cause<unknown>): Effect.Effect<never, Errors.ApiError> =>
  defect instanceof SqlError && isUnavailable(defect) ? unavailable(defect) : unexpected(cause)

const unavailable = (error: SqlError) =>
  Effect.zipRight(
    Effect.logWarning("The database cannot be reached.", Cause.fail(error)),
    Effect.fail(Errors.make("StoreUnavailable", { retryAfterSecs: RETRY_AFTER_SECS }))
  )

const cursorInvalid = Errors.make("CursorInvalid", {
  detail: [
    {
      loc: ["query", "cursor"],
      msg: "Expected a cursor that an earlier page of this list gave, with the same filters",
      type: "cursor",
      ctx: {}
    }
  ]
})
