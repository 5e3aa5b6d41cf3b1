import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { type Product, toProduct } from "../product.js"
import { standardOfGenerator, toControl, toStandard } from "../standard.js"
import { updatesOf, weaknessesOf } from "../weaknesses.js"

const Text = Row.nullish(Schema.String)
const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

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
  Id: Schema.String,
  ProductArn: Text,
  ProductName: Text,
  CompanyName: Text,
  Region: Text,
  AwsAccountId: Text,
  AwsAccountName: Text,
  GeneratorId: Text,
  Types: Row.nullish(Schema.Array(Schema.String)),
  FirstObservedAt: Text,
  LastObservedAt: Text,
  CreatedAt: Text,
  UpdatedAt: Text,
  Severity: Row.nullish(
    Schema.Struct({
      Label: Text,
      Normalized: Row.nullish(Schema.Number),
      Original: Text
    })
  ),
  Title: Schema.String,
  Description: Text,
  Remediation: Row.nullish(Schema.Struct({ Recommendation: Row.nullish(Schema.Struct({ Text, Url: Text })) })),
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
  ),
  Workflow: Row.nullish(Schema.Struct({ Status: Text })),
  WorkflowState: Text,
  RecordState: Text
})
export interface AwsSecurityFinding extends Schema.Schema.Type<typeof AwsSecurityFinding> {}

type Draft = RecordKind.Draft<typeof RecordKind.ComplianceFinding>

const SEVERITIES: Readonly<Record<string, Draft["severity"]>> = {
  INFORMATIONAL: "INFORMATIONAL",
  LOW: "LOW",
  MEDIUM: "MEDIUM",
  HIGH: "HIGH",
  CRITICAL: "CRITICAL"
}

/**
 * The least `Severity.Normalized` (0 to 100) of each label, highest first.
 *
 * https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_Severity.html
 */
const LABELS: ReadonlyArray<readonly [number, string]> = [
  [90, "CRITICAL"],
  [70, "HIGH"],
  [40, "MEDIUM"],
  [1, "LOW"],
  [0, "INFORMATIONAL"]
]

const labelOf = ({ Severity }: AwsSecurityFinding): string => {
  const { Label = null, Normalized = null, Original = null } = Severity ?? {}
  const [, normalized = null] = LABELS.find(([least]) => Normalized !== null && Normalized >= least) ?? []
  return Label ?? normalized ?? Original ?? "UNKNOWN"
}

const STATUSES: Readonly<Record<string, Draft["status"]>> = {
  NEW: "NEW",
  NOTIFIED: "IN_PROGRESS",
  SUPPRESSED: "SUPPRESSED",
  RESOLVED: "RESOLVED",
  ARCHIVED: "RESOLVED",
  // Only in the field `WorkflowState`, which AWS retired but some products still fill.
  ASSIGNED: "IN_PROGRESS",
  IN_PROGRESS: "IN_PROGRESS",
  DEFERRED: "SUPPRESSED"
}

/** The workflow status; ARCHIVED overrides it, because the resource or the check of an archived finding no longer exists. */
const statusOf = ({ RecordState, Workflow, WorkflowState }: AwsSecurityFinding): string =>
  RecordState === "ARCHIVED" ? "ARCHIVED" : (Workflow?.Status ?? WorkflowState ?? "UNKNOWN")

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

/** What Amazon Inspector writes in place of a recommendation. */
const NO_RECOMMENDATION = "None Provided"

const remediationOf = ({ Remediation, Vulnerabilities }: AwsSecurityFinding): string | null => {
  const { Text: text = null, Url = null } = Remediation?.Recommendation ?? {}
  const recommended = [text === NO_RECOMMENDATION ? null : text, Url].filter((part) => part !== null).join(" ")
  return recommended || updatesOf(Vulnerabilities)
}

/** The `Name` tag, or else the last part of the ARN. */
const nameOf = ({ Id, Tags }: AwsResource): string => {
  const tag = Tags?.["Name"]
  return typeof tag === "string" && tag !== "" ? tag : (Id.split(/[/:]/).at(-1) ?? Id)
}

/** A globally unique ID; an ID that is not an ARN is unique only within its product, so the product's ARN is prepended. */
const identityOf = ({ Id, ProductArn }: Pick<AwsSecurityFinding, "Id" | "ProductArn">): string =>
  Id.startsWith("arn:") || ProductArn === null ? Id : `${ProductArn}/${Id}`

/** Maps a finding; `status_changed_at` is the last update, because Security Hub does not record when the status changed. */
export const toComplianceFinding = (finding: AwsSecurityFinding): Draft => ({
  title: finding.Title,
  description: finding.Description,
  remediation: remediationOf(finding),
  resource_id: finding.Resources[0].Id,
  resource_name: nameOf(finding.Resources[0]),
  resource_region: finding.Resources[0].Region ?? finding.Region,
  resource_type: finding.Resources[0].Type,
  severity: SEVERITIES[labelOf(finding)] ?? "UNKNOWN",
  vendor_severity: labelOf(finding),
  status: STATUSES[statusOf(finding)] ?? "UNKNOWN",
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

/** The ID of a raw finding. */
const idOf = (row: unknown): string | null => {
  const [id, product] = [Pagination.at(row, "Id"), Pagination.at(row, "ProductArn")]
  return typeof id === "string"
    ? identityOf({ Id: id, ProductArn: typeof product === "string" ? product : null })
    : null
}

/** The pages of GetFindings; also reads a lower-case `findings` list, which exported files contain. */
export const findingPages: Pagination.Pagination = {
  ...Pagination.cursor({ limit: 100, limitParam: "MaxResults", from: "NextToken", param: "NextToken" }),
  rows: (body) => {
    const rows = Pagination.at(body, "Findings") ?? Pagination.at(body, "findings")
    return Array.isArray(rows) ? rows : undefined
  }
}

/** Selects findings that have a compliance status, which leaves out threats and vulnerable packages. */
const evaluated = {
  ComplianceStatus: ["FAILED", "PASSED", "WARNING", "NOT_AVAILABLE"].map((Value) => ({ Value, Comparison: "EQUALS" }))
}

/** An instant later than any finding, because a date filter needs both a start and an end. */
const NO_END = "2999-12-31T23:59:59.999Z"

/** Reads the findings of controls: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_GetFindings.html */
export const findings = Extractor.make({
  record: RecordKind.ComplianceFinding,
  endpoint: "/findings",
  post: { Filters: evaluated },
  row: AwsSecurityFinding,
  // Security Hub sets it each time it receives the finding, whether or not anything has changed.
  marks: { volatile: ["ProcessedAt"] },
  id: idOf,
  pagination: findingPages,
  permissions: ["securityhub:GetFindings"],
  since: (instant) => ({ Filters: { ...evaluated, UpdatedAt: [{ Start: instant, End: NO_END }] } }),
  toRecord: toComplianceFinding
})
