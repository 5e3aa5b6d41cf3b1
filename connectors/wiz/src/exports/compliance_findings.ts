import { Extractor, Pagination, RecordKind, type Records } from "@tributary/core"
import { ISSUES, WizIssue } from "../rows/issue.js"
import { toSeverity } from "../severity.js"

const STATUSES: Readonly<Record<string, Records.FindingStatus>> = {
  OPEN: "NEW",
  IN_PROGRESS: "IN_PROGRESS",
  RESOLVED: "RESOLVED",
  REJECTED: "SUPPRESSED"
}

type Draft = RecordKind.Draft<typeof RecordKind.ComplianceFinding>

const compliancesOf = ({ sourceRule, status }: WizIssue): Draft["compliances"] =>
  (sourceRule?.securitySubCategories ?? []).map(({ category, title }) => ({
    standard: category?.framework?.name ?? "Wiz",
    standard_version: null,
    control: title ?? category?.name ?? "",
    control_name: category?.name ?? null,
    result: status === "RESOLVED" ? "PASS" : "FAIL"
  }))

/** Maps an issue to a finding about the resource that it is about. */
export const toComplianceFinding = (issue: WizIssue): Draft => {
  const { entitySnapshot: resource, sourceRule: rule } = issue
  const description = rule?.controlDescription ?? rule?.cloudConfigurationRuleDescription
  return {
    title: rule?.name ?? issue.id,
    description: description ?? rule?.cloudEventRuleDescription ?? null,
    remediation: rule?.resolutionRecommendation ?? rule?.remediationInstructions ?? null,
    resource_id: resource.providerId ?? resource.externalId ?? resource.id,
    resource_name: resource.name,
    resource_region: resource.region,
    resource_type: resource.nativeType ?? resource.type,
    severity: toSeverity(issue.severity),
    vendor_severity: issue.severity ?? "UNKNOWN",
    status: STATUSES[issue.status] ?? "UNKNOWN",
    vendor_status: issue.status,
    status_changed_at: issue.statusChangedAt ?? issue.updatedAt,
    start_time: issue.createdAt,
    vendor_id: issue.id,
    rule: rule === null || rule.id === null ? null : { id: rule.id, name: rule.name ?? rule.id, vendor_id: rule.id },
    compliances: compliancesOf(issue),
    vendor_data: {
      vendor: "WIZ",
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

/** Reads the issues in every status: https://docs.wiz.io/dev/issues-query */
export const complianceFindings = Extractor.make({
  record: RecordKind.ComplianceFinding,
  endpoint: "/graphql",
  post: { operationName: "Issues", query: ISSUES, variables: { orderBy: { field: "CREATED_AT", direction: "ASC" } } },
  row: WizIssue,
  pagination: Pagination.graphql({ connection: "data.issues", limit: 100, total: "data.issues.totalCount" }),
  permissions: ["read:issues"],
  toRecord: toComplianceFinding
})
