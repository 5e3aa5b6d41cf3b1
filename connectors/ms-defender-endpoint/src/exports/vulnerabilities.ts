import { Extractor, type Lookup, OperatingSystem, RecordKind, type Records, type VendorError } from "@tributary/core"
import { changeOrder } from "../changes.js"
import { cvssOf } from "../cvss.js"
import { cves } from "../lookups/cves.js"
import { hostnamesOf } from "../names.js"
import { exportPages } from "../pages.js"
import { DefenderVulnerability } from "../rows/vulnerability.js"

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  Critical: "CRITICAL",
  High: "HIGH",
  Medium: "MEDIUM",
  Low: "LOW",
  None: "INFORMATIONAL"
}

/** An instant that Defender writes as `2020-11-03 10:13:34.8476880`, without an offset: all its other times are in UTC. */
const instantOf = (text: string | null): string | null =>
  text && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(text) ? `${text.replace(" ", "T")}Z` : text || null

const joined = (lines: ReadonlyArray<string | null>): string | null => lines.filter(Boolean).join("\n") || null
const lookups = { cves }

/** Maps a weakness of a device; null for software without one. */
export const toVulnerability = (
  row: DefenderVulnerability,
  answers: Lookup.Answers<typeof lookups>
): RecordKind.Draft<typeof RecordKind.Vulnerability> | null => {
  if (!row.cveId) return null
  const cve = answers.cves?.[0]
  const { base, temporal, version } = cvssOf(cve?.cvssVector)
  const isFixed = row.status === "Fixed"
  return {
    device: {
      id: row.deviceId,
      hostnames: hostnamesOf(row.deviceName),
      ipv4s: [],
      platform: OperatingSystem.toPlatform(row.osPlatform),
      vendor_id: row.deviceId
    },
    name: row.cveId,
    description: cve?.description || null,
    severity: SEVERITIES[row.vulnerabilitySeverityLevel ?? ""] ?? "UNKNOWN",
    vendor_severity: row.vulnerabilitySeverityLevel,
    state: isFixed ? "FIXED" : "OPEN",
    state_updated_at: isFixed ? instantOf(row.eventTimestamp) : null,
    cve: row.cveId.startsWith("CVE-") ? [row.cveId] : [],
    cvss_version: version,
    cvss_base_score: row.cvssScore,
    cvss_vector: base,
    cvss_temporal_vector: temporal,
    epss_score: cve?.epss,
    first_seen: instantOf(row.firstSeenTimestamp),
    last_seen: instantOf(row.lastSeenTimestamp),
    is_patchable: row.securityUpdateAvailable ?? (row.recommendedSecurityUpdate ? true : null),
    solution: joined([row.recommendedSecurityUpdate, row.recommendedSecurityUpdateUrl]),
    scan_output: joined([...(row.diskPaths ?? []), ...(row.registryPaths ?? [])]),
    vendor_id: row.id,
    vendor_data: { vendor: "MS_DEFENDER_ENDPOINT" }
  }
}

const pages = exportPages(10_000)

const options = {
  record: RecordKind.Vulnerability,
  row: DefenderVulnerability,
  marks: {
    leftOut: { isOnboarded: "only the list of changes has it", rbacGroupId: "only the list of changes has it" }
  },
  permissions: ["Vulnerability.Read.All"],
  lookups,
  toRecord: toVulnerability
} as const

/** All weaknesses that are open now. */
const all = Extractor.make({
  ...options,
  endpoint: "/api/machines/SoftwareVulnerabilitiesByMachine",
  pagination: pages
})

/** Defender makes both lists every six hours, and the changes after the list: what a scan could not see yet is in the period before. */
const LOOKBACK_SECS = 12 * 3_600

/** The weaknesses that are new, changed or fixed since an instant of the last 14 days. */
const changed = Extractor.make({
  ...options,
  endpoint: "/api/machines/SoftwareVulnerabilityChangesByMachine",
  pagination: pages,
  since: (sinceTime) => ({ sinceTime }),
  changeOrder,
  lookbackSecs: LOOKBACK_SECS
})

/** Whether Defender refuses to list changes from an instant on, as it does after more than 14 days. */
const isTooLongAgo = ({ _tag, status }: VendorError.VendorError): boolean => _tag === "ClientError" && status === 400

/** Reads the weaknesses of all devices, and between full scans only their changes. */
export const vulnerabilities = Extractor.withChanges(all, changed, isTooLongAgo)
