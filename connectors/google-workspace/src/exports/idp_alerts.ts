import { Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { alertPages } from "../pagination.js"
import { scopes } from "../scopes.js"

/** An alert, whose `data` depends on its type: https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/alerts */
export const GoogleAlert = Schema.Struct({
  alertId: Schema.String,
  type: Row.text,
  createTime: Row.text,
  startTime: Row.text,
  updateTime: Row.text,
  deleted: Row.nullish(Schema.Boolean),
  metadata: Row.nullish(Schema.Struct({ severity: Row.text, status: Row.text })),
  securityInvestigationToolLink: Row.text,
  data: Row.nullish(
    Schema.Struct({ email: Row.text, loginDetails: Row.nullish(Schema.Struct({ ipAddress: Row.text })) })
  )
})
export interface GoogleAlert extends Schema.Schema.Type<typeof GoogleAlert> {}

const SEVERITIES: Readonly<Record<string, Records.Severity>> = { HIGH: "HIGH", MEDIUM: "MEDIUM", LOW: "LOW" }

const STATUSES: Readonly<Record<string, Records.AlertStatus>> = {
  NOT_STARTED: "NEW",
  IN_PROGRESS: "IN_PROGRESS",
  CLOSED: "RESOLVED"
}

const HTTPS = "https://"

/** Google writes the link without its scheme. */
const urlOf = ({ securityInvestigationToolLink: link }: GoogleAlert): string | null => {
  if (!link) return null
  return link.startsWith(HTTPS) ? link : `${HTTPS}${link}`
}

/** Maps an alert to an `idp_alert`. An alert names its user by the email address only. */
export const toAlert = (alert: GoogleAlert): RecordKind.Draft<typeof RecordKind.IdpAlert> => ({
  title: alert.type || alert.alertId,
  severity: SEVERITIES[alert.metadata?.severity ?? ""] ?? "UNKNOWN",
  vendor_severity: alert.metadata?.severity ?? null,
  status: alert.deleted === true ? "SUPPRESSED" : (STATUSES[alert.metadata?.status ?? ""] ?? "UNKNOWN"),
  vendor_status: alert.metadata?.status ?? null,
  category: alert.type,
  detected_at: alert.startTime ?? alert.createTime,
  last_updated_at: alert.updateTime,
  user_name: alert.data?.email ?? null,
  ip_address: alert.data?.loginDetails?.ipAddress ?? null,
  url: urlOf(alert),
  vendor_id: alert.alertId,
  vendor_data: { vendor: "GOOGLE_WORKSPACE", created_at: alert.createTime, is_deleted: alert.deleted }
})

/** Extracts the alerts of the Alert Center. */
export const alerts = Extractor.make({
  record: RecordKind.IdpAlert,
  endpoint: "https://alertcenter.googleapis.com/v1beta1/alerts",
  row: GoogleAlert,
  id: "alertId",
  pagination: alertPages,
  permissions: [scopes.alerts],
  // An alert that is updated meanwhile keeps its place. Google sorts by the time of an update, too, but does not filter by it.
  queries: [{ orderBy: "createTime asc" }],
  newestFirst: { query: { orderBy: "updateTime desc" }, changedAt: "updateTime" },
  marks: {
    leftOut: {
      customerId: "the same for each alert",
      etag: "only for writing",
      "metadata.customerId": "the same for each alert",
      "metadata.alertId": "the id of the alert",
      "metadata.etag": "only for writing"
    }
  },
  toRecord: toAlert
})
