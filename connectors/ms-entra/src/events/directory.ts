import type { Records } from "@tributary/core"
import type { EntraDirectoryAudit } from "../rows/directory_audit.js"
import type { AuditEvent } from "./audit.js"

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
