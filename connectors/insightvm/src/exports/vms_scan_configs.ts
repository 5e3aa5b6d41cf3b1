import { Extractor, Lookup, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { LINKS } from "../links.js"
import { pages } from "../pages.js"

/** A site: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getSites */
export const InsightVmSite = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  description: Row.nullish(Schema.String),
  type: Row.nullish(Schema.String),
  importance: Row.nullish(Schema.String),
  scanEngine: Row.nullish(Schema.Number),
  scanTemplate: Row.nullish(Schema.String),
  lastScanTime: Row.nullish(Schema.String),
  assets: Row.nullish(Schema.Number),
  riskScore: Row.nullish(Schema.Number),
  vulnerabilities: Row.nullish(Schema.Struct({ total: Row.nullish(Schema.Number) }))
})
export interface InsightVmSite extends Schema.Schema.Type<typeof InsightVmSite> {}

/** A scan of a site: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getSiteScans */
export const InsightVmScan = Schema.Struct({
  id: Schema.Number,
  assets: Row.nullish(Schema.Number),
  status: Row.nullish(Schema.String),
  scanName: Row.nullish(Schema.String),
  scanType: Row.nullish(Schema.String),
  engineName: Row.nullish(Schema.String),
  startedByUsername: Row.nullish(Schema.String),
  startTime: Row.nullish(Schema.String),
  endTime: Row.nullish(Schema.String),
  vulnerabilities: Row.nullish(
    Schema.Struct({
      critical: Row.nullish(Schema.Number),
      severe: Row.nullish(Schema.Number),
      moderate: Row.nullish(Schema.Number)
    })
  )
})
export interface InsightVmScan extends Schema.Schema.Type<typeof InsightVmScan> {}

/** The targets of a site: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getIncludedTargets */
export const InsightVmTargets = Schema.Struct({
  addresses: Row.nullish(Schema.Array(Schema.String)),
  links: Schema.Array(Schema.Unknown)
})
export interface InsightVmTargets extends Schema.Schema.Type<typeof InsightVmTargets> {}

/** The scan schedules of a site: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getSiteScanSchedules */
export const InsightVmSchedules = Schema.Struct({
  resources: Row.nullish(Schema.Array(Schema.Struct({ enabled: Row.nullish(Schema.Boolean) }))),
  links: Schema.Array(Schema.Unknown)
})
export interface InsightVmSchedules extends Schema.Schema.Type<typeof InsightVmSchedules> {}

/** The answers to the lookups of a site; null if they could not be read. */
export interface InsightVmSiteAnswers {
  readonly scans: ReadonlyArray<InsightVmScan> | null
  readonly targets: ReadonlyArray<InsightVmTargets> | null
  readonly schedules: ReadonlyArray<InsightVmSchedules> | null
}

/** The scan with the highest ID, because the console numbers scans in the order in which they start. */
const latest = (scans: ReadonlyArray<InsightVmScan> | null): InsightVmScan | null =>
  (scans ?? []).reduce<InsightVmScan | null>((last, scan) => (last === null || scan.id > last.id ? scan : last), null)

/** The vulnerability counts of a scan; `low` and `info` are 0, because Rapid7 has no such severity class. */
const severityFrequency = (scan: InsightVmScan | null): Records.SeverityFrequency | null => {
  if (scan === null || scan.vulnerabilities === null) return null
  const { critical, severe, moderate } = scan.vulnerabilities
  return { critical: critical ?? 0, high: severe ?? 0, medium: moderate ?? 0, low: 0, info: 0 }
}

const schedulesOf = ({ schedules }: InsightVmSiteAnswers) =>
  schedules === null ? null : schedules.flatMap(({ resources }) => resources ?? [])

/** A site is disabled if all its schedules are; a site without schedules is enabled, because users scan it on demand. */
const isEnabled = (answers: InsightVmSiteAnswers): boolean | null => {
  const schedules = schedulesOf(answers)
  return schedules === null ? null : schedules.length === 0 || schedules.some(({ enabled }) => enabled === true)
}

const isScheduled = (answers: InsightVmSiteAnswers): boolean | null => {
  const schedules = schedulesOf(answers)
  return schedules === null ? null : schedules.length > 0
}

/** Maps a site with its latest scan, targets and schedules. */
export const toScanConfiguration = (
  site: InsightVmSite,
  answers: InsightVmSiteAnswers
): RecordKind.Draft<typeof RecordKind.ScanConfiguration> => ({
  name: site.name,
  is_enabled: isEnabled(answers),
  is_scheduled: isScheduled(answers),
  last_scan_vendor_id: latest(answers.scans)?.id.toString(),
  device_target_count: latest(answers.scans)?.assets,
  scan_targets: answers.targets?.flatMap(({ addresses }) => addresses ?? []),
  severity_frequency: severityFrequency(latest(answers.scans)),
  vendor_id: String(site.id),
  vendor_data: {
    vendor: "INSIGHTVM",
    description: site.description,
    type: site.type,
    importance: site.importance,
    scan_engine: site.scanEngine,
    scan_template: site.scanTemplate,
    last_scan_time: site.lastScanTime,
    last_scan_status: latest(answers.scans)?.status ?? null,
    last_scan_name: latest(answers.scans)?.scanName ?? null,
    last_scan_type: latest(answers.scans)?.scanType ?? null,
    last_scan_engine: latest(answers.scans)?.engineName ?? null,
    last_scan_started_by: latest(answers.scans)?.startedByUsername ?? null,
    last_scan_started_at: latest(answers.scans)?.startTime ?? null,
    last_scan_ended_at: latest(answers.scans)?.endTime ?? null,
    asset_count: site.assets,
    vulnerability_count: site.vulnerabilities?.total ?? null,
    risk_score: site.riskScore
  }
})

// Requests only the latest scan, which needs no other permission than the list of sites. A console that ignores the sort returns other scans too; the mapping picks the latest of them.
const scans = Lookup.of<InsightVmSite>()({
  endpoint: "/api/3/sites/{id}/scans?sort=id,desc",
  row: InsightVmScan,
  pagination: { ...Pagination.none({ items: "resources" }), query: { size: 1 } },
  permissions: ["View Site Asset Data"]
})

const targets = Lookup.of<InsightVmSite>()({
  endpoint: "/api/3/sites/{id}/included_targets",
  row: InsightVmTargets,
  pagination: Pagination.one(),
  permissions: ["Specify Scan Targets"],
  isOptional: true,
  fields: ["scan_targets"]
})

const schedules = Lookup.of<InsightVmSite>()({
  endpoint: "/api/3/sites/{id}/scan_schedules",
  row: InsightVmSchedules,
  pagination: Pagination.one(),
  permissions: ["Schedule Automatic Scans"],
  isOptional: true,
  fields: ["is_enabled", "is_scheduled"]
})

/** Reads sites with their latest scan: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getSites */
export const scanConfigurations = Extractor.make({
  record: RecordKind.ScanConfiguration,
  endpoint: "/api/3/sites",
  row: InsightVmSite,
  marks: { leftOut: { links: LINKS } },
  pagination: pages(500),
  permissions: ["View Site Asset Data"],
  lookups: { scans, targets, schedules },
  toRecord: toScanConfiguration
})
