import { Child, Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { equals, findingPages } from "../findingList.js"
import { toControl, toStandard, toStandardId } from "../standard.js"
import { toResult } from "./compliance_findings.js"

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

/** The part of a finding that judges a control: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_Compliance.html */
export const AwsEvaluation = Schema.Struct({
  Compliance: Row.nullish(
    Schema.Struct({
      Status: Row.nullish(Schema.String),
      SecurityControlId: Row.nullish(Schema.String)
    })
  ),
  GeneratorId: Row.nullish(Schema.String),
  CreatedAt: Row.nullish(Schema.String),
  UpdatedAt: Row.nullish(Schema.String)
})
export interface AwsEvaluation extends Schema.Schema.Type<typeof AwsEvaluation> {}

/** The answers to the lookups of a control. */
export interface AwsControlAnswers {
  /** The control's current findings. */
  readonly evaluations: ReadonlyArray<AwsEvaluation> | null
}

type Result = ReturnType<typeof toResult>

const count = (evaluations: ReadonlyArray<AwsEvaluation> | null, result: Result): number | null =>
  evaluations?.filter(({ Compliance }) => toResult(Compliance?.Status ?? null) === result).length ?? null

/**
 * FAIL if a finding failed, PASS if all passed, otherwise NOT_APPLICABLE. In Security Hub, too, a single warning makes the status
 * of a control unknown.
 *
 * https://docs.aws.amazon.com/securityhub/latest/userguide/controls-overall-status.html
 */
const resultOf = ({ evaluations }: AwsControlAnswers): Result => {
  if ((count(evaluations, "FAIL") ?? 0) > 0) return "FAIL"
  return evaluations !== null && evaluations.length > 0 && count(evaluations, "PASS") === evaluations.length
    ? "PASS"
    : "NOT_APPLICABLE"
}

/** The first creation and the last change of evaluations; null if none has one. AWS writes instants such that their order is that of their texts. */
export const instantsOf = (evaluations: AwsControlAnswers["evaluations"]) => {
  const found = { created: null as string | null, updated: null as string | null }
  for (const { CreatedAt, UpdatedAt } of evaluations ?? []) {
    if (CreatedAt !== null && (found.created === null || CreatedAt < found.created)) found.created = CreatedAt
    if (UpdatedAt !== null && (found.updated === null || UpdatedAt > found.updated)) found.updated = UpdatedAt
  }
  return found
}

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
const evaluations = Lookup.joined<Pick<AwsStandard, "StandardsId"> & AwsControl>()({
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
