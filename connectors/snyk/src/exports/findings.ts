import { Also, RecordKind, type Records } from "@tributary/core"
import { locationOf, packagesOf, resourceOf, resourcePathOf, type SnykIssue, stateWordOf } from "../issue.js"
import { common, filePathOf, projectIn, typeOf } from "../issueRecord.js"
import { isImage, projectOfIssue, type SnykIssueProject } from "../project.js"

/** The types of findings; issues of the other types are records of another kind. */
const TYPES: Readonly<Partial<Record<Records.IssueType, Records.AppsecFindingType>>> = {
  CONTAINER: "CONTAINER",
  CSPM: "OTHER",
  IAC: "IAC",
  LICENSE: "LICENSE",
  OTHER: "OTHER"
}

/** What a finding is in: a resource, the image that the project is, or a package. */
const resourceIn = (issue: SnykIssue, project: SnykIssueProject | null): string | null => {
  const resource = resourceOf(issue)
  const named = resource?.native_id || resource?.name || resourcePathOf(issue)
  if (named) return named
  if (project !== null && isImage(project)) return project.attributes.name
  const [found] = packagesOf(issue)
  return found === undefined ? null : [found.name, found.version].filter(Boolean).join("@")
}

/** Maps an issue of an image, a template, a licence or a cloud to an `appsec_finding`. */
export const toFinding = (
  issue: SnykIssue,
  project: SnykIssueProject | null
): RecordKind.Draft<typeof RecordKind.AppsecFinding> | null => {
  const type = TYPES[typeOf(issue, project)]
  // An issue without a type may be in code.
  if (type === undefined || issue.attributes.type === null) return null
  return {
    ...common(issue, project),
    type,
    vendor_state: stateWordOf(issue),
    file_path: filePathOf(issue, project),
    start_line: locationOf(issue)?.region?.start?.line ?? null,
    resource: resourceIn(issue, project)
  }
}

/** An issue that is neither in code nor in what an application depends on. */
export const finding = Also.of<SnykIssue>()({
  record: RecordKind.AppsecFinding,
  lookups: { project: projectOfIssue },
  toRecord: (issue, answers) => toFinding(issue, projectIn(answers))
})
