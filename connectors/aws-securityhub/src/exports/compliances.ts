import { Child, Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { type AwsControlAnswers, AwsEvaluation, count, instantsOf, resultOf } from "../evaluations.js"
import { equals, findingPages } from "../findingList.js"
import { toControl, toStandard, toStandardId } from "../standard.js"

/**
 * An enabled standard; `StandardsId` is derived from its ARN, because findings use it.
 *
 * https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_StandardsSubscription.html
 */
export const AwsStandard = Schema.transform(
  Schema.Struct({
    StandardsArn: Schema.String,
    StandardsSubscriptionArn: Schema.String,
    StandardsStatus: Row.nullish(Schema.String)
  }),
  Schema.Struct({
    StandardsArn: Schema.String,
    StandardsSubscriptionArn: Schema.String,
    StandardsStatus: Schema.NullOr(Schema.String),
    StandardsId: Schema.String
  }),
  {
    strict: true,
    decode: (standard) => ({ ...standard, StandardsId: toStandardId(standard.StandardsArn) }),
    encode: (standard) => standard
  }
)
export interface AwsStandard extends Schema.Schema.Type<typeof AwsStandard> {}

/** A control of a standard: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_SecurityControlDefinition.html */
export const AwsControl = Schema.Struct({
  SecurityControlId: Schema.String,
  Title: Row.nullish(Schema.String),
  Description: Row.nullish(Schema.String),
  RemediationUrl: Row.nullish(Schema.String),
  SeverityRating: Row.nullish(Schema.String),
  CurrentRegionAvailability: Row.nullish(Schema.String)
})
export interface AwsControl extends Schema.Schema.Type<typeof AwsControl> {}

/** The region and account of a subscription; the same control in two regions is two records. */
const scopeOf = ({ StandardsSubscriptionArn }: AwsStandard): readonly [region: string, account: string] => {
  const [, , , region = "", account = ""] = StandardsSubscriptionArn.split(":")
  return [region, account]
}

/** Maps a control of a standard, with its result and counts from its current findings. */
export const toCompliance = (
  control: AwsControl,
  standard: AwsStandard,
  { evaluations }: AwsControlAnswers
): RecordKind.Draft<typeof RecordKind.Compliance> => ({
  standard: toStandard(standard.StandardsId).name,
  standard_version: toStandard(standard.StandardsId).version,
  control: control.SecurityControlId,
  control_name: control.Title,
  description: control.Description,
  result: resultOf({ evaluations }),
  passed_count: count(evaluations, "PASS"),
  failed_count: count(evaluations, "FAIL"),
  vendor_created_at: instantsOf(evaluations).created,
  last_updated_at: instantsOf(evaluations).updated,
  vendor_id: `${standard.StandardsSubscriptionArn}/${control.SecurityControlId}`,
  vendor_data: {
    vendor: "AWS_SECURITYHUB",
    standards_arn: standard.StandardsArn,
    standards_status: standard.StandardsStatus,
    region: scopeOf(standard)[0],
    account_id: scopeOf(standard)[1],
    severity_rating: control.SeverityRating,
    remediation_url: control.RemediationUrl,
    region_availability: control.CurrentRegionAvailability
  }
})

/** The findings from which Security Hub itself computes a control's status: active and not suppressed. */
export const evaluations = Lookup.joined<Pick<AwsStandard, "StandardsId"> & AwsControl>()({
  endpoint: "/findings",
  post: {
    Filters: {
      ComplianceAssociatedStandardsId: equals("{StandardsId}"),
      RecordState: equals("ACTIVE"),
      WorkflowStatus: equals("NEW", "NOTIFIED", "RESOLVED")
    }
  },
  row: AwsEvaluation,
  pagination: findingPages,
  permissions: ["securityhub:GetFindings"],
  mayBeMissing: true,
  key: ({ Compliance, GeneratorId }) => Compliance?.SecurityControlId ?? toControl(GeneratorId),
  matches: ({ SecurityControlId }) => SecurityControlId
})

/**
 * Reads the controls of a standard.
 *
 * https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_ListSecurityControlDefinitions.html
 */
const controls = Child.of<AwsStandard>()({
  record: RecordKind.Compliance,
  endpoint: "/securityControls/definitions?StandardsArn={StandardsArn}",
  row: AwsControl,
  id: (row, standard) => Child.joinedId(standard.StandardsSubscriptionArn, Pagination.at(row, "SecurityControlId")),
  pagination: Pagination.cursor({
    items: "SecurityControlDefinitions",
    limit: 100,
    limitParam: "MaxResults",
    from: "NextToken",
    param: "NextToken"
  }),
  permissions: ["securityhub:ListSecurityControlDefinitions"],
  lookups: { evaluations },
  toRecord: toCompliance
})

/** Reads the controls of each enabled standard: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_GetEnabledStandards.html */
export const compliances = Extractor.below({
  endpoint: "/standards/get",
  post: {},
  row: AwsStandard,
  id: "StandardsSubscriptionArn",
  pagination: Pagination.cursor({
    items: "StandardsSubscriptions",
    limit: 100,
    limitParam: "MaxResults",
    from: "NextToken",
    param: "NextToken"
  }),
  permissions: ["securityhub:GetEnabledStandards"],
  child: controls
})
