import type { Records } from "@tributary/core"
import { toLocation } from "../rows/location.js"
import type { EntraSignIn } from "../rows/sign_in.js"
import type { AuditEvent } from "./audit.js"

/** How a sign-in ended: Graph gives the error code 0 to one that succeeded: https://learn.microsoft.com/en-us/graph/api/resources/signinstatus */
const outcomeOf = ({ conditionalAccessStatus, status }: EntraSignIn): Records.AuditOutcome => {
  const code = status?.errorCode ?? null
  if (code === null) return "UNKNOWN"
  if (code === 0) return "SUCCESS"
  return conditionalAccessStatus === "failure" ? "DENIED" : "FAILURE"
}

/** What a user signed in to: the application, and what it asked for access to. */
const targetsOf = ({ appDisplayName, appId, resourceDisplayName, resourceId }: EntraSignIn): AuditEvent["targets"] =>
  [
    { vendor_id: appId, type: "app", name: appDisplayName },
    { vendor_id: resourceId, type: "resource", name: resourceDisplayName }
  ].filter(({ name, vendor_id }) => vendor_id || name)

/** Maps a sign-in. */
export const toSignInEvent = (signIn: EntraSignIn): AuditEvent => {
  const { status, userDisplayName, userId, userPrincipalName } = signIn
  const outcome = outcomeOf(signIn)
  return {
    event_type: "signIn",
    outcome,
    // Graph writes `Other.` as the reason for the failure of a sign-in that succeeded.
    outcome_reason: outcome === "SUCCESS" ? null : status?.failureReason,
    occurred_at: signIn.createdDateTime,
    actor:
      userId || userPrincipalName
        ? { id: userId, vendor_id: userId, type: "user", name: userDisplayName, email: userPrincipalName }
        : null,
    targets: targetsOf(signIn),
    client: {
      ip_address: signIn.ipAddress,
      user_agent: null,
      device: signIn.deviceDetail?.operatingSystem ?? null,
      location: toLocation(signIn.location)
    },
    request_id: signIn.correlationId,
    vendor_id: signIn.id,
    vendor_data: {
      vendor: "MS_ENTRA",
      error_code: status?.errorCode ?? null,
      conditional_access_status: signIn.conditionalAccessStatus
    }
  }
}
