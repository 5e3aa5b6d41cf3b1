import { Also, Extractor, Pagination, RecordKind, type Records } from "@tributary/core"
import { compliancesOf } from "../compliances.js"
import { toAppsecIssue } from "../issues.js"
import { descriptionOf, ISSUES, remediationOf, resourceIdOf, WizIssue } from "../rows/issue.js"
import { toSeverity } from "../severity.js"

const STATUSES: Readonly<Record<string, Records.FindingStatus>> = {
  OPEN: "NEW",
  IN_PROGRESS: "IN_PROGRESS",
  RESOLVED: "RESOLVED",
  REJECTED: "SUPPRESSED"
}

type Draft = RecordKind.Draft<typeof RecordKind.ComplianceFinding>

/** Maps an issue to a finding about the resource that it is about. */
export const toComplianceFinding = (issue: WizIssue): Draft => {
  const { entitySnapshot: resource, sourceRule: rule } = issue
  return {
    title: rule?.name || issue.id,
    description: descriptionOf(issue),
    remediation: remediationOf(issue),
    resource_id: resourceIdOf(issue),
    resource_name: resource.name,
    resource_region: resource.region,
    resource_type: resource.nativeType || resource.type,
    severity: toSeverity(issue.severity),
    vendor_severity: issue.severity ?? "UNKNOWN",
    status: STATUSES[issue.status] ?? "UNKNOWN",
    vendor_status: issue.status,
    status_changed_at: issue.statusChangedAt ?? issue.updatedAt,
    start_time: issue.createdAt,
    vendor_id: issue.id,
    rule: rule?.id ? { id: rule.id, name: rule.name || rule.id, vendor_id: rule.id } : null,
    compliances: compliancesOf(issue),
    vendor_data: {
      vendor: "WIZ",
      issue_type: issue.type,
      rule_type: rule?.__typename ?? null,
      due_at: issue.dueAt,
      resolved_at: issue.resolvedAt,
      updated_at: issue.updatedAt,
      resource,
      projects: issue.projects,
      notes: issue.notes,
      service_tickets: issue.serviceTickets
    }
  }
}

/**
 * Reads the issues in every status, which become records of two types: https://docs.wiz.io/dev/issues-query
 *
 * Wiz filters issues by the time of their last change of status, and not by that of other changes, such as a new note.
 */
export const complianceFindings = Extractor.make({
  record: RecordKind.ComplianceFinding,
  endpoint: "/graphql",
  post: { operationName: "Issues", query: ISSUES, variables: { orderBy: { field: "CREATED_AT", direction: "ASC" } } },
  row: WizIssue,
  pagination: Pagination.graphql({ connection: "data.issues", limit: 100, total: "data.issues.totalCount" }),
  permissions: ["read:issues"],
  since: (instant) => ({ variables: { filterBy: { statusChangedAt: { after: instant } } } }),
  also: [Also.of<WizIssue>()({ record: RecordKind.AppsecIssue, toRecord: toAppsecIssue })],
  toRecord: toComplianceFinding
})
