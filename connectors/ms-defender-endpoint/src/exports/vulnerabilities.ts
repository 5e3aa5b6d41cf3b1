import {
  Extractor,
  Lookup,
  OperatingSystem,
  Pagination,
  RecordKind,
  type Records,
  Row,
  type VendorError
} from "@tributary/core"
import { Schema } from "effect"
import { hostnamesOf } from "../names.js"
import { exportPages, listPages } from "../pages.js"

/** A weakness of software on one device: https://learn.microsoft.com/en-us/defender-endpoint/api/get-assessment-software-vulnerabilities */
export const DefenderVulnerability = Schema.Struct({
  id: Schema.String,
  deviceId: Schema.String,
  deviceName: Row.text,
  osPlatform: Row.text,
  // Null for software without a known weakness, which the list has, too.
  cveId: Row.text,
  // Documented as a text, and sent as a number.
  cvssScore: Row.nullish(Schema.Union(Schema.Number, Schema.NumberFromString)),
  vulnerabilitySeverityLevel: Row.text,
  recommendedSecurityUpdate: Row.text,
  recommendedSecurityUpdateUrl: Row.text,
  securityUpdateAvailable: Row.nullish(Schema.Boolean),
  diskPaths: Row.nullish(Schema.Array(Schema.String)),
  registryPaths: Row.nullish(Schema.Array(Schema.String)),
  firstSeenTimestamp: Row.text,
  lastSeenTimestamp: Row.text,
  // Only the list of changes has these two.
  status: Row.text,
  eventTimestamp: Row.text
})
export interface DefenderVulnerability extends Schema.Schema.Type<typeof DefenderVulnerability> {}

/** What Defender knows about a CVE: https://learn.microsoft.com/en-us/defender-endpoint/api/vulnerability */
export const DefenderCve = Schema.Struct({
  id: Schema.String,
  description: Row.text,
  cvssVector: Row.text,
  epss: Row.nullish(Schema.Number)
})

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

/** The metrics of a CVSS vector that are temporal: https://www.first.org/cvss/v3.1/specification-document */
const TEMPORAL = /^(?:E|RL|RC):/

const cvssOf = (vector: string | null | undefined) => {
  const [version = "", ...metrics] = (vector ?? "").split("/")
  const of = (isTemporal: boolean): string | null => {
    const some = metrics.filter((metric) => TEMPORAL.test(metric) === isTemporal)
    return version.startsWith("CVSS:") && some.length > 0 ? [version, ...some].join("/") : null
  }
  return { version: /^CVSS:([\d.]+)$/.exec(version)?.[1] ?? null, base: of(false), temporal: of(true) }
}

const joined = (lines: ReadonlyArray<string | null>): string | null => lines.filter(Boolean).join("\n") || null

/** What Defender knows about all CVEs, also those that no device has: it has no filter for those that it found. */
const cves = Lookup.joined<DefenderVulnerability>()({
  endpoint: "/api/vulnerabilities",
  row: DefenderCve,
  pagination: listPages(8_000),
  permissions: ["Vulnerability.Read.All"],
  fields: ["description", "cvss_version", "cvss_vector", "cvss_temporal_vector", "epss_score"],
  isOptional: true,
  mayBeMissing: true,
  when: ({ cveId }) => Boolean(cveId),
  key: ({ id }) => id,
  matches: ({ cveId }) => cveId ?? ""
})
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

const textAt = (row: unknown, path: string): string => String(Pagination.at(row, path) ?? "")

/** What counts of two changes of one weakness: the later one, and of two at the same time the one that does not say that it is fixed. */
const rankOf = (row: unknown): string => `${textAt(row, "eventTimestamp")} ${textAt(row, "status") === "Fixed" ? 0 : 1}`

/** The last change of each weakness: one whose device moved to another group is listed as fixed in the old group and as new in the other. */
const lastChanges = (rows: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const last = new Map<unknown, unknown>()
  for (const row of rows) {
    const id = Pagination.at(row, "id") ?? row
    const other = last.get(id)
    if (other === undefined || rankOf(row) >= rankOf(other)) last.set(id, row)
  }
  return [...last.values()]
}

const pages = exportPages(10_000)

const changePages: Pagination.Pagination = {
  ...pages,
  rows: (body) => {
    const rows = pages.rows(body)
    return rows && lastChanges(rows)
  }
}

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
  pagination: changePages,
  since: (sinceTime) => ({ sinceTime }),
  lookbackSecs: LOOKBACK_SECS
})

/** Whether Defender refuses to list changes from an instant on, as it does after more than 14 days. */
const isTooLongAgo = ({ _tag, status }: VendorError.VendorError): boolean => _tag === "ClientError" && status === 400

/** Reads the weaknesses of all devices, and between full scans only their changes. */
export const vulnerabilities = Extractor.withChanges(all, changed, isTooLongAgo)
