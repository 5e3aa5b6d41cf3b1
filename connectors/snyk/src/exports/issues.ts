import { Extractor, RecordKind } from "@tributary/core"
import { cvesOf, cwesOf, ISSUES, isPatchable, resourceOf, SnykIssue } from "../issue.js"
import { common, filePathOf, projectIn, typeOf } from "../issueRecord.js"
import { pages } from "../pages.js"
import { projectOfIssue, type SnykIssueProject } from "../project.js"
import { finding } from "./findings.js"
import { sastIssue } from "./sast_issues.js"
import { scaIssue } from "./sca_issues.js"

/** Maps an issue of any type to an `appsec_issue`. */
export const toAppsecIssue = (
  issue: SnykIssue,
  project: SnykIssueProject | null
): RecordKind.Draft<typeof RecordKind.AppsecIssue> => {
  const resource = resourceOf(issue)
  return {
    ...common(issue, project),
    type: typeOf(issue, project),
    cve: cvesOf(issue),
    cwe: cwesOf(issue),
    file_path: filePathOf(issue, project),
    resource_id: resource?.native_id || resource?.id || null,
    is_patchable: isPatchable(issue)
  }
}

const OF_API = "address of Snyk's own API"

/** Extracts the issues in every state, which become records of four kinds. */
export const issues = Extractor.make({
  record: RecordKind.AppsecIssue,
  endpoint: ISSUES,
  row: SnykIssue,
  marks: {
    // Snyk writes these whenever it looks at the issue again.
    volatile: [
      "attributes.coordinates.updated_at",
      "attributes.problems.updated_at",
      "attributes.risk.score.updated_at"
    ],
    leftOut: {
      "relationships.organization.links": OF_API,
      "relationships.scan_item.links": OF_API,
      "relationships.test_executions": "which tests found it, each of which has an id of its own"
    }
  },
  pagination: pages,
  // The first is for a group, and the second for an organization.
  permissions: ["View Issues (group.issues.read)", "View Project history (org.project.snapshot.read)"],
  lookups: { project: projectOfIssue },
  since: (instant) => ({ updated_after: instant }),
  also: [scaIssue, sastIssue, finding],
  toRecord: (issue, answers) => toAppsecIssue(issue, projectIn(answers))
})
