import { Child, Extractor, Pagination, RecordKind, type Records } from "@tributary/core"
import { distinct, hostnames, InsightVmServer, ipv4s, serviceAt, sightings } from "../asset.js"
import { isExploited, pciOf, scoreOf } from "../definition.js"
import { LINKS } from "../links.js"
import { definitions, solutions } from "../lookups/definitions.js"
import { pages } from "../pages.js"
import { toPlatform } from "../platform.js"
import type { InsightVmVulnerability } from "../rows/definition.js"
import { InsightVmFinding } from "../rows/finding.js"
import { toSeverity } from "../severity.js"

/** The answers to the lookups of a finding. */
export interface InsightVmFindingAnswers {
  /** One definition; null if the console no longer has it, so that the fields of the definition stay unread. */
  readonly definitions: ReadonlyArray<InsightVmVulnerability> | null
  /** The ids of the solutions on all platforms; null if the user may not read them. */
  readonly solutions: ReadonlyArray<string> | null
}

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  vulnerable: "OPEN",
  "vulnerable-version": "OPEN",
  "vulnerable-potential": "OPEN",
  "vulnerable-with-exception-applied": "SUPPRESSED",
  "vulnerable-version-with-exception-applied": "SUPPRESSED",
  "vulnerable-potential-with-exception-applied": "SUPPRESSED",
  invulnerable: "FIXED",
  "not-vulnerable": "FIXED"
}

const stateOf = (status: string | null): Records.VulnerabilityState => STATES[status ?? ""] ?? "UNKNOWN"

/**
 * A finding is SUPPRESSED if each of its results has an exception. The console may report such a finding as `invulnerable`, so
 * that status means FIXED only if every result is fixed.
 */
const state = ({ status, results }: InsightVmFinding): Records.VulnerabilityState => {
  const all = (results ?? []).map((result) => stateOf(result.status))
  const areAll = (wanted: Records.VulnerabilityState) => all.length > 0 && all.every((one) => one === wanted)
  if (areAll("SUPPRESSED")) return "SUPPRESSED"
  return status === "invulnerable" && !areAll("FIXED") ? "SUPPRESSED" : stateOf(status)
}

/** The port, protocol and service of a finding; null if its results are on several ports. */
const portOf = ({ results }: InsightVmFinding, asset: InsightVmServer) => {
  const [first, ...others] = results ?? []
  const { port = null, protocol = null } = first ?? {}
  if (others.some((other) => other.port !== port || other.protocol !== protocol)) {
    return { port: null, protocol: null, service: null }
  }
  return { port, protocol, service: serviceAt(asset, port, protocol) }
}

const joined = (values: ReadonlyArray<string>, separator: string): string | null =>
  values.length === 0 ? null : values.join(separator)

/** Maps a finding on an asset, with the definition of its vulnerability. */
export const toVulnerability = (
  finding: InsightVmFinding,
  asset: InsightVmServer,
  { definitions, solutions }: InsightVmFindingAnswers
): RecordKind.Draft<typeof RecordKind.Vulnerability> => {
  const definition = definitions?.[0] ?? null
  const cvss = scoreOf(definition)
  const found = portOf(finding, asset)
  return {
    device: {
      id: String(asset.id),
      hostnames: hostnames(asset),
      ipv4s: ipv4s(asset),
      platform: toPlatform(asset),
      vendor_id: String(asset.id)
    },
    name: definition?.title ?? finding.id,
    description: definition?.description?.text,
    severity: toSeverity(definition?.severity ?? null),
    vendor_severity: definition?.severity,
    state: state(finding),
    state_updated_at: finding.since,
    cve: definition?.cves ?? [],
    cvss_version: cvss.version,
    cvss_base_score: cvss.score,
    cvss_vector: cvss.vector,
    is_exploited: isExploited(definition),
    port: found.port,
    protocol: found.protocol,
    service: found.service,
    first_seen: finding.since,
    last_seen: sightings(asset).last,
    is_patchable: solutions === null ? null : solutions.length > 0,
    solution: joined(solutions ?? [], ", "),
    scan_output: joined(distinct((finding.results ?? []).map(({ proof }) => proof)), "\n"),
    category: joined(definition?.categories ?? [], ", "),
    vendor_scan_id: sightings(asset).scanId?.toString() ?? null,
    vendor_id: `${asset.id}/${finding.id}`,
    vendor_data: {
      vendor: "INSIGHTVM",
      vendor_status: finding.status,
      vulnerability_id: finding.id,
      instances: finding.instances,
      severity_score: definition?.severityScore ?? null,
      risk_score: definition?.riskScore ?? null,
      exploits: definition?.exploits ?? null,
      malware_kits: definition?.malwareKits ?? null,
      denial_of_service: definition?.denialOfService ?? null,
      cvss_v2_score: definition?.cvss?.v2?.score ?? null,
      cvss_v2_vector: definition?.cvss?.v2?.vector ?? null,
      pci: pciOf(definition),
      published: definition?.published ?? null,
      added: definition?.added ?? null,
      modified: definition?.modified ?? null
    }
  }
}

const findings = Child.of<InsightVmServer>()({
  record: RecordKind.Vulnerability,
  endpoint: "/api/3/assets/{id}/vulnerabilities",
  row: InsightVmFinding,
  marks: { leftOut: { links: LINKS, "results.links": LINKS } },
  id: (row, asset) => Child.joinedId(asset.id, Pagination.at(row, "id")),
  pagination: pages(500),
  permissions: ["View Site Asset Data"],
  lookups: { definitions, solutions },
  toRecord: toVulnerability
})

/** Reads the findings of each asset: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getAssetVulnerabilities */
export const vulnerabilities = Extractor.below({
  endpoint: "/api/3/assets?sort=id,asc",
  row: InsightVmServer,
  // Small pages, because a run that stops resumes at the start of its page of assets.
  pagination: pages(100),
  permissions: ["View Site Asset Data"],
  child: findings
})
