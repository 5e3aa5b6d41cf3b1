import { type Records, Row } from "@tributary/core"
import { Schema } from "effect"

export const Text = Row.nullish(Schema.String)
export const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** The fields that mappings read of every finding: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_AwsSecurityFinding.html */
export const common = {
  Id: Schema.String,
  ProductArn: Text,
  Region: Text,
  AwsAccountId: Text,
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
  Workflow: Row.nullish(Schema.Struct({ Status: Text })),
  WorkflowState: Text,
  RecordState: Text
}
const Common = Schema.Struct(common)
/** What every finding has. */
export interface AwsFinding extends Schema.Schema.Type<typeof Common> {}

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
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

/** The severity in the words of Security Hub. */
export const labelOf = ({ Severity }: Pick<AwsFinding, "Severity">): string => {
  const { Label = null, Normalized = null, Original = null } = Severity ?? {}
  const [, normalized = null] = LABELS.find(([least]) => Normalized !== null && Normalized >= least) ?? []
  return Label ?? normalized ?? Original ?? "UNKNOWN"
}

/** The normalized severity. */
export const severityOf = (finding: Pick<AwsFinding, "Severity">): Records.Severity =>
  SEVERITIES[labelOf(finding)] ?? "UNKNOWN"

/** The workflow status; ARCHIVED overrides it, because the resource or the check of an archived finding no longer exists. */
export const statusOf = ({ RecordState, Workflow, WorkflowState }: AwsFinding): string =>
  RecordState === "ARCHIVED" ? "ARCHIVED" : (Workflow?.Status ?? WorkflowState ?? "UNKNOWN")

const STATUSES: Readonly<Record<string, Records.AlertStatus>> = {
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

/** The normalized status. */
export const alertStatusOf = (finding: AwsFinding): Records.AlertStatus => STATUSES[statusOf(finding)] ?? "UNKNOWN"

/** What Amazon Inspector writes in place of a recommendation. */
const NO_RECOMMENDATION = "None Provided"

/** What the product recommends; null if it recommends nothing. */
export const recommendationOf = ({ Remediation }: Pick<AwsFinding, "Remediation">): string | null => {
  const { Text: text = null, Url = null } = Remediation?.Recommendation ?? {}
  return [text === NO_RECOMMENDATION ? null : text, Url].filter((part) => part !== null).join(" ") || null
}

/** The name of a resource: its `Name` tag, or else the last part of its ARN. */
export const resourceNameOf = ({
  Id,
  Tags
}: {
  readonly Id: string
  readonly Tags: { readonly Name?: unknown } | null
}): string => {
  const tag = Tags?.Name
  return typeof tag === "string" && tag !== "" ? tag : (Id.split(/[/:]/).at(-1) ?? Id)
}

/** A globally unique ID; an ID that is not an ARN is unique only within its product, so the product's ARN is prepended. */
export const identityOf = ({ Id, ProductArn }: Pick<AwsFinding, "Id" | "ProductArn">): string =>
  Id.startsWith("arn:") || ProductArn === null ? Id : `${ProductArn}/${Id}`

/** What the record kinds of threats and vulnerabilities have no field for. */
export const vendorDataOf = (finding: AwsFinding) => ({
  vendor: "AWS_SECURITYHUB",
  product_arn: finding.ProductArn,
  account_id: finding.AwsAccountId,
  region: finding.Region,
  types: finding.Types,
  workflow_status: finding.Workflow?.Status ?? finding.WorkflowState,
  record_state: finding.RecordState,
  created_at: finding.CreatedAt,
  updated_at: finding.UpdatedAt,
  severity_original: finding.Severity?.Original ?? null
})
