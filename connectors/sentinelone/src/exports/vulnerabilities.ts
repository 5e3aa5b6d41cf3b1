import { Extractor, OperatingSystem, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { BY_ID, cursorPages, MOST_ROWS } from "../pagination.js"

/** The list of application risks. */
export const RISKS = "/web/api/v2.1/application-management/risks"

/** A score, which SentinelOne writes as a text such as `8.80`. */
const Score = Row.nullish(Schema.Union(Schema.String, Schema.Number))

/** A CVE of an application on an endpoint: https://usea1-partners.sentinelone.net/api-doc/overview > Application Management > Get CVE data */
export const SentinelOneRisk = Schema.Struct({
  id: Schema.String,
  cveId: Row.text,
  severity: Row.text,
  status: Row.text,
  // Its documentation gives no type: some answers have a text, others an object.
  markType: Row.nullish(Schema.Union(Schema.String, Schema.Struct({ description: Row.text }))),
  markedDate: Row.text,
  baseScore: Score,
  cvssVersion: Row.text,
  nvdBaseScore: Score,
  nvdCvssVersion: Row.text,
  remediationLevel: Row.text,
  exploitedInTheWild: Row.text,
  detectionDate: Row.text,
  lastScanDate: Row.text,
  lastScanResult: Row.text,
  endpointId: Row.text,
  endpointName: Row.text,
  osType: Row.text
})
export interface SentinelOneRisk extends Schema.Schema.Type<typeof SentinelOneRisk> {}

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  CRITICAL: "CRITICAL",
  HIGH: "HIGH",
  MEDIUM: "MEDIUM",
  LOW: "LOW",
  NONE: "INFORMATIONAL"
}

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = { Detected: "OPEN", Removed: "FIXED" }

/** Whether a remediation level means that a patch exists; a workaround is none. */
const PATCHABLE: Readonly<Record<string, boolean>> = {
  official_fix: true,
  temporary_fix: true,
  workaround: false,
  unavailable: false
}

/** Rows write words such as `Official Fix`, and filters of the API `OFFICIAL_FIX`. */
const folded = (word: string | null): string => (word ?? "").toLowerCase().replaceAll(" ", "_")

/** What somebody marked the risk as; null if nobody did. */
const markOf = ({ markType }: SentinelOneRisk): string | null =>
  (typeof markType === "string" ? markType : markType?.description) || null

/** A removed risk is fixed, whatever it was marked as before. */
const stateOf = (risk: SentinelOneRisk): Records.VulnerabilityState => {
  const state = STATES[risk.status ?? ""] ?? "UNKNOWN"
  return state === "OPEN" && markOf(risk)?.toLowerCase() === "false positive" ? "SUPPRESSED" : state
}

/** When a risk entered its state; SentinelOne does not say when it noticed that a risk is gone. */
const stateUpdatedAt = (risk: SentinelOneRisk): string | null => {
  const state = stateOf(risk)
  if (state === "OPEN") return risk.detectionDate
  return state === "SUPPRESSED" ? risk.markedDate : null
}

const numberOf = (score: string | number | null): number | null => {
  const number = score === null || score === "" ? Number.NaN : Number(score)
  return number >= 0 && number <= 10 ? number : null
}

/** The score of the NVD comes with Singularity Vulnerability Management, and the other score without it. */
const cvssOf = (risk: SentinelOneRisk) => {
  const ofNvd = numberOf(risk.nvdBaseScore)
  const score = ofNvd ?? numberOf(risk.baseScore)
  const version = (ofNvd === null ? null : risk.nvdCvssVersion) || risk.cvssVersion || null
  return { cvss_base_score: score, cvss_version: score === null ? null : version }
}

/** A scan that succeeded while the risk is still there found it. */
const lastSeen = ({ lastScanDate, lastScanResult, status }: SentinelOneRisk): string | null =>
  status === "Detected" && lastScanResult === "Succeeded" ? lastScanDate : null

const deviceOf = ({ endpointId, endpointName, osType }: SentinelOneRisk) =>
  endpointId
    ? {
        id: endpointId,
        hostnames: endpointName ? [endpointName] : [],
        ipv4s: [],
        platform: OperatingSystem.toPlatform(osType),
        vendor_id: endpointId
      }
    : null

/** Maps a CVE of an application on an endpoint. */
export const toVulnerability = (risk: SentinelOneRisk): RecordKind.Draft<typeof RecordKind.Vulnerability> => ({
  device: deviceOf(risk),
  name: risk.cveId || risk.id,
  severity: SEVERITIES[risk.severity?.toUpperCase() ?? ""] ?? "UNKNOWN",
  vendor_severity: risk.severity,
  state: stateOf(risk),
  state_updated_at: stateUpdatedAt(risk),
  cve: risk.cveId?.startsWith("CVE-") === true ? [risk.cveId] : [],
  ...cvssOf(risk),
  is_exploited: folded(risk.exploitedInTheWild) === "yes" ? true : null,
  first_seen: risk.detectionDate,
  last_seen: lastSeen(risk),
  is_patchable: PATCHABLE[folded(risk.remediationLevel)] ?? null,
  vendor_id: risk.id,
  vendor_data: {
    vendor: "SENTINELONE",
    vendor_status: risk.status,
    mark: markOf(risk),
    remediation_level: risk.remediationLevel,
    exploited_in_the_wild: risk.exploitedInTheWild,
    last_scan_result: risk.lastScanResult
  }
})

/**
 * Reads the risks of all endpoints, also those that are gone, so that full scans and deltas agree.
 *
 * https://usea1-partners.sentinelone.net/api-doc/overview > Application Management > Get CVE data
 */
export const vulnerabilities = Extractor.make({
  record: RecordKind.Vulnerability,
  endpoint: RISKS,
  row: SentinelOneRisk,
  marks: { volatile: ["daysDetected"] },
  pagination: cursorPages(MOST_ROWS),
  permissions: ["Applications Page.viewRisks"],
  queries: [{ ...BY_ID, includeRemovals: true }],
  since: (instant) => ({ riskUpdatedDate__gte: instant }),
  toRecord: toVulnerability
})
