import { Also, Extractor, Pagination, RecordKind } from "@tributary/core"
import { PAGE_SIZE } from "../pagination.js"
import { GitLabVulnerability, REPORT_QUERY } from "../rows/vulnerability.js"
import { cvesOf, cwesOf, further, idOf, inCode, isPatchable, typeOf } from "../vulnerability.js"
import { toFinding } from "./findings.js"
import { toSastIssue } from "./sast_issues.js"
import { toScaIssue } from "./sca_issues.js"
import { toVulnerabilityFinding } from "./vulnerability_findings_v2.js"

/** Maps a vulnerability of any kind to an `appsec_issue`. */
export const toIssue = (found: GitLabVulnerability): RecordKind.Draft<typeof RecordKind.AppsecIssue> => ({
  ...inCode(found),
  type: typeOf(found),
  cve: cvesOf(found),
  cwe: cwesOf(found),
  file_path: found.location?.file ?? null,
  is_patchable: isPatchable(found),
  vendor_data: further(found)
})

/** The endpoint of GraphQL: https://docs.gitlab.com/api/graphql/ */
export const REPORT = "/api/graphql"

const also = Also.of<GitLabVulnerability>()

/** Reads the vulnerability report of the group, the oldest first, in all states and of all scans; each row becomes an issue, and a record of its own kind. */
export const report = Extractor.make({
  record: RecordKind.AppsecIssue,
  endpoint: REPORT,
  post: { operationName: "Report", query: REPORT_QUERY, variables: { group: "{$group}" } },
  row: GitLabVulnerability,
  id: idOf,
  marks: {
    // When GitLab last touched the row, which is no change of its own.
    volatile: ["updatedAt"]
  },
  pagination: Pagination.graphql({ connection: "data.group.vulnerabilities", limit: PAGE_SIZE }),
  permissions: ["read_api", "Security Manager or Developer"],
  also: [
    also({ record: RecordKind.SastIssue, toRecord: toSastIssue }),
    also({ record: RecordKind.ScaIssue, toRecord: toScaIssue }),
    also({ record: RecordKind.AppsecFinding, toRecord: toFinding }),
    also({ record: RecordKind.VulnerabilityFinding, toRecord: toVulnerabilityFinding })
  ],
  toRecord: toIssue
})
