import { Also, RecordKind } from "@tributary/core"
import { advisoriesOf, cvesOf, cwesOf, isPatchable, packagesOf, type SnykIssue, stateWordOf } from "../issue.js"
import { common, projectIn, typeOf } from "../issueRecord.js"
import { fileOf, projectOfIssue, type SnykIssueProject } from "../project.js"

/** Snyk's own score if there is one: others, such as that of NVD, are in `vendor_data`. */
const cvssOf = ({ attributes }: SnykIssue) => {
  const scores = (attributes.severities ?? []).filter(({ vector }) => vector)
  const found = scores.find(({ source }) => source?.toLowerCase() === "snyk") ?? scores[0]
  return {
    cvss_version: found?.version ?? null,
    cvss_base_score: found?.score ?? null,
    cvss_vector: found?.vector ?? null
  }
}

/** Maps an issue of a package that an application depends on to a `sca_issue`. */
export const toScaIssue = (
  issue: SnykIssue,
  project: SnykIssueProject | null
): RecordKind.Draft<typeof RecordKind.ScaIssue> | null => {
  if (typeOf(issue, project) !== "SCA") return null
  const [found] = packagesOf(issue)
  // Without its package, the issue is still one of `issues`.
  if (found?.name === undefined || found.name === null) return null
  return {
    ...common(issue, project),
    vendor_state: stateWordOf(issue),
    cve: cvesOf(issue),
    advisory_ids: advisoriesOf(issue),
    cwe: cwesOf(issue),
    ...cvssOf(issue),
    package: {
      name: found.name,
      version: found.version ?? null,
      ecosystem: project?.attributes.type ?? null
    },
    is_patchable: isPatchable(issue),
    manifest_path: fileOf(project),
    published_at: (issue.attributes.problems ?? []).find(({ disclosed_at }) => disclosed_at)?.disclosed_at ?? null
  }
}

/** An issue that is in a package. */
export const scaIssue = Also.of<SnykIssue>()({
  record: RecordKind.ScaIssue,
  lookups: { project: projectOfIssue },
  toRecord: (issue, answers) => toScaIssue(issue, projectIn(answers))
})
