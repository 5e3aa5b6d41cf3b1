import { Also, RecordKind } from "@tributary/core"
import { cwesOf, locationOf, type SnykIssue, stateWordOf } from "../issue.js"
import { common, projectIn, typeOf } from "../issueRecord.js"
import { branchOf, projectOfIssue, type SnykIssueProject } from "../project.js"

/** The rule that found an issue; what Snyk calls a vulnerability is the issue itself. */
const ruleOf = ({ attributes }: SnykIssue) => {
  const rule = (attributes.problems ?? []).find(({ type }) => type === "rule")
  return rule === undefined ? null : { id: rule.id, name: null, url: rule.url }
}

/** Maps an issue of code to a `sast_issue`. */
export const toSastIssue = (
  issue: SnykIssue,
  project: SnykIssueProject | null
): RecordKind.Draft<typeof RecordKind.SastIssue> | null => {
  if (typeOf(issue, project) !== "SAST") return null
  const location = locationOf(issue)
  return {
    ...common(issue, project),
    vendor_state: stateWordOf(issue),
    rule: ruleOf(issue),
    cwe: cwesOf(issue),
    branch: project === null ? null : branchOf(project),
    commit: location?.commit_id ?? null,
    file_path: location?.file ?? null,
    start_line: location?.region?.start?.line ?? null,
    end_line: location?.region?.end?.line ?? null,
    tool: issue.attributes.tool
  }
}

/** An issue that is in code. */
export const sastIssue = Also.of<SnykIssue>()({
  record: RecordKind.SastIssue,
  lookups: { project: projectOfIssue },
  toRecord: (issue, answers) => toSastIssue(issue, projectIn(answers))
})
