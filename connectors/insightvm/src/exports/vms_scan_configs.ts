import { Extractor, Lookup, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
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
  riskScore: Row.nullish(Schema.Number)
})
export interface InsightVmSite extends Schema.Schema.Type<typeof InsightVmSite> {}

/** A scan of a site: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getSiteScans */
export const InsightVmScan = Schema.Struct({
  id: Schema.Number,
  assets: Row.nullish(Schema.Number),
  status: Row.nullish(Schema.String),
  vulnerabilities: Row.nullish(
    Schema.Struct({
      critical: Row.nullish(Schema.Number),
      severe: Row.nullish(Schema.Number),
      moderate: Row.nullish(Schema.Number)
    })
  )
})
export interface InsightVmScan extends Schema.Schema.Type<typeof InsightVmScan> {}

/** What a site scans: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getIncludedTargets */
export const InsightVmTargets = Schema.Struct({
  addresses: Row.nullish(Schema.Array(Schema.String)),
  links: Schema.Array(Schema.Unknown)
})
export interface InsightVmTargets extends Schema.Schema.Type<typeof InsightVmTargets> {}

/** When a site is scanned: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getSiteScanSchedules */
export const InsightVmSchedules = Schema.Struct({
  resources: Row.nullish(Schema.Array(Schema.Struct({ enabled: Row.nullish(Schema.Boolean) }))),
  links: Schema.Array(Schema.Unknown)
})
export interface InsightVmSchedules extends Schema.Schema.Type<typeof InsightVmSchedules> {}

/** What the lookups of a site answered; null where the user may not read it. */
export interface InsightVmSiteAnswers {
  readonly scans: ReadonlyArray<InsightVmScan> | null
  readonly targets: ReadonlyArray<InsightVmTargets> | null
  readonly schedules: ReadonlyArray<InsightVmSchedules> | null
}

/** Scans are numbered in the order of their start. */
const latest = (scans: ReadonlyArray<InsightVmScan> | null): InsightVmScan | null =>
  (scans ?? []).reduce<InsightVmScan | null>((last, scan) => (last === null || scan.id > last.id ? scan : last), null)

/** Rapid7 has three classes: what it has no class for was counted nowhere, and is none. */
const severityFrequency = (scan: InsightVmScan | null): Records.SeverityFrequency | null => {
  if (scan === null || scan.vulnerabilities === null) return null
  const { critical, severe, moderate } = scan.vulnerabilities
  return { critical: critical ?? 0, high: severe ?? 0, medium: moderate ?? 0, low: 0, info: 0 }
}

const schedulesOf = ({ schedules }: InsightVmSiteAnswers) =>
  schedules === null ? null : schedules.flatMap(({ resources }) => resources ?? [])

/** A site without a schedule is scanned on demand; one whose schedules are all switched off is disabled. */
const isEnabled = (answers: InsightVmSiteAnswers): boolean | null => {
  const schedules = schedulesOf(answers)
  return schedules === null ? null : schedules.length === 0 || schedules.some(({ enabled }) => enabled === true)
}

const isScheduled = (answers: InsightVmSiteAnswers): boolean | null => {
  const schedules = schedulesOf(answers)
  return schedules === null ? null : schedules.length > 0
}

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
    asset_count: site.assets,
    risk_score: site.riskScore
  }
})

// The latest alone, where the console sorts as it is asked; the first page, where it does not.
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
  permissions: ["Specify Scan Targets"]
})

const schedules = Lookup.of<InsightVmSite>()({
  endpoint: "/api/3/sites/{id}/scan_schedules",
  row: InsightVmSchedules,
  pagination: Pagination.one(),
  permissions: ["Schedule Automatic Scans"]
})

export const scanConfigurations = Extractor.make({
  record: RecordKind.ScanConfiguration,
  endpoint: "/api/3/sites",
  row: InsightVmSite,
  pagination: pages(500),
  permissions: ["View Site Asset Data"],
  lookups: { scans, targets, schedules },
  toRecord: toScanConfiguration
})
