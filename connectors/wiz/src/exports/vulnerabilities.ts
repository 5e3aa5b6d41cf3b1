import { Also, Extractor, Pagination, RecordKind } from "@tributary/core"
import { toVulnerabilityFinding } from "../findings.js"
import { deviceOf, scoreOf, VULNERABILITIES, WizVulnerability } from "../rows/vulnerability.js"
import { toSeverity } from "../severity.js"
import { STATES, stateUpdatedAt } from "../states.js"

/** Maps a vulnerability of one resource. */
export const toVulnerability = (found: WizVulnerability): RecordKind.Draft<typeof RecordKind.Vulnerability> => ({
  device: deviceOf(found),
  name: found.name,
  description: found.CVEDescription || found.description,
  severity: toSeverity(found.vendorSeverity || found.CVSSSeverity),
  vendor_severity: found.vendorSeverity || found.CVSSSeverity,
  state: STATES[found.status ?? ""] ?? "UNKNOWN",
  state_updated_at: stateUpdatedAt(found),
  cve: /^CVE-\d{4}-\d+$/.test(found.name) ? [found.name] : [],
  cvss_base_score: scoreOf(found),
  is_exploited: found.hasCisaKevExploit,
  first_seen: found.firstDetectedAt,
  last_seen: found.lastDetectedAt,
  is_patchable: found.fixedVersion ? true : null,
  solution: found.remediation,
  vendor_id: found.id,
  vendor_data: {
    vendor: "WIZ",
    vendor_status: found.status,
    description: found.description,
    cvss_severity: found.CVSSSeverity,
    exploitability_score: found.exploitabilityScore,
    impact_score: found.impactScore,
    epss_severity: found.epssSeverity,
    epss_percentile: found.epssPercentile,
    epss_probability: found.epssProbability,
    has_exploit: found.hasExploit,
    resolution_reason: found.resolutionReason,
    package_name: found.detailedName,
    package_version: found.version,
    fixed_version: found.fixedVersion,
    detection_method: found.detectionMethod,
    location_path: found.locationPath,
    data_source: found.dataSourceName,
    link: found.link,
    portal_url: found.portalUrl,
    asset: found.vulnerableAsset,
    projects: found.projects
  }
})

/** Reads the vulnerabilities in every status, which become records of two types: https://docs.wiz.io/dev/vulnerability-finding-query */
export const vulnerabilities = Extractor.make({
  record: RecordKind.Vulnerability,
  endpoint: "/graphql",
  post: { operationName: "Vulnerabilities", query: VULNERABILITIES, variables: {} },
  row: WizVulnerability,
  // No count: Wiz would count the millions of findings of a tenant for each page.
  pagination: Pagination.graphql({ connection: "data.vulnerabilityFindings", limit: 100 }),
  permissions: ["read:vulnerabilities"],
  since: (instant) => ({ variables: { filterBy: { updatedAt: { after: instant } } } }),
  also: [Also.of<WizVulnerability>()({ record: RecordKind.VulnerabilityFinding, toRecord: toVulnerabilityFinding })],
  toRecord: toVulnerability
})
