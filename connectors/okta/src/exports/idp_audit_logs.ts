import { Extractor, RecordKind, type Records } from "@tributary/core"
import { logPages } from "../pagination.js"
import { locationOf, OktaLogEvent, severityOf, userOf } from "../rows/logEvent.js"

/** Okta's outcomes: https://developer.okta.com/docs/reference/api/system-log/#outcome-object */
const OUTCOMES: Readonly<Record<string, Records.AuditOutcome>> = {
  SUCCESS: "SUCCESS",
  ALLOW: "SUCCESS",
  FAILURE: "FAILURE",
  DENY: "DENIED",
  RATE_LIMIT: "DENIED"
}

/** Maps an event of the System Log. */
export const toAuditEvent = (event: OktaLogEvent): RecordKind.Draft<typeof RecordKind.IdpAuditEvent> => {
  const { actor, client, outcome, target } = event
  return {
    event_type: event.eventType,
    // The first part of a type, such as `user` of `user.session.start`, says what it is about.
    category: event.eventType.split(".")[0],
    description: event.displayMessage,
    outcome: OUTCOMES[outcome?.result ?? ""] ?? "UNKNOWN",
    outcome_reason: outcome?.reason,
    severity: severityOf(event),
    occurred_at: event.published,
    actor: actor && {
      id: userOf(actor)?.id ?? null,
      vendor_id: actor.id,
      type: actor.type,
      name: actor.displayName,
      email: actor.alternateId
    },
    targets: target?.map(({ displayName, id, type }) => ({ vendor_id: id, type, name: displayName })),
    client: client && {
      ip_address: client.ipAddress,
      user_agent: client.userAgent?.rawUserAgent ?? null,
      device: client.device,
      location: locationOf(event)
    },
    session_id: event.authenticationContext?.externalSessionId,
    request_id: event.transaction?.id,
    vendor_id: event.uuid,
    vendor_data: { vendor: "OKTA", outcome: outcome?.result ?? null, severity: event.severity }
  }
}

/** Reads the System Log, oldest event first: https://developer.okta.com/docs/reference/api/system-log/ */
export const auditLogs = Extractor.make({
  record: RecordKind.IdpAuditEvent,
  endpoint: "/api/v1/logs",
  row: OktaLogEvent,
  id: "uuid",
  pagination: logPages,
  permissions: ["okta.logs.read"],
  since: (instant) => ({ since: instant, sortOrder: "ASCENDING" }),
  toRecord: toAuditEvent
})
