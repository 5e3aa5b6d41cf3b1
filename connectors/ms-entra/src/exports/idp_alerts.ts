import { Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { graphPages } from "../graph.js"
import { EntraLocation, toLocation } from "../rows/location.js"

/** A risk that Entra ID Protection found: https://learn.microsoft.com/en-us/graph/api/resources/riskdetection */
export const EntraRiskDetection = Schema.Struct({
  id: Schema.String,
  riskEventType: Row.text,
  riskLevel: Row.text,
  riskState: Row.text,
  detectedDateTime: Row.text,
  lastUpdatedDateTime: Row.text,
  userId: Row.text,
  userDisplayName: Row.text,
  userPrincipalName: Row.text,
  ipAddress: Row.text,
  location: Row.nullish(EntraLocation)
})
export interface EntraRiskDetection extends Schema.Schema.Type<typeof EntraRiskDetection> {}

/** Severities by Graph's risk levels; a tenant without P2 sees some as `hidden`. */
const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  high: "HIGH",
  medium: "MEDIUM",
  low: "LOW",
  none: "INFORMATIONAL"
}

/** Statuses by Graph's risk states: https://learn.microsoft.com/en-us/graph/api/resources/riskdetection#properties */
const STATUSES: Readonly<Record<string, Records.AlertStatus>> = {
  atRisk: "NEW",
  confirmedCompromised: "IN_PROGRESS",
  remediated: "RESOLVED",
  confirmedSafe: "RESOLVED",
  dismissed: "SUPPRESSED"
}

/** Maps a risk detection to an `idp_alert`. */
export const toAlert = (detection: EntraRiskDetection): RecordKind.Draft<typeof RecordKind.IdpAlert> => ({
  title: detection.riskEventType || detection.id,
  severity: SEVERITIES[detection.riskLevel ?? ""] ?? "UNKNOWN",
  vendor_severity: detection.riskLevel,
  status: STATUSES[detection.riskState ?? ""] ?? "UNKNOWN",
  vendor_status: detection.riskState,
  category: detection.riskEventType,
  detected_at: detection.detectedDateTime,
  last_updated_at: detection.lastUpdatedDateTime,
  user_id: detection.userId,
  user_vendor_id: detection.userId,
  user_name: detection.userPrincipalName || detection.userDisplayName,
  ip_address: detection.ipAddress,
  location: toLocation(detection.location),
  vendor_id: detection.id,
  vendor_data: { vendor: "MS_ENTRA" }
})

/** Extracts the risk detections of users, which Entra keeps for a limited time: https://learn.microsoft.com/en-us/graph/api/riskdetection-list */
export const alerts = Extractor.make({
  record: RecordKind.IdpAlert,
  endpoint: "/v1.0/identityProtection/riskDetections",
  row: EntraRiskDetection,
  pagination: graphPages(500),
  permissions: ["IdentityRiskEvent.Read.All"],
  since: (instant) => ({ $filter: `lastUpdatedDateTime ge ${instant}` }),
  toRecord: toAlert
})
