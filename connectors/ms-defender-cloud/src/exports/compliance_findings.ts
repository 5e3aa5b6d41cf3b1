import { Child, Extractor, RecordKind, type Records } from "@tributary/core"
import { armId, armIdOf, armPages, nameOf, typeOf } from "../arm.js"
import { codeOf, compliancesOf, type DefenderAnswers } from "../compliances.js"
import { isUnregistered } from "../errors.js"
import { locations, metadata } from "../lookups/arm.js"
import { controls, times } from "../lookups/resource_graph.js"
import { cloudOf, nativeOf, resourceIdOf } from "../resourceDetails.js"
import { DefenderAssessment } from "../rows/assessment.js"
import { AzureSubscription } from "../rows/subscription.js"

const severities: Readonly<Record<string, Records.Severity>> = {
  critical: "CRITICAL",
  high: "HIGH",
  medium: "MEDIUM",
  low: "LOW",
  informational: "INFORMATIONAL"
}

const statuses: Readonly<Record<string, Records.FindingStatus>> = {
  unhealthy: "NEW",
  healthy: "RESOLVED",
  notapplicable: "OTHER"
}

/** The causes of NotApplicable that mean a user switched the assessment off. */
const suppressions: ReadonlySet<string> = new Set(["exempt", "exemptbypolicy", "offbypolicy"])

const statusOf = (assessment: DefenderAssessment): Records.FindingStatus => {
  const status = statuses[codeOf(assessment).toLowerCase()] ?? "UNKNOWN"
  const cause = assessment.properties.status?.cause?.toLowerCase() ?? ""
  return status === "OTHER" && suppressions.has(cause) ? "SUPPRESSED" : status
}

/** Maps an assessment with its definition, controls and location. */
export const toComplianceFinding = (
  assessment: DefenderAssessment,
  subscription: AzureSubscription,
  answers: DefenderAnswers
): RecordKind.Draft<typeof RecordKind.ComplianceFinding> => {
  const { additionalData, displayName, links, resourceDetails, status } = assessment.properties
  const metadata = answers.metadata?.[0]?.properties
  const times = answers.times?.[0]
  const title = displayName ?? metadata?.displayName ?? assessment.name
  const resourceId = resourceIdOf(assessment.id, resourceDetails)
  const native = nativeOf(resourceDetails, additionalData)
  return {
    title,
    description: metadata?.description ?? null,
    remediation: metadata?.remediationDescription ?? null,
    resource_id: resourceId,
    resource_name: native.name ?? nameOf(resourceId),
    resource_region: native.region ?? answers.locations?.[0]?.location ?? null,
    resource_type: native.type ?? typeOf(resourceDetails?.id ?? resourceId),
    severity: severities[metadata?.severity?.toLowerCase() ?? ""] ?? "UNKNOWN",
    vendor_severity: metadata?.severity ?? "UNKNOWN",
    status: statusOf(assessment),
    vendor_status: codeOf(assessment),
    status_changed_at: status?.statusChangeDate ?? times?.statusChangeDate ?? null,
    start_time: status?.firstEvaluationDate ?? times?.firstEvaluationDate ?? null,
    vendor_id: armId(assessment.id),
    vendor_data: {
      vendor: "MS_DEFENDER_CLOUD",
      cloud_provider: resourceDetails === null ? null : cloudOf(resourceDetails),
      native_resource_id: native.id,
      native_account_id: native.account,
      resource_provider: native.provider,
      subscription_id: subscription.subscriptionId,
      subscription_name: subscription.displayName,
      status_cause: status?.cause ?? null,
      status_description: status?.description ?? null,
      categories: metadata?.categories ?? null,
      threats: metadata?.threats ?? null,
      assessment_type: metadata?.assessmentType ?? null,
      policy_definition_id: metadata?.policyDefinitionId ?? null,
      portal_url: links?.azurePortalUri ?? null,
      resource_details: resourceDetails,
      additional_data: additionalData
    },
    rule: { id: assessment.name, name: title, vendor_id: assessment.name },
    compliances: compliancesOf(assessment, title, answers)
  }
}

const assessments = Child.of<AzureSubscription>()({
  record: RecordKind.ComplianceFinding,
  endpoint: "/subscriptions/{subscriptionId}/providers/Microsoft.Security/assessments",
  row: DefenderAssessment,
  id: armIdOf,
  pagination: { ...armPages("2021-06-01"), isAbsent: isUnregistered },
  permissions: ["Microsoft.Security/assessments/read"],
  when: (subscription) => subscription.state !== "Deleted",
  lookups: { metadata, controls, locations, times },
  toRecord: toComplianceFinding
})

/** Reads the assessments of each subscription: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/assessments/list */
export const findings = Extractor.below({
  endpoint: "/subscriptions",
  row: AzureSubscription,
  id: "subscriptionId",
  pagination: armPages("2022-12-01"),
  permissions: ["Microsoft.Resources/subscriptions/read"],
  child: assessments
})
