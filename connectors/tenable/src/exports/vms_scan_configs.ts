import { Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"

const Text = Row.nullish(Schema.String)
const Count = Row.nullish(Schema.Int)

/** A scan: https://developer.tenable.com/reference/scans-list */
export const TenableScan = Schema.Struct({
  id: Schema.Int,
  schedule_uuid: Text,
  uuid: Text,
  name: Text,
  owner: Text,
  enabled: Row.nullish(Schema.Boolean),
  status: Text,
  type: Text,
  policy_id: Count,
  rrules: Text,
  starttime: Text,
  timezone: Text,
  creation_date: Count,
  last_modification_date: Count,
  shared: Row.nullish(Schema.Boolean)
})
export interface TenableScan extends Schema.Schema.Type<typeof TenableScan> {}

/** The latest run of a scan, host by host: https://developer.tenable.com/reference/scans-details */
export const TenableScanRun = Schema.Struct({
  info: Schema.Struct({
    uuid: Text,
    targets: Text,
    hostcount: Count,
    is_archived: Row.nullish(Schema.Boolean),
    policy: Text,
    scanner_name: Text,
    scan_end: Count
  }),
  hosts: Row.nullish(
    Schema.Array(Schema.Struct({ critical: Count, high: Count, medium: Count, low: Count, info: Count }))
  )
})
export interface TenableScanRun extends Schema.Schema.Type<typeof TenableScanRun> {}

/** The answers to the lookups of a scan. */
export interface TenableScanAnswers {
  /** The latest run; null if the scan never ran, or if the user may not view its results. */
  readonly runs: ReadonlyArray<TenableScanRun> | null
}

type Draft = RecordKind.Draft<typeof RecordKind.ScanConfiguration>
type Level = "critical" | "high" | "medium" | "low" | "info"

const latest = ({ runs }: TenableScanAnswers): TenableScanRun | null => runs?.[0] ?? null

/** The vulnerability counts of a run, summed over its hosts; null for an archived run, whose hosts Tenable no longer returns. */
const frequencyOf = (run: TenableScanRun | null): Draft["severity_frequency"] => {
  const hosts = run === null || run.info.is_archived === true ? null : run.hosts
  if (hosts === null) return null
  const sum = (level: Level) => hosts.reduce((total, host) => total + (host[level] ?? 0), 0)
  return { critical: sum("critical"), high: sum("high"), info: sum("info"), low: sum("low"), medium: sum("medium") }
}

/** The targets of a run, which Tenable returns as one comma-separated string. */
const targetsOf = (run: TenableScanRun | null): ReadonlyArray<string> | null =>
  run?.info.targets
    ?.split(",")
    .map((target) => target.trim())
    .filter((target) => target !== "") ?? null

/** Whether a scan has a recurrence or a start time; a scan that users launch by hand has neither, or the recurrence ONDEMAND. */
const isScheduled = ({ rrules, starttime }: TenableScan): boolean =>
  (rrules !== null && rrules !== "" && !rrules.includes("ONDEMAND")) || (starttime !== null && starttime !== "")

/** Maps a scan with its latest run. */
export const toScanConfiguration = (scan: TenableScan, answers: TenableScanAnswers): Draft => ({
  name: scan.name ?? `Scan ${scan.id}`,
  owner: scan.owner,
  is_enabled: scan.enabled,
  is_scheduled: isScheduled(scan),
  last_scan_vendor_id: latest(answers)?.info.uuid ?? scan.uuid,
  device_target_count: latest(answers)?.info.hostcount ?? null,
  scan_targets: targetsOf(latest(answers)),
  severity_frequency: frequencyOf(latest(answers)),
  vendor_id: String(scan.id),
  vendor_data: {
    vendor: "TENABLE",
    schedule_id: scan.schedule_uuid,
    status: scan.status,
    type: scan.type,
    policy_id: scan.policy_id,
    policy: latest(answers)?.info.policy ?? null,
    scanner_name: latest(answers)?.info.scanner_name ?? null,
    scan_end: latest(answers)?.info.scan_end ?? null,
    rrules: scan.rrules,
    starttime: scan.starttime,
    timezone: scan.timezone,
    creation_date: scan.creation_date,
    last_modification_date: scan.last_modification_date,
    is_shared: scan.shared
  }
})

/** The latest run; not requested for a scan that never ran. */
const runs = Lookup.of<TenableScan>()({
  endpoint: "/scans/{id}",
  row: TenableScanRun,
  pagination: Pagination.one(),
  permissions: ["scan permission: Can View [16]"],
  // An administrator lists the scans of all users, but may view only those that are shared with the account.
  isOptional: true,
  fields: [
    "last_scan_vendor_id",
    "device_target_count",
    "scan_targets",
    "severity_frequency",
    "vendor_data.policy",
    "vendor_data.scanner_name",
    "vendor_data.scan_end"
  ],
  when: ({ status, uuid }) => uuid !== null && uuid !== "" && status !== "empty"
})

/** The only page of scans; Tenable returns null instead of an empty list. */
const scanPage: Pagination.Pagination = {
  ...Pagination.none({ items: "scans" }),
  rows: (body) => (Pagination.at(body, "scans") === null ? [] : Pagination.none({ items: "scans" }).rows(body))
}

/** Reads scans with their latest run: https://developer.tenable.com/reference/scans-list */
export const scanConfigurations = Extractor.make({
  record: RecordKind.ScanConfiguration,
  endpoint: "/scans",
  row: TenableScan,
  // How far the run is, and whether the account has looked at it.
  marks: { volatile: ["progress", "read", "status_times"] },
  pagination: scanPage,
  permissions: ["role: Basic [16]", "scan permission: Can View [16]"],
  lookups: { runs },
  toRecord: toScanConfiguration
})
