import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import {
  alertStatusOf,
  common,
  identityOf,
  JsonObject,
  labelOf,
  recommendationOf,
  resourceNameOf,
  severityOf,
  statusOf,
  Text
} from "../finding.js"
import { equals, findingsWith } from "../findingList.js"
import { type Product, toProduct } from "../product.js"
import { standardOfGenerator, toControl, toStandard } from "../standard.js"
import { updatesOf, weaknessesOf } from "../weaknesses.js"

/** A resource of a finding: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_Resource.html */
export const AwsResource = Schema.Struct({
  Id: Schema.String,
  Type: Text,
  Region: Text,
  Partition: Text,
  Tags: Row.nullish(JsonObject),
  Details: Row.nullish(JsonObject)
})
export interface AwsResource extends Schema.Schema.Type<typeof AwsResource> {}

/** A finding in the AWS Security Finding Format: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_AwsSecurityFinding.html */
export const AwsSecurityFinding = Schema.Struct({
  ...common,
  ProductName: Text,
  CompanyName: Text,
  AwsAccountName: Text,
  GeneratorId: Text,
  ProductFields: Row.nullish(JsonObject),
  FindingProviderFields: Row.nullish(JsonObject),
  UserDefinedFields: Row.nullish(JsonObject),
  Note: Row.nullish(JsonObject),
  SourceUrl: Text,
  Confidence: Row.nullish(Schema.Number),
  Criticality: Row.nullish(Schema.Number),
  Vulnerabilities: Row.nullish(Schema.Array(JsonObject)),
  Resources: Schema.NonEmptyArray(AwsResource),
  Compliance: Row.nullish(
    Schema.Struct({
      Status: Text,
      SecurityControlId: Text,
      AssociatedStandards: Row.nullish(Schema.Array(Schema.Struct({ StandardsId: Schema.String }))),
      RelatedRequirements: Row.nullish(Schema.Array(Schema.String)),
      StatusReasons: Row.nullish(Schema.Array(Schema.Struct({ ReasonCode: Text, Description: Text })))
    })
  )
})
export interface AwsSecurityFinding extends Schema.Schema.Type<typeof AwsSecurityFinding> {}

type Draft = RecordKind.Draft<typeof RecordKind.ComplianceFinding>

type Result = "PASS" | "FAIL" | "NOT_APPLICABLE"

/** The result for a compliance status; WARNING and NOT_AVAILABLE become NOT_APPLICABLE, because neither judges the resource. */
export const toResult = (status: string | null): Result => {
  if (status === "PASSED") return "PASS"
  return status === "FAILED" ? "FAIL" : "NOT_APPLICABLE"
}

const field = ({ ProductFields }: AwsSecurityFinding, name: string): string | null => {
  const value = ProductFields?.[name]
  return typeof value === "string" && value !== "" ? value : null
}

/** The control that Security Hub names; findings from before AWS consolidated its controls name it in `ProductFields`. */
const controlOfHub = (finding: AwsSecurityFinding): string | null =>
  finding.Compliance?.SecurityControlId ??
  field(finding, "ControlId") ??
  field(finding, "RuleId") ??
  toControl(finding.GeneratorId)

/** The control of a finding; for a product with checks of its own, the last part of its generator ID names the check. */
const controlOf = (finding: AwsSecurityFinding): string | null =>
  controlOfHub(finding) ?? (finding.GeneratorId?.split("/").at(-1) || null)

/** The product that generated the finding, and its company. */
const productOf = (finding: AwsSecurityFinding): Product => {
  const { company, name } = toProduct(finding.ProductArn)
  return {
    company: finding.CompanyName ?? field(finding, "aws/securityhub/CompanyName") ?? company,
    name: finding.ProductName ?? field(finding, "aws/securityhub/ProductName") ?? name
  }
}

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
