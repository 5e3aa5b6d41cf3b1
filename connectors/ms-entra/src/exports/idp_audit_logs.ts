import { Extractor, type Pagination, RecordKind, type Records, Row, VendorError } from "@tributary/core"
import { Schema } from "effect"
import { graphPages } from "../graph.js"
import { EntraLocation, toLocation } from "../rows/location.js"

/** A change in the directory: https://learn.microsoft.com/en-us/graph/api/resources/directoryaudit */
export const EntraDirectoryAudit = Schema.Struct({
  id: Schema.String,
  activityDateTime: Schema.String,
  activityDisplayName: Schema.String,
  category: Row.text,
  correlationId: Row.text,
  result: Row.text,
  resultReason: Row.text,
  // https://learn.microsoft.com/en-us/graph/api/resources/auditactivityinitiator
  initiatedBy: Row.nullish(
    Schema.Struct({
      user: Row.nullish(
        Schema.Struct({ id: Row.text, displayName: Row.text, userPrincipalName: Row.text, ipAddress: Row.text })
      ),
      app: Row.nullish(Schema.Struct({ appId: Row.text, displayName: Row.text, servicePrincipalId: Row.text }))
    })
  ),
  // https://learn.microsoft.com/en-us/graph/api/resources/targetresource
  targetResources: Row.nullish(
    Schema.Array(Schema.Struct({ id: Row.text, type: Row.text, displayName: Row.text, userPrincipalName: Row.text }))
  )
})
export interface EntraDirectoryAudit extends Schema.Schema.Type<typeof EntraDirectoryAudit> {}

/** A sign-in of a user: https://learn.microsoft.com/en-us/graph/api/resources/signin */
export const EntraSignIn = Schema.Struct({
  id: Schema.String,
  createdDateTime: Schema.String,
  userId: Row.text,
  userDisplayName: Row.text,
  userPrincipalName: Row.text,
  appId: Row.text,
  appDisplayName: Row.text,
  resourceId: Row.text,
  resourceDisplayName: Row.text,
  ipAddress: Row.text,
  correlationId: Row.text,
  conditionalAccessStatus: Row.text,
  status: Row.nullish(Schema.Struct({ errorCode: Row.nullish(Schema.Number), failureReason: Row.text })),
  deviceDetail: Row.nullish(Schema.Struct({ operatingSystem: Row.text })),
  location: Row.nullish(EntraLocation)
})
export interface EntraSignIn extends Schema.Schema.Type<typeof EntraSignIn> {}

type AuditEvent = RecordKind.Draft<typeof RecordKind.IdpAuditEvent>

/** Graph's results. A timeout has a reason for the failure, too: https://learn.microsoft.com/en-us/graph/api/resources/directoryaudit#properties */
const RESULTS: Readonly<Record<string, Records.AuditOutcome>> = {
  success: "SUCCESS",
  failure: "FAILURE",
  timeout: "FAILURE"
}

const initiatorOf = ({ initiatedBy }: EntraDirectoryAudit): AuditEvent["actor"] => {
  const { app, user } = initiatedBy ?? {}
  if (user) {
    const { displayName, id, userPrincipalName } = user
    return { id, vendor_id: id, type: "user", name: displayName, email: userPrincipalName }
  }
  if (!app) return null
  // Policies and assignments know an application by the id of its service principal.
  return { id: null, vendor_id: app.servicePrincipalId || app.appId, type: "app", name: app.displayName, email: null }
}

/** Maps a change in the directory. */
export const toDirectoryEvent = (audit: EntraDirectoryAudit): AuditEvent => {
  const address = audit.initiatedBy?.user?.ipAddress
  return {
    event_type: audit.activityDisplayName,
    category: audit.category,
    outcome: RESULTS[audit.result ?? ""] ?? "UNKNOWN",
    outcome_reason: audit.resultReason,
    occurred_at: audit.activityDateTime,
    actor: initiatorOf(audit),
    targets: audit.targetResources?.map(({ displayName, id, type, userPrincipalName }) => ({
      vendor_id: id,
      type,
      name: displayName || userPrincipalName
    })),
    client: address ? { ip_address: address, user_agent: null, device: null, location: null } : null,
    request_id: audit.correlationId,
    vendor_id: audit.id,
    vendor_data: { vendor: "MS_ENTRA", result: audit.result }
  }
}

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

/** The parameters for the events since an instant, the oldest first. */
const from = (field: string) => (instant: string) => ({ $filter: `${field} ge ${instant}`, $orderby: `${field} asc` })

const directoryAudits = Extractor.make({
  record: RecordKind.IdpAuditEvent,
  endpoint: "/v1.0/auditLogs/directoryAudits",
  row: EntraDirectoryAudit,
  pagination: graphPages(999),
  permissions: ["AuditLog.Read.All"],
  since: from("activityDateTime"),
  toRecord: toDirectoryEvent
})

/** Without Entra ID P1, Graph refuses the sign-ins, which then count as none: the directory's own log needs no licence. */
const signInPages: Pagination.Pagination = { ...graphPages(999), isAbsent: VendorError.isOfPlan }

const signIns = Extractor.make({
  record: RecordKind.IdpAuditEvent,
  endpoint: "/v1.0/auditLogs/signIns",
  row: EntraSignIn,
  pagination: signInPages,
  permissions: ["AuditLog.Read.All"],
  since: from("createdDateTime"),
  // What a second factor did can follow two hours later: https://learn.microsoft.com/en-us/entra/identity/monitoring-health/reports-faq
  lookbackSecs: 7_200,
  toRecord: toSignInEvent
})

/** Reads the log of the directory, then the sign-ins of users. */
export const auditLogs = Extractor.concat(directoryAudits, signIns)
