import { Child, Extractor, OperatingSystem, Pagination, RecordKind } from "@tributary/core"
import { cvssOf, textOf } from "../cvss.js"
import { exportOf, toEpochSeconds } from "../exportJob.js"
import { TenableVulnerability } from "../rows/vulnerability.js"

type Draft = RecordKind.Draft<typeof RecordKind.Vulnerability>

const BY_NUMBER: ReadonlyArray<Draft["severity"]> = ["INFORMATIONAL", "LOW", "MEDIUM", "HIGH", "CRITICAL"]

const BY_NAME: Readonly<Record<string, Draft["severity"]>> = {
  info: "INFORMATIONAL",
  low: "LOW",
  medium: "MEDIUM",
  high: "HIGH",
  critical: "CRITICAL"
}

const severityOf = ({ severity, severity_id }: TenableVulnerability): Draft["severity"] =>
  BY_NUMBER[severity_id ?? -1] ?? BY_NAME[severity?.toLowerCase() ?? ""] ?? "UNKNOWN"

const STATES: Readonly<Record<string, Draft["state"]>> = { OPEN: "OPEN", REOPENED: "REOPENED", FIXED: "FIXED" }

/** The state of a vulnerability; one whose risk was accepted is SUPPRESSED, because it still exists. */
const stateOf = ({ severity_modification_type, state }: TenableVulnerability): Draft["state"] =>
  severity_modification_type === "ACCEPTED" ? "SUPPRESSED" : (STATES[state?.toUpperCase() ?? ""] ?? "UNKNOWN")

/** When the vulnerability entered its state; null if its risk was accepted, because Tenable does not say when. */
const stateUpdatedAt = (row: TenableVulnerability): string | null => {
  const since = { OPEN: row.first_found, REOPENED: row.resurfaced_date, FIXED: row.last_fixed, SUPPRESSED: null }
  const state = stateOf(row)
  return state === "UNKNOWN" ? null : since[state]
}

/** The EPSS probability, from 0 to 1: Tenable returns per cent, and FIRST publishes at most six digits. */
const epssOf = ({ plugin }: TenableVulnerability): number | null =>
  plugin.epss_score === null ? null : Number((plugin.epss_score / 100).toFixed(6))

/** The type of the cross reference with which a plugin says that CISA lists its vulnerability; the id is CISA's due date. */
const CISA_LISTED = "CISA-KNOWN-EXPLOITED"

/** The type of a cross reference: `{ type, id }`, or a string such as `CWE:364`. */
const typeOf = (xref: unknown): unknown => Pagination.at(xref, "type") ?? String(xref).split(":")[0]

/**
 * Whether malware is known to use the vulnerability or CISA lists it as exploited; null if Tenable says neither.
 *
 * Only some containers return the flag `on_cisa_kev`, but every plugin of a listed vulnerability has the cross reference:
 * https://docs.tenable.com/vulnerability-management/Content/Settings/data-stream/findings-properties.htm
 */
const isExploited = ({ plugin }: TenableVulnerability): boolean | null => {
  const isListed = plugin.xrefs?.some((xref) => typeOf(xref) === CISA_LISTED) === true ? true : null
  const answers = [isListed, plugin.exploited_by_malware, plugin.vpr?.on_cisa_kev, plugin.vpr_v2?.on_cisa_kev]
  const known = answers.filter((each) => typeof each === "boolean")
  return known.length === 0 ? null : known.includes(true)
}

const FRAMEWORKS = ["canvas", "core", "d2_elliot", "exploithub", "metasploit"] as const

/** The exploit frameworks that have an exploit for the vulnerability. */
const frameworksOf = ({ plugin }: TenableVulnerability): ReadonlyArray<string> =>
  FRAMEWORKS.filter((name) => plugin[`exploit_framework_${name}`] === true)

/** The port of a vulnerability; null for port 0, which Tenable uses if a vulnerability affects the whole asset. */
const portOf = ({ port }: TenableVulnerability): number | null => (port?.port === 0 ? null : (port?.port ?? null))

/** The maximum length of `scan_output` in characters, because some output, such as a software inventory, takes megabytes. */
const MAX_OUTPUT = 20_000

const present = (...texts: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(texts.flatMap((text) => (text === null || text === "" ? [] : [text])))
]

/** The ID of a vulnerability: its asset, plugin, port and protocol, because Tenable reports a plugin once per port. */
const identityOf = ({ asset, plugin, port }: TenableVulnerability): string =>
  [asset.uuid, plugin.id, port?.port ?? 0, port?.protocol ?? ""].join("/")

/** The ID of a raw vulnerability. */
const idOf = (row: unknown): string | null =>
  Child.joinedId(
    Pagination.at(row, "asset.uuid"),
    Pagination.at(row, "plugin.id"),
    Pagination.at(row, "port.port") ?? 0
  )?.concat("/", String(Pagination.at(row, "port.protocol") ?? "")) ?? null

/** Maps a vulnerability found on one asset. */
export const toVulnerability = (row: TenableVulnerability): Draft => ({
  device: {
    id: row.asset.uuid,
    hostnames: present(row.asset.hostname, row.asset.fqdn, row.asset.netbios_name),
    ipv4s: present(row.asset.ipv4),
    platform: OperatingSystem.toPlatform(...(row.asset.operating_system ?? [])),
    vendor_id: row.asset.uuid
  },
  name: row.plugin.name ?? `Plugin ${row.plugin.id}`,
  description: row.plugin.description ?? row.plugin.synopsis,
  severity: severityOf(row),
  vendor_severity: row.severity ?? (row.severity_id === null ? null : String(row.severity_id)),
  state: stateOf(row),
  state_updated_at: stateUpdatedAt(row),
  cve: row.plugin.cve ?? [],
  cvss_version: cvssOf(row).version,
  cvss_base_score: cvssOf(row).base,
  cvss_vector: cvssOf(row).vector,
  cvss_temporal_score: cvssOf(row).temporal,
  cvss_temporal_vector: cvssOf(row).temporalVector,
  epss_score: epssOf(row),
  is_exploited: isExploited(row),
  port: portOf(row),
  protocol: row.port?.protocol ?? null,
  service: row.port?.service ?? null,
  first_seen: row.first_found,
  last_seen: row.last_found,
  is_patchable: row.plugin.has_patch,
  solution: row.plugin.solution,
  scan_output: row.output?.slice(0, MAX_OUTPUT) ?? null,
  category: row.plugin.family,
  vendor_scan_id: row.scan?.uuid ?? null,
  vendor_id: identityOf(row),
  vendor_data: {
    vendor: "TENABLE",
    plugin_id: row.plugin.id,
    finding_id: row.finding_id,
    plugin_type: row.plugin.type,
    synopsis: row.plugin.synopsis,
    risk_factor: row.plugin.risk_factor,
    exploit_available: row.plugin.exploit_available,
    exploitability_ease: row.plugin.exploitability_ease,
    exploit_frameworks: frameworksOf(row),
    metasploit_name: row.plugin.metasploit_name,
    cvss_v4_base_score: row.plugin.cvss4_base_score,
    cvss_v4_vector: textOf(row.plugin.cvss4_vector),
    cvss_v2_base_score: row.plugin.cvss_base_score,
    cvss_v2_vector: textOf(row.plugin.cvss_vector),
    patch_publication_date: row.plugin.patch_publication_date,
    vuln_publication_date: row.plugin.vuln_publication_date,
    plugin_publication_date: row.plugin.publication_date,
    plugin_modification_date: row.plugin.modification_date,
    vpr_score: row.plugin.vpr?.score ?? null,
    vpr_updated: row.plugin.vpr?.updated ?? null,
    vpr_drivers: row.plugin.vpr?.drivers ?? null,
    vpr_v2_score: row.plugin.vpr_v2?.score ?? null,
    exploited_by_malware: row.plugin.exploited_by_malware,
    exploited_by_nessus: row.plugin.exploited_by_nessus,
    in_the_news: row.plugin.in_the_news,
    unsupported_by_vendor: row.plugin.unsupported_by_vendor,
    stig_severity: row.plugin.stig_severity,
    cpe: row.plugin.cpe,
    see_also: row.plugin.see_also,
    xrefs: row.plugin.xrefs,
    state: row.state,
    severity_id: row.severity_id,
    severity_default_id: row.severity_default_id,
    severity_modification_type: row.severity_modification_type,
    recast_reason: row.recast_reason,
    last_fixed: row.last_fixed,
    resurfaced_date: row.resurfaced_date,
    device_type: row.asset.device_type,
    agent_uuid: row.asset.agent_uuid,
    mac_address: row.asset.mac_address,
    network_id: row.asset.network_id,
    last_authenticated_results: row.asset.last_authenticated_results,
    scan_schedule_id: row.scan?.schedule_uuid ?? null,
    scan_started_at: row.scan?.started_at ?? null,
    scan_completed_at: row.scan?.completed_at ?? null
  }
})

/** 1 January 2000 in epoch seconds, earlier than any finding; without a time Tenable exports only the last 30 days. */
const EVER = 946_684_800

const PARTS = "the parts of a vector, which the record has as one text"

/** Every state, because Tenable leaves out fixed vulnerabilities by default. */
const state = ["OPEN", "REOPENED", "FIXED"]

/** Exports vulnerabilities in every state: https://developer.tenable.com/reference/exports-vulns-request-export */
export const vulnerabilities = Extractor.make({
  record: RecordKind.Vulnerability,
  endpoint: "/vulns/export",
  row: TenableVulnerability,
  marks: {
    volatile: ["asset.last_unauthenticated_results", "indexed"],
    leftOut: {
      "plugin.cvss4_vector": PARTS,
      "plugin.cvss3_vector": PARTS,
      "plugin.cvss3_temporal_vector": PARTS,
      "plugin.cvss_vector": PARTS
    }
  },
  id: idOf,
  pagination: Pagination.none(),
  exportJob: exportOf("vulns", { num_assets: 500, include_unlicensed: true, filters: { state, since: EVER } }),
  permissions: ["role: Basic [16]", "permission: Can View on assets"],
  // Not Tenable's own `since`, which compares the end of the scan: its results can be exported only minutes to hours later.
  since: (instant) => ({ filters: { state, indexed_at: toEpochSeconds(instant) } }),
  toRecord: toVulnerability
})
