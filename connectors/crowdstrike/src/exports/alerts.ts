import { Extractor, OperatingSystem, Pagination, RecordKind, type Records, Row, Timestamp } from "@tributary/core"
import { Schema } from "effect"

/** An alert about an endpoint: https://developer.crowdstrike.com/api-reference/collections/alerts/ */
export const CrowdStrikeAlert = Schema.Struct({
  composite_id: Schema.String,
  display_name: Row.text,
  name: Row.text,
  description: Row.text,
  severity_name: Row.text,
  status: Row.text,
  scenario: Row.text,
  assigned_to_name: Row.text,
  timestamp: Row.text,
  created_timestamp: Row.text,
  updated_timestamp: Row.text,
  falcon_host_link: Row.text,
  tactic: Row.text,
  tactic_id: Row.text,
  technique: Row.text,
  technique_id: Row.text,
  user_name: Row.text,
  user_id: Row.text,
  logon_domain: Row.text,
  local_process_id: Row.text,
  process_start_time: Row.text,
  filename: Row.text,
  filepath: Row.text,
  cmdline: Row.text,
  sha1: Row.text,
  sha256: Row.text,
  md5: Row.text,
  parent_details: Row.nullish(Schema.Struct({ local_process_id: Row.text })),
  device: Row.nullish(
    Schema.Struct({
      device_id: Schema.String,
      hostname: Row.text,
      local_ip: Row.text,
      platform_name: Row.text
    })
  )
})
export interface CrowdStrikeAlert extends Schema.Schema.Type<typeof CrowdStrikeAlert> {}

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  Critical: "CRITICAL",
  High: "HIGH",
  Medium: "MEDIUM",
  Low: "LOW",
  Informational: "INFORMATIONAL"
}

const STATUSES: Readonly<Record<string, Records.AlertStatus>> = {
  new: "NEW",
  reopened: "NEW",
  in_progress: "IN_PROGRESS",
  closed: "RESOLVED"
}

/** A process id, which Falcon writes in digits; null if there is none. */
const processId = (digits: string | null | undefined): number | null => (digits ? Number.parseInt(digits, 10) : null)

const deviceOf = ({ device }: CrowdStrikeAlert) =>
  device && {
    id: device.device_id,
    hostnames: device.hostname ? [device.hostname] : [],
    ipv4s: device.local_ip ? [device.local_ip] : [],
    platform: OperatingSystem.toPlatform(device.platform_name),
    vendor_id: device.device_id
  }

const mitreOf = ({ tactic, tactic_id, technique, technique_id }: CrowdStrikeAlert) =>
  [tactic, tactic_id, technique, technique_id].every((each) => !each)
    ? null
    : [{ tactic_id, tactic_name: tactic, technique_id, technique_name: technique }]

/** Maps an alert, with the process that caused it. */
export const toAlert = (alert: CrowdStrikeAlert): RecordKind.Draft<typeof RecordKind.EdrAlert> => ({
  title: alert.display_name || alert.name || alert.composite_id,
  description: alert.description,
  severity: SEVERITIES[alert.severity_name ?? ""] ?? "UNKNOWN",
  vendor_severity: alert.severity_name,
  status: STATUSES[alert.status ?? ""] ?? "UNKNOWN",
  vendor_status: alert.status,
  category: alert.scenario,
  assigned_user: alert.assigned_to_name,
  first_event_time: alert.timestamp ?? alert.created_timestamp,
  last_event_time: alert.timestamp ?? alert.created_timestamp,
  device: deviceOf(alert),
  user_name: alert.user_name,
  // Windows has a security identifier; other systems have a number.
  windows_sid: alert.user_id?.startsWith("S-") === true ? alert.user_id : null,
  active_directory_domain: alert.logon_domain,
  pid: processId(alert.local_process_id),
  process_created_at: Timestamp.fromSeconds(alert.process_start_time),
  process_filename: alert.filename,
  process_command_line: alert.cmdline,
  process_filepath: alert.filepath,
  process_sha1: alert.sha1,
  process_sha256: alert.sha256,
  process_md5: alert.md5,
  parent_pid: processId(alert.parent_details?.local_process_id),
  mitre: mitreOf(alert),
  url: alert.falcon_host_link,
  vendor_id: alert.composite_id,
  vendor_data: {
    vendor: "CROWDSTRIKE",
    created_at: alert.created_timestamp,
    updated_at: alert.updated_timestamp,
    user_id: alert.user_id
  }
})

/** Falcon's own product for endpoints; others report identities, clouds and mobile devices in the same list. */
const ENDPOINTS = "product:'epp'"

/**
 * Reads the alerts about endpoints in every status, the one that changed last at the end.
 *
 * https://developer.crowdstrike.com/api-reference/collections/alerts/
 */
export const alerts = Extractor.make({
  record: RecordKind.EdrAlert,
  endpoint: "/alerts/combined/alerts/v1",
  post: { filter: ENDPOINTS, sort: "updated_timestamp|asc" },
  row: CrowdStrikeAlert,
  id: "composite_id",
  pagination: Pagination.cursor({
    items: "resources",
    from: "meta.pagination.after",
    param: "after",
    limit: 1_000,
    endsOnEmptyPage: true,
    total: "meta.pagination.total"
  }),
  permissions: ["Alerts: Read"],
  since: (instant) => ({ filter: `${ENDPOINTS}+updated_timestamp:>='${instant}'` }),
  toRecord: toAlert
})
