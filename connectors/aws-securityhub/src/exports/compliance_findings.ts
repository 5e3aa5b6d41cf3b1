import { Extractor, RecordKind } from "@tributary/core"
import { controlOf, controlOfHub, field, productOf, toResult } from "../controls.js"
import {
  alertStatusOf,
  identityOf,
  labelOf,
  recommendationOf,
  resourceNameOf,
  severityOf,
  statusOf
} from "../finding.js"
import { equals, findingsWith } from "../findingList.js"
import { AwsSecurityFinding } from "../rows/finding.js"
import { standardOfGenerator, toStandard } from "../standard.js"
import { updatesOf, weaknessesOf } from "../weaknesses.js"

type Draft = RecordKind.Draft<typeof RecordKind.ComplianceFinding>

/**
 * The standards of a finding. A check that belongs to no standard, such as a customer's own AWS Config rule, counts as part
 * of its product's checks: otherwise no filter by result or control would find it.
 */
const standardsOf = (finding: AwsSecurityFinding): ReadonlyArray<string> => {
  const { AssociatedStandards = null, Status = null } = finding.Compliance ?? {}
  if (AssociatedStandards !== null && AssociatedStandards.length > 0) {
    return AssociatedStandards.map(({ StandardsId }) => StandardsId)
  }
  const only =
    field(finding, "StandardsArn") ??
    field(finding, "StandardsGuideArn") ??
    standardOfGenerator(finding.GeneratorId) ??
    (Status === null ? null : productOf(finding).name)
  return only === null ? [] : [only]
}

const compliancesOf = (finding: AwsSecurityFinding): Draft["compliances"] => {
  const control = controlOf(finding)
  if (control === null) return []
  return standardsOf(finding)
    .map(toStandard)
    .map((standard) => ({
      standard: standard.name,
      standard_version: standard.version,
      control,
      control_name: finding.Title,
      result: toResult(finding.Compliance?.Status ?? null)
    }))
}

const ruleOf = (finding: AwsSecurityFinding): Draft["rule"] => {
  const rule = controlOfHub(finding) ?? finding.GeneratorId
  return rule === null ? null : { id: rule, name: finding.Title, vendor_id: rule }
}

/** Maps a finding; `status_changed_at` is the last update, because Security Hub does not record when the status changed. */
export const toComplianceFinding = (finding: AwsSecurityFinding): Draft => ({
  title: finding.Title,
  description: finding.Description,
  remediation: recommendationOf(finding) ?? updatesOf(finding.Vulnerabilities),
  resource_id: finding.Resources[0].Id,
  resource_name: resourceNameOf(finding.Resources[0]),
  resource_region: finding.Resources[0].Region ?? finding.Region,
  resource_type: finding.Resources[0].Type,
  severity: severityOf(finding),
  vendor_severity: labelOf(finding),
  status: alertStatusOf(finding),
  vendor_status: statusOf(finding),
  status_changed_at: finding.UpdatedAt,
  start_time: finding.FirstObservedAt ?? finding.CreatedAt,
  vendor_id: identityOf(finding),
  rule: ruleOf(finding),
  compliances: compliancesOf(finding),
  vendor_data: {
    vendor: "AWS_SECURITYHUB",
    product_arn: finding.ProductArn,
    product_name: productOf(finding).name,
    company_name: productOf(finding).company,
    account_id: finding.AwsAccountId,
    account_name: finding.AwsAccountName,
    region: finding.Region,
    generator_id: finding.GeneratorId,
    types: finding.Types,
    workflow_status: finding.Workflow?.Status ?? finding.WorkflowState,
    record_state: finding.RecordState,
    compliance_status: finding.Compliance?.Status ?? null,
    status_reasons: finding.Compliance?.StatusReasons ?? null,
    related_requirements: finding.Compliance?.RelatedRequirements ?? null,
    created_at: finding.CreatedAt,
    updated_at: finding.UpdatedAt,
    last_observed_at: finding.LastObservedAt,
    severity_original: finding.Severity?.Original ?? null,
    product_fields: finding.ProductFields,
    finding_provider_fields: finding.FindingProviderFields,
    user_defined_fields: finding.UserDefinedFields,
    note: finding.Note,
    source_url: finding.SourceUrl,
    confidence: finding.Confidence,
    criticality: finding.Criticality,
    vulnerabilities: finding.Vulnerabilities,
    ...weaknessesOf(finding.Vulnerabilities),
    resources: finding.Resources.map(({ Id, Type, Region, Partition, Tags, Details }) => ({
      id: Id,
      type: Type,
      region: Region,
      partition: Partition,
      tags: Tags,
      details: Details
    }))
  }
})

/** Reads the findings that have a compliance status, which leaves out threats and vulnerable packages. */
export const findings = Extractor.make({
  ...findingsWith({ ComplianceStatus: equals("FAILED", "PASSED", "WARNING", "NOT_AVAILABLE") }),
  record: RecordKind.ComplianceFinding,
  row: AwsSecurityFinding,
  toRecord: toComplianceFinding
})
