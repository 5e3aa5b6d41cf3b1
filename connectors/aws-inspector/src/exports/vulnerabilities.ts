import { Also, Extractor, Pagination, RecordKind } from "@tributary/core"
import { toInstant } from "../instant.js"
import { InspectorFinding } from "../rows/finding.js"
import {
  cvssOf,
  deviceOf,
  isFixAvailable,
  portOf,
  protocolOf,
  remediationOf,
  severityOf,
  stateOf,
  stateUpdatedAt,
  vendorDataOf,
  vulnerabilityIds
} from "../weakness.js"
import { toVulnerabilityFinding } from "./vulnerability_findings_v2.js"

/** Maps a finding; `is_exploited` stays null, because Inspector says whether an exploit exists, and not whether anybody uses it. */
export const toVulnerability = (finding: InspectorFinding): RecordKind.Draft<typeof RecordKind.Vulnerability> => ({
  device: deviceOf(finding),
  name: finding.title ?? vulnerabilityIds(finding)[0] ?? finding.findingArn,
  description: finding.description,
  severity: severityOf(finding),
  vendor_severity: finding.severity,
  state: stateOf(finding),
  state_updated_at: stateUpdatedAt(finding),
  cve: vulnerabilityIds(finding).filter((id) => id.startsWith("CVE-")),
  cvss_version: cvssOf(finding)?.version ?? null,
  cvss_base_score: cvssOf(finding)?.baseScore ?? null,
  cvss_vector: cvssOf(finding)?.scoringVector ?? null,
  epss_score: finding.epss?.score ?? null,
  port: portOf(finding),
  protocol: protocolOf(finding),
  first_seen: toInstant(finding.firstObservedAt),
  last_seen: toInstant(finding.lastObservedAt),
  is_patchable: isFixAvailable(finding),
  solution: remediationOf(finding),
  category: finding.type,
  vendor_id: finding.findingArn,
  vendor_data: vendorDataOf(finding)
})

/** In how many containers an image runs, and since when: it changes while the finding stays the same. */
const USE_OF_IMAGES = ["awsEcrContainerImage", "image"].flatMap((image) =>
  ["inUseCount", "lastInUseAt"].map((field) => `resources.details.${image}.${field}`)
)

/**
 * Reads the findings in every status, which become records of two types.
 *
 * https://docs.aws.amazon.com/inspector/v2/APIReference/API_ListFindings.html
 */
export const vulnerabilities = Extractor.make({
  record: RecordKind.Vulnerability,
  endpoint: "/findings/list",
  // Without an order of its own, the list could move rows between pages as findings change.
  post: { sortCriteria: { field: "FIRST_OBSERVED_AT", sortOrder: "ASC" } },
  row: InspectorFinding,
  id: "findingArn",
  marks: { volatile: USE_OF_IMAGES },
  pagination: Pagination.cursor({
    items: "findings",
    limit: 100,
    limitParam: "maxResults",
    from: "nextToken",
    param: "nextToken"
  }),
  permissions: ["inspector2:ListFindings"],
  // A date in a request is in seconds since 1970.
  since: (instant) => ({
    filterCriteria: { updatedAt: [{ startInclusive: Math.floor(Date.parse(instant) / 1_000) }] }
  }),
  also: [Also.of<InspectorFinding>()({ record: RecordKind.VulnerabilityFinding, toRecord: toVulnerabilityFinding })],
  toRecord: toVulnerability
})
