import { Extractor, RecordKind, type Records } from "@tributary/core"
import { logPages } from "../pagination.js"
import { locationOf, OktaLogEvent, severityOf, userOf } from "../rows/logEvent.js"

/** The events of the System Log that are alerts, and how severe they are: https://developer.okta.com/docs/reference/api/event-types/ */
const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  "security.attack.start": "CRITICAL",
  "security.breached_credential.detected": "HIGH",
  "security.threat.detected": "HIGH",
  "user.account.report_suspicious_activity_by_enduser": "HIGH",
  "user.risk.detect": "MEDIUM"
}

/** The filter by which Okta returns only these events. */
export const ALERTS = Object.keys(SEVERITIES)
  .map((type) => `eventType eq "${type}"`)
  .join(" or ")

/** Maps an event of the System Log that reports a threat. Okta does not note who works on one, so each is new. */
export const toAlert = (event: OktaLogEvent): RecordKind.Draft<typeof RecordKind.IdpAlert> => {
  const { actor, client, outcome, target } = event
  const user = userOf(target?.find((each) => userOf(each) !== null) ?? actor)
  return {
    title: event.displayMessage || event.eventType,
    description: outcome?.reason,
    severity: SEVERITIES[event.eventType] ?? severityOf(event),
    vendor_severity: event.severity,
    status: "NEW",
    category: event.eventType,
    detected_at: event.published,
    last_updated_at: event.published,
    user_id: user?.id,
    user_vendor_id: user?.id,
    user_name: user?.alternateId,
    ip_address: client?.ipAddress,
    location: locationOf(event),
    vendor_id: event.uuid,
    vendor_data: { vendor: "OKTA", outcome: outcome?.result ?? null, severity: event.severity, actor, target, client }
  }
}

/** Reads the events of the System Log that report threats. */
export const alerts = Extractor.make({
  record: RecordKind.IdpAlert,
  endpoint: "/api/v1/logs",
  row: OktaLogEvent,
  id: "uuid",
  pagination: logPages,
  permissions: ["okta.logs.read"],
  queries: [{ filter: ALERTS }],
  isLog: true,
  since: (instant) => ({ since: instant, sortOrder: "ASCENDING" }),
  toRecord: toAlert
})
