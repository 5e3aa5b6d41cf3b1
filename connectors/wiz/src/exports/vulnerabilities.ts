import { Extractor, OperatingSystem, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"

/** A vulnerability of one resource: https://docs.wiz.io/dev/vulnerability-finding-query */
export const WizVulnerability = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: Row.nullish(Schema.String),
  vendorSeverity: Row.nullish(Schema.String),
  CVSSSeverity: Row.nullish(Schema.String),
  CVEDescription: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  score: Row.nullish(Schema.Number),
  exploitabilityScore: Row.nullish(Schema.Number),
  impactScore: Row.nullish(Schema.Number),
  epssSeverity: Row.nullish(Schema.String),
  epssPercentile: Row.nullish(Schema.Number),
  epssProbability: Row.nullish(Schema.Number),
  hasExploit: Row.nullish(Schema.Boolean),
  hasCisaKevExploit: Row.nullish(Schema.Boolean),
  firstDetectedAt: Row.nullish(Schema.String),
  lastDetectedAt: Row.nullish(Schema.String),
  resolvedAt: Row.nullish(Schema.String),
  resolutionReason: Row.nullish(Schema.String),
  remediation: Row.nullish(Schema.String),
  detailedName: Row.nullish(Schema.String),
  version: Row.nullish(Schema.String),
  fixedVersion: Row.nullish(Schema.String),
  detectionMethod: Row.nullish(Schema.String),
  locationPath: Row.nullish(Schema.String),
  dataSourceName: Row.nullish(Schema.String),
  link: Row.nullish(Schema.String),
  portalUrl: Row.nullish(Schema.String),
  projects: Row.nullish(Schema.Unknown),
  vulnerableAsset: Schema.Struct({
    id: Schema.String,
    type: Row.nullish(Schema.String),
    name: Row.nullish(Schema.String),
    region: Row.nullish(Schema.String),
    providerUniqueId: Row.nullish(Schema.String),
    cloudPlatform: Row.nullish(Schema.String),
    status: Row.nullish(Schema.String),
    subscriptionName: Row.nullish(Schema.String),
    subscriptionExternalId: Row.nullish(Schema.String),
    tags: Row.nullish(Schema.Unknown),
    operatingSystem: Row.nullish(Schema.String),
    ipAddresses: Row.nullish(Schema.Array(Schema.String))
  })
})
export interface WizVulnerability extends Schema.Schema.Type<typeof WizVulnerability> {}

/** What the connector asks for each page of vulnerabilities. */
export const VULNERABILITIES = `query Vulnerabilities($filterBy: VulnerabilityFindingFilters, $first: Int, $after: String, $orderBy: VulnerabilityFindingOrder) {
  vulnerabilityFindings(filterBy: $filterBy, first: $first, after: $after, orderBy: $orderBy) {
    nodes {
      id name status vendorSeverity CVSSSeverity CVEDescription description score exploitabilityScore impactScore
      epssSeverity epssPercentile epssProbability hasExploit hasCisaKevExploit
      firstDetectedAt lastDetectedAt resolvedAt resolutionReason
      remediation detailedName version fixedVersion detectionMethod locationPath dataSourceName link portalUrl
      projects { id name slug businessUnit riskProfile { businessImpact } }
      vulnerableAsset {
        ... on VulnerableAssetBase {
          id type name region providerUniqueId cloudPlatform status subscriptionName subscriptionExternalId tags
        }
        ... on VulnerableAssetVirtualMachine { operatingSystem ipAddresses }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  CRITICAL: "CRITICAL",
  HIGH: "HIGH",
  MEDIUM: "MEDIUM",
  LOW: "LOW",
  NONE: "INFORMATIONAL",
  INFORMATIONAL: "INFORMATIONAL"
}

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  OPEN: "OPEN",
  RESOLVED: "FIXED",
  REJECTED: "SUPPRESSED"
}

/** When the vulnerability entered its state; null if Wiz does not say, as for a rejected one. */
const stateUpdatedAt = ({ firstDetectedAt, resolvedAt, status }: WizVulnerability): string | null => {
  if (status === "RESOLVED") return resolvedAt
  return status === "OPEN" ? firstDetectedAt : null
}

const deviceOf = ({ vulnerableAsset: { id, ipAddresses, name, operatingSystem } }: WizVulnerability) => ({
  id,
  hostnames: name === null ? [] : [name],
  ipv4s: (ipAddresses ?? []).filter((address) => !address.includes(":")),
  platform: OperatingSystem.toPlatform(operatingSystem),
  vendor_id: id
})

/** Maps a vulnerability of one resource. */
export const toVulnerability = (found: WizVulnerability): RecordKind.Draft<typeof RecordKind.Vulnerability> => ({
  device: deviceOf(found),
  name: found.name,
  description: found.CVEDescription ?? found.description,
  severity: SEVERITIES[found.vendorSeverity ?? found.CVSSSeverity ?? ""] ?? "UNKNOWN",
  vendor_severity: found.vendorSeverity ?? found.CVSSSeverity,
  state: STATES[found.status ?? ""] ?? "UNKNOWN",
  state_updated_at: stateUpdatedAt(found),
  cve: /^CVE-\d{4}-\d+$/.test(found.name) ? [found.name] : [],
  cvss_base_score: found.score,
  is_exploited: found.hasCisaKevExploit,
  first_seen: found.firstDetectedAt,
  last_seen: found.lastDetectedAt,
  is_patchable: found.fixedVersion === null ? null : true,
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

/** Reads the vulnerabilities in every status: https://docs.wiz.io/dev/vulnerability-finding-query */
export const vulnerabilities = Extractor.make({
  record: RecordKind.Vulnerability,
  endpoint: "/graphql",
  post: { operationName: "Vulnerabilities", query: VULNERABILITIES, variables: {} },
  row: WizVulnerability,
  pagination: Pagination.graphql({ connection: "data.vulnerabilityFindings", limit: 100 }),
  permissions: ["read:vulnerabilities"],
  since: (instant) => ({ variables: { filterBy: { updatedAt: { after: instant } } } }),
  toRecord: toVulnerability
})
