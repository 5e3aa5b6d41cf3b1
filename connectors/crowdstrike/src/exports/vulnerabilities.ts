import { Extractor, type Lookup, OperatingSystem, Pagination, RecordKind, type Records } from "@tributary/core"
import { hosts } from "../lookups/vulnerable_hosts.js"
import { CrowdStrikeVulnerability } from "../rows/vulnerability.js"

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  CRITICAL: "CRITICAL",
  HIGH: "HIGH",
  MEDIUM: "MEDIUM",
  LOW: "LOW",
  NONE: "INFORMATIONAL"
}

/** `expired` is UNKNOWN, because CrowdStrike has not seen the host for a long time. */
const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  open: "OPEN",
  reopen: "REOPENED",
  closed: "FIXED",
  expired: "UNKNOWN"
}

/**
 * Whether a CVSS remediation level means that a patch exists: official fix (O), temporary fix (T), workaround that is not the
 * vendor's own (W) or unavailable (U).
 *
 * https://www.first.org/cvss/v3.1/specification-document
 */
const PATCHABLE: Readonly<Record<string, boolean>> = { O: true, T: true, W: false, U: false }

/** The lowest `exploit_status` that means exploits are in active use. */
const ACTIVELY_USED = 90

const state = (row: CrowdStrikeVulnerability): Records.VulnerabilityState => {
  const found = STATES[row.status ?? ""] ?? "UNKNOWN"
  return row.suppression_info?.is_suppressed === true && found !== "FIXED" ? "SUPPRESSED" : found
}

/** When the vulnerability entered its state; null for states without a timestamp at CrowdStrike. */
const stateUpdatedAt = (row: CrowdStrikeVulnerability): string | null => {
  if (row.status === "closed") return row.closed_timestamp
  return row.status === "open" ? row.created_timestamp : null
}

/** The CVSS version of a vector; a vector without a version prefix is version 2.0, because prefixes began with 3.0. */
const cvssVersion = (vector: string | null | undefined): string | null =>
  vector === null || vector === undefined || vector === "" ? null : (vector.match(/^CVSS:([\d.]+)\//)?.[1] ?? "2.0")

const isExploited = ({ cve }: CrowdStrikeVulnerability): boolean | null => {
  const isKnown = cve?.cisa_info?.is_cisa_kev ?? null
  const status = cve?.exploit_status ?? null
  if (isKnown === null && status === null) return null
  return isKnown === true || (status !== null && status >= ACTIVELY_USED)
}

const present = (values: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> =>
  values.filter((value): value is string => value !== null && value !== undefined && value !== "")

const joined = (values: ReadonlyArray<string>, separator: string): string | null =>
  values.length === 0 ? null : values.join(separator)

const solutions = ({ remediation }: CrowdStrikeVulnerability): ReadonlyArray<string> =>
  present((remediation?.entities ?? []).map(({ title, action }) => action ?? title))

const deviceOf = (
  { aid, host_info }: CrowdStrikeVulnerability,
  answers: Lookup.Answers<{ readonly hosts: typeof hosts }>
): RecordKind.Draft<typeof RecordKind.Vulnerability>["device"] => {
  const host = answers.hosts?.[0]
  return {
    id: aid,
    hostnames: present([host_info?.hostname ?? host?.hostname]),
    ipv4s: present([host_info?.local_ip ?? host?.local_ip]).filter((ip) => !ip.includes(":")),
    platform: OperatingSystem.toPlatform(host_info?.platform ?? host?.platform_name),
    vendor_id: aid
  }
}

/** Maps a vulnerability of one host. */
export const toVulnerability = (
  row: CrowdStrikeVulnerability,
  answers: Lookup.Answers<{ readonly hosts: typeof hosts }>
): RecordKind.Draft<typeof RecordKind.Vulnerability> => ({
  device: deviceOf(row, answers),
  name: row.cve?.id ?? row.vulnerability_id ?? row.id,
  description: row.cve?.description,
  severity: SEVERITIES[row.cve?.severity ?? ""] ?? "UNKNOWN",
  vendor_severity: row.cve?.severity,
  state: state(row),
  state_updated_at: stateUpdatedAt(row),
  cve: present([row.cve?.id]).filter((id) => id.startsWith("CVE-")),
  cvss_version: cvssVersion(row.cve?.vector),
  cvss_base_score: row.cve?.base_score,
  cvss_vector: row.cve?.vector,
  is_exploited: isExploited(row),
  first_seen: row.created_timestamp,
  last_seen: row.updated_timestamp,
  is_patchable: PATCHABLE[row.cve?.remediation_level ?? ""] ?? null,
  solution: joined(solutions(row), "\n"),
  category: joined(row.cve?.types ?? [], ", "),
  vendor_id: row.id,
  vendor_data: {
    vendor: "CROWDSTRIKE",
    vendor_status: row.status,
    suppression_reason: row.suppression_info?.reason ?? null,
    confidence: row.confidence,
    cve_name: row.cve?.name ?? null,
    exploit_status: row.cve?.exploit_status ?? null,
    exprt_rating: row.cve?.exprt_rating ?? null,
    remediation_level: row.cve?.remediation_level ?? null,
    published_date: row.cve?.published_date ?? null,
    spotlight_published_date: row.cve?.spotlight_published_date ?? null,
    exploitability_score: row.cve?.exploitability_score ?? null,
    impact_score: row.cve?.impact_score ?? null,
    is_cisa_kev: row.cve?.cisa_info?.is_cisa_kev ?? null,
    cisa_due_date: row.cve?.cisa_info?.due_date ?? null,
    references: row.cve?.references ?? null,
    vendor_advisories: row.cve?.vendor_advisory ?? null,
    os_version: row.host_info?.os_version ?? null,
    remediation_links: present((row.remediation?.entities ?? []).map((entity) => entity.link))
  }
})

const facet = ["cve", "host_info", "remediation"]

/**
 * Reads the vulnerabilities of all hosts, in every status.
 *
 * https://developer.crowdstrike.com/api-reference/collections/spotlight-vulnerabilities/
 */
export const vulnerabilities = Extractor.make({
  record: RecordKind.Vulnerability,
  endpoint: "/spotlight/combined/vulnerabilities/v1",
  row: CrowdStrikeVulnerability,
  marks: { volatile: ["host_info.host_last_seen_timestamp"] },
  pagination: Pagination.cursor({
    items: "resources",
    from: "meta.pagination.after",
    param: "after",
    // CrowdStrike allows 5,000, but each page must be stored within two minutes, before the token of the next page expires.
    limit: 1_000,
    endsOnEmptyPage: true,
    total: "meta.pagination.total"
  }),
  permissions: ["Vulnerabilities: Read"],
  // CrowdStrike requires a filter; this one matches every vulnerability.
  queries: [{ filter: "created_timestamp:>'2000-01-01T00:00:00Z'", facet, sort: "created_timestamp.asc" }],
  since: (instant) => ({ filter: `updated_timestamp:>='${instant}'`, sort: "updated_timestamp.asc" }),
  lookups: { hosts },
  toRecord: toVulnerability
})
