import type { Records } from "@tributary/core"
import { isIgnored, locationOf, packagesOf, problemsOf, remediationOf, type SnykIssue } from "./issue.js"
import { fileOf, isContainer, repositoryOf, type SnykIssueProject } from "./project.js"

/** What an issue is about, if its type says so: https://docs.snyk.io/snyk-api/reference/issues */
const TYPES: Readonly<Record<string, Records.IssueType>> = {
  code: "SAST",
  license: "LICENSE",
  config: "IAC",
  custom: "OTHER"
}

/** What an issue is about. The project says whether a package is in an image; the issues of an environment are about a cloud itself. */
export const typeOf = (
  { attributes, relationships }: SnykIssue,
  project: SnykIssueProject | null
): Records.IssueType => {
  if (attributes.type === "package_vulnerability") return project !== null && isContainer(project) ? "CONTAINER" : "SCA"
  if (attributes.type === "cloud") return relationships.scan_item.data.type === "environment" ? "CSPM" : "IAC"
  return TYPES[attributes.type ?? ""] ?? "OTHER"
}

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  critical: "CRITICAL",
  high: "HIGH",
  medium: "MEDIUM",
  low: "LOW",
  info: "INFORMATIONAL"
}

/** An issue is also resolved if it has disappeared, because its code or its package has. */
const STATES: Readonly<Record<string, Records.VulnerabilityState>> = { open: "OPEN", resolved: "FIXED" }

const DATABASE = "https://security.snyk.io"

/** The page of a vulnerable package in Snyk's database, which is where the older API led; other issues have no address. */
const pageOf = (issue: SnykIssue): string | null => {
  if (issue.attributes.type !== "package_vulnerability") return null
  const id = problemsOf(issue).find(({ source }) => source?.toUpperCase() === "SNYK")?.id
  if (id === undefined) return null
  return new URL(`${DATABASE}/vuln/${id}`).href
}

/** The project of an issue, as the answer to the lookup has it. */
export const projectIn = ({
  project
}: {
  readonly project: ReadonlyArray<SnykIssueProject> | null
}): SnykIssueProject | null => project?.[0] ?? null

/** The path of the file that has the issue: a place in it, or the manifest or template that the project is about. */
export const filePathOf = (issue: SnykIssue, project: SnykIssueProject | null): string | null =>
  locationOf(issue)?.file || fileOf(project)

/** The fields that the records of all kinds have. */
export const common = (issue: SnykIssue, project: SnykIssueProject | null) => {
  const { attributes, relationships } = issue
  const { data } = relationships.scan_item
  const projectId = data.type === "project" ? data.id : null
  const severity = attributes.effective_severity_level
  return {
    title: attributes.title || attributes.key || issue.id,
    description: attributes.description,
    severity: SEVERITIES[severity ?? ""] ?? ("UNKNOWN" as const),
    vendor_severity: severity,
    state: isIgnored(issue) ? ("SUPPRESSED" as const) : (STATES[attributes.status ?? ""] ?? ("UNKNOWN" as const)),
    state_updated_at: attributes.status === "resolved" ? (attributes.resolution?.resolved_at ?? null) : null,
    application_id: projectId,
    application_vendor_id: projectId,
    repository: project === null ? null : repositoryOf(project),
    remediation: remediationOf(issue),
    first_seen: attributes.created_at,
    url: pageOf(issue),
    vendor_id: issue.id,
    vendor_data: {
      vendor: "SNYK",
      type: attributes.type,
      key: attributes.key,
      ignored: attributes.ignored,
      problems: problemsOf(issue),
      classes: attributes.classes,
      severities: attributes.severities,
      packages: packagesOf(issue)
    }
  }
}
