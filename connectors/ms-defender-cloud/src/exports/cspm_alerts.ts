import { Child, Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { armId, armIdOf, armPages, nameOf, typeOf } from "../arm.js"
import { AzureSubscription } from "../rows/subscription.js"

/** A security alert: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/alerts/list */
export const AzureAlert = Schema.Struct({
  id: Schema.String,
  properties: Schema.Struct({
    alertDisplayName: Row.text,
    alertType: Row.text,
    alertUri: Row.text,
    description: Row.text,
    severity: Row.text,
    status: Row.text,
    intent: Row.text,
    techniques: Row.nullish(Schema.Array(Schema.String)),
    startTimeUtc: Row.text,
    endTimeUtc: Row.text,
    remediationSteps: Row.nullish(Schema.Array(Schema.String)),
    resourceIdentifiers: Row.nullish(Schema.Array(Schema.Struct({ azureResourceId: Row.text }))),
    compromisedEntity: Row.text
  })
})
export interface AzureAlert extends Schema.Schema.Type<typeof AzureAlert> {}

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  High: "HIGH",
  Medium: "MEDIUM",
  Low: "LOW",
  Informational: "INFORMATIONAL"
}

const STATUSES: Readonly<Record<string, Records.AlertStatus>> = {
  Active: "NEW",
  InProgress: "IN_PROGRESS",
  Resolved: "RESOLVED",
  Dismissed: "SUPPRESSED"
}

/** The tactics of MITRE ATT&CK behind the intents of alerts: https://learn.microsoft.com/en-us/azure/defender-for-cloud/alerts-reference */
const TACTICS: Readonly<Record<string, string>> = {
  PreAttack: "TA0043",
  InitialAccess: "TA0001",
  Execution: "TA0002",
  Persistence: "TA0003",
  PrivilegeEscalation: "TA0004",
  DefenseEvasion: "TA0005",
  CredentialAccess: "TA0006",
  Discovery: "TA0007",
  LateralMovement: "TA0008",
  Collection: "TA0009",
  CommandAndControl: "TA0011",
  Exfiltration: "TA0010",
  Impact: "TA0040"
}

/** What an alert shows: its tactics, and then its techniques, because Azure does not say which technique belongs to which tactic. */
const mitreOf = ({ intent, techniques }: AzureAlert["properties"]): ReadonlyArray<Records.MitreTechnique> | null => {
  const none = { tactic_id: null, tactic_name: null, technique_id: null, technique_name: null }
  const tactics = (intent ?? "").split(",").flatMap((name) => {
    const id = TACTICS[name.trim()]
    return id === undefined ? [] : [{ ...none, tactic_id: id, tactic_name: name.trim() }]
  })
  const all = [...tactics, ...(techniques ?? []).map((id) => ({ ...none, technique_id: id }))]
  return all.length === 0 ? null : all
}

/** Maps an alert. */
export const toAlert = ({ id, properties: alert }: AzureAlert): RecordKind.Draft<typeof RecordKind.CspmAlert> => {
  const resource = alert.resourceIdentifiers?.find(({ azureResourceId }) => azureResourceId !== null)?.azureResourceId
  return {
    title: alert.alertDisplayName || alert.alertType || nameOf(id),
    description: alert.description,
    severity: SEVERITIES[alert.severity ?? ""] ?? "UNKNOWN",
    vendor_severity: alert.severity,
    status: STATUSES[alert.status ?? ""] ?? "UNKNOWN",
    vendor_status: alert.status,
    category: alert.alertType,
    resource_id: resource && armId(resource),
    resource_name: resource ? nameOf(resource) : alert.compromisedEntity,
    resource_type: resource && typeOf(resource),
    cloud_provider: resource ? "AZURE" : null,
    account_id: id.split("/")[2],
    first_event_time: alert.startTimeUtc,
    last_event_time: alert.endTimeUtc,
    remediation: alert.remediationSteps?.join("\n"),
    mitre: mitreOf(alert),
    url: alert.alertUri,
    vendor_id: armId(id),
    vendor_data: { vendor: "MS_DEFENDER_CLOUD", intent: alert.intent, compromised_entity: alert.compromisedEntity }
  }
}

const alerts = Child.of<AzureSubscription>()({
  record: RecordKind.CspmAlert,
  endpoint: "/subscriptions/{subscriptionId}/providers/Microsoft.Security/alerts",
  row: AzureAlert,
  id: armIdOf,
  pagination: armPages("2022-01-01"),
  permissions: ["Microsoft.Security/alerts/read"],
  toRecord: toAlert
})

/** Reads the alerts of every subscription, which Azure keeps for 90 days. */
export const cspmAlerts = Extractor.below({
  name: "cspm_alert",
  endpoint: "/subscriptions",
  row: AzureSubscription,
  id: "subscriptionId",
  pagination: armPages("2022-12-01"),
  permissions: ["Microsoft.Resources/subscriptions/read"],
  child: alerts
})
