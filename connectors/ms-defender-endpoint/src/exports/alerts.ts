import { Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { hostnamesOf } from "../names.js"
import { listPages } from "../pages.js"

/** What an alert is based on, such as a process or a user: the example in https://learn.microsoft.com/en-us/defender-endpoint/api/alerts */
const Evidence = Schema.Struct({
  entityType: Row.text,
  sha1: Row.text,
  sha256: Row.text,
  fileName: Row.text,
  filePath: Row.text,
  processId: Row.nullish(Schema.Int),
  processCommandLine: Row.text,
  processCreationTime: Row.text,
  parentProcessId: Row.nullish(Schema.Int),
  parentProcessFileName: Row.text,
  parentProcessFilePath: Row.text,
  ipAddress: Row.text,
  url: Row.text,
  registryKey: Row.text,
  registryHive: Row.text,
  registryValue: Row.text,
  registryValueName: Row.text,
  detectionStatus: Row.text,
  accountName: Row.text,
  domainName: Row.text,
  userSid: Row.text,
  aadUserId: Row.text,
  userPrincipalName: Row.text
})
interface Evidence extends Schema.Schema.Type<typeof Evidence> {}

/** An alert: https://learn.microsoft.com/en-us/defender-endpoint/api/alerts */
export const DefenderAlert = Schema.Struct({
  id: Schema.String,
  title: Row.text,
  description: Row.text,
  severity: Row.text,
  status: Row.text,
  category: Row.text,
  assignedTo: Row.text,
  firstEventTime: Row.text,
  lastEventTime: Row.text,
  resolvedTime: Row.text,
  machineId: Row.text,
  computerDnsName: Row.text,
  mitreTechniques: Row.nullish(Schema.Array(Schema.String)),
  relatedUser: Row.nullish(Schema.Struct({ userName: Row.text, domainName: Row.text })),
  evidence: Row.nullish(Schema.Array(Evidence))
})
export interface DefenderAlert extends Schema.Schema.Type<typeof DefenderAlert> {}

/** `UnSpecified` is UNKNOWN. */
const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  High: "HIGH",
  Medium: "MEDIUM",
  Low: "LOW",
  Informational: "INFORMATIONAL"
}

const STATUSES: Readonly<Record<string, Records.AlertStatus>> = {
  New: "NEW",
  InProgress: "IN_PROGRESS",
  Resolved: "RESOLVED"
}

/** The categories that are tactics of MITRE ATT&CK: https://learn.microsoft.com/en-us/defender-endpoint/alerts-queue */
const TACTICS: Readonly<Record<string, string>> = {
  Reconnaissance: "TA0043",
  ResourceDevelopment: "TA0042",
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

/** The tactic, and then the techniques, because Defender does not say to which tactic a technique belongs. */
const mitreOf = ({ category, mitreTechniques }: DefenderAlert): ReadonlyArray<Records.MitreTechnique> | null => {
  const none = { tactic_id: null, tactic_name: null, technique_id: null, technique_name: null }
  const tactic = TACTICS[category ?? ""]
  const tactics = tactic === undefined ? [] : [{ ...none, tactic_id: tactic, tactic_name: category }]
  const all = [...tactics, ...(mitreTechniques ?? []).map((id) => ({ ...none, technique_id: id }))]
  return all.length === 0 ? null : all
}

/** The path of a file, of which Defender gives the folder and the name. */
const pathOf = (folder: string | null | undefined, name: string | null | undefined): string | null => {
  if (!folder || !name || folder.endsWith(name)) return folder || null
  const separator = folder.includes("\\") ? "\\" : "/"
  return folder.endsWith(separator) ? `${folder}${name}` : `${folder}${separator}${name}`
}

const known = (evidence: Evidence): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(evidence).filter(([, value]) => value !== null && value !== ""))

/** Maps an alert, with its first process, and the account of that process or its first user. */
export const toAlert = (alert: DefenderAlert): RecordKind.Draft<typeof RecordKind.EdrAlert> => {
  const evidence = alert.evidence ?? []
  const process = evidence.find(({ entityType }) => entityType === "Process")
  const account = process?.accountName ? process : evidence.find(({ entityType }) => entityType === "User")
  const others = evidence.filter((each) => each !== process && each !== account).map(known)
  return {
    title: alert.title || alert.id,
    description: alert.description,
    severity: SEVERITIES[alert.severity ?? ""] ?? "UNKNOWN",
    vendor_severity: alert.severity,
    status: STATUSES[alert.status ?? ""] ?? "UNKNOWN",
    vendor_status: alert.status,
    category: alert.category,
    assigned_user: alert.assignedTo || null,
    first_event_time: alert.firstEventTime,
    last_event_time: alert.lastEventTime,
    resolved_time: alert.resolvedTime,
    device: alert.machineId
      ? {
          id: alert.machineId,
          hostnames: hostnamesOf(alert.computerDnsName),
          ipv4s: [],
          platform: "UNKNOWN",
          vendor_id: alert.machineId
        }
      : null,
    user_name: account?.accountName || alert.relatedUser?.userName || null,
    windows_sid: account?.userSid || null,
    active_directory_user_id: account?.aadUserId || null,
    active_directory_domain: account?.domainName || alert.relatedUser?.domainName || null,
    pid: process?.processId,
    process_created_at: process?.processCreationTime,
    process_filename: process?.fileName,
    process_command_line: process?.processCommandLine,
    process_filepath: pathOf(process?.filePath, process?.fileName),
    process_sha1: process?.sha1,
    process_sha256: process?.sha256,
    parent_pid: process?.parentProcessId,
    mitre: mitreOf(alert),
    vendor_id: alert.id,
    vendor_data: {
      vendor: "MS_DEFENDER_ENDPOINT",
      user_principal_name: account?.userPrincipalName ?? null,
      detection_status: process?.detectionStatus ?? null,
      parent_process_filename: process?.parentProcessFileName ?? null,
      parent_process_filepath: pathOf(process?.parentProcessFilePath, process?.parentProcessFileName),
      other_evidence: others
    }
  }
}

const DETAIL = "it says nothing without the rest of the evidence"

/** Reads the alerts in every status, as long as the tenant keeps them: https://learn.microsoft.com/en-us/defender-endpoint/api/get-alerts */
export const alerts = Extractor.make({
  record: RecordKind.EdrAlert,
  endpoint: "/api/alerts",
  row: DefenderAlert,
  marks: {
    leftOut: {
      aadTenantId: "the tenant of the connection",
      "evidence.evidenceCreationTime": DETAIL,
      "evidence.parentProcessCreationTime": DETAIL,
      "evidence.registryValueType": DETAIL
    }
  },
  // Defender allows 10,000, but an alert can have much evidence.
  pagination: listPages(1_000),
  permissions: ["Alert.Read.All"],
  queries: [{ $expand: "evidence" }],
  since: (instant) => ({ $filter: `lastUpdateTime ge ${instant}` }),
  toRecord: toAlert
})
