import type { RecordKind, Records } from "@tributary/core"
import { descriptionOf, remediationOf, resourceIdOf, type WizIssue } from "./rows/issue.js"
import { toSeverity } from "./severity.js"

/** The states behind Wiz's statuses: https://docs.wiz.io/dev/issues-query */
const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  OPEN: "OPEN",
  IN_PROGRESS: "OPEN",
  RESOLVED: "FIXED",
  REJECTED: "SUPPRESSED"
}

/** What an issue is about, by Wiz's types. A threat, which Wiz saw in the events of a cloud, is none of the other types. */
const TYPES: Readonly<Record<string, Records.IssueType>> = {
  TOXIC_COMBINATION: "CSPM",
  CLOUD_CONFIGURATION: "CSPM",
  THREAT_DETECTION: "OTHER"
}

/** Maps an issue as it is; `toComplianceFinding` maps it to what its rule says about its resource. */
export const toAppsecIssue = (issue: WizIssue): RecordKind.Draft<typeof RecordKind.AppsecIssue> => {
  const { entitySnapshot: resource, sourceRule: rule } = issue
  return {
    title: rule?.name || issue.id,
    description: descriptionOf(issue),
    type: TYPES[issue.type ?? ""] ?? "OTHER",
    severity: toSeverity(issue.severity),
    vendor_severity: issue.severity,
    state: STATES[issue.status] ?? "UNKNOWN",
    state_updated_at: issue.statusChangedAt ?? null,
    resource_id: resourceIdOf(issue),
    remediation: remediationOf(issue),
    first_seen: issue.createdAt,
    url: issue.url,
    vendor_id: issue.id,
    vendor_data: {
      vendor: "WIZ",
      vendor_status: issue.status,
      issue_type: issue.type,
      rule: rule && { id: rule.id, name: rule.name, type: rule.__typename },
      resolution_reason: issue.resolutionReason,
      due_at: issue.dueAt,
      resolved_at: issue.resolvedAt,
      resource,
      projects: issue.projects,
      service_tickets: issue.serviceTickets
    }
  }
}
