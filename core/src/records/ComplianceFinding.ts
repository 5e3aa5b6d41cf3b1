import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** Normalized severity. `UNKNOWN` means that the source tool gives none, or one without a counterpart here. */
export const Severity = Field.openEnum({
  identifier: "Severity",
  values: ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type Severity = Schema.Schema.Type<typeof Severity>

/**
 * Where a finding stands. `OTHER` is a known status that fits none of these; `UNKNOWN` is a status without a
 * counterpart here. `DELETED` means that complete scans no longer find it.
 */
export const FindingStatus = Field.openEnum({
  identifier: "FindingStatus",
  values: ["UNKNOWN", "NEW", "IN_PROGRESS", "SUPPRESSED", "RESOLVED", "DELETED", "OTHER"],
  catchAll: "UNKNOWN"
})
export type FindingStatus = Schema.Schema.Type<typeof FindingStatus>

/**
 * Whether a resource satisfies a control. `NOT_APPLICABLE` means that the source tool did not judge it; `DELETED` means
 * that complete scans no longer find it.
 */
export const ComplianceResult = Schema.Literal("PASS", "FAIL", "NOT_APPLICABLE", "DELETED").annotations(
  Field.named("ComplianceResult")
)
export type ComplianceResult = Schema.Schema.Type<typeof ComplianceResult>

/** One control of one standard that a finding counts towards. */
export const FindingCompliance = Field.struct("FindingCompliance", {
  /** The name of the standard, as the source tool writes it. */
  standard: Schema.String,
  /** The version of the standard. Null if the source tool names none. */
  standard_version: Schema.NullOr(Schema.String),
  /** The control's identifier within the standard. */
  control: Schema.String,
  /** The control's title. Null if the source tool gives none. */
  control_name: Schema.NullOr(Schema.String),
  /** Whether the resource satisfies this control. */
  result: ComplianceResult
})

export interface FindingCompliance extends Schema.Schema.Type<typeof FindingCompliance> {}

/** The rule that a finding was evaluated against. */
export const FindingRule = Field.struct("FindingRule", {
  /**
   * The service's own id of the rule: the same UUID in every finding of the connection that names the rule.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  id: Field.Id,
  /** The rule's title, as the source tool shows it. */
  name: Schema.String,
  /** The rule's id in the source tool. */
  vendor_id: Schema.String
})

export interface FindingRule extends Schema.Schema.Type<typeof FindingRule> {}

/** One resource evaluated against one control. */
export const ComplianceFinding = Field.struct("ComplianceFinding", {
  /** The service's own id of the finding: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The finding's title, as the source tool shows it. */
  title: Schema.String,
  /** What was checked and why it matters. Null if the source tool gives no description. */
  description: Schema.NullOr(Schema.String),
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  remediation: Schema.NullOr(Schema.String),
  /** The evaluated resource's id in its cloud, such as an ARN or an Azure resource id. */
  resource_id: Schema.String,
  /** The evaluated resource's name. Null if unknown. */
  resource_name: Schema.NullOr(Schema.String),
  /** The cloud region of the resource, such as `eu-west-1`. Null if unknown or if the resource is global. */
  resource_region: Schema.NullOr(Schema.String),
  /** The type of the resource, as the source tool writes it, such as `AwsS3Bucket`. Null if unknown. */
  resource_type: Schema.NullOr(Schema.String),
  /** How severe a failure is, normalized; `vendor_severity` has the source tool's own word. */
  severity: Severity,
  /** The severity in the source tool's own words; `UNKNOWN` if it gives none. */
  vendor_severity: Schema.String,
  /** Where the finding stands, normalized; `vendor_status` has the source tool's own word. */
  status: FindingStatus,
  /** The status in the source tool's own words. */
  vendor_status: Schema.String,
  /**
   * When the status last changed; the last update of the finding if the source tool does not record status changes.
   * Null if unknown.
   */
  status_changed_at: Schema.NullOr(Timestamp),
  /** When the source tool first observed the finding. Null if it does not say. */
  start_time: Schema.NullOr(Timestamp),
  /** The vendor identifier of the source tool, such as `AWS_SECURITYHUB`. */
  vendor: Schema.String,
  /** The finding's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface ComplianceFinding extends Schema.Schema.Type<typeof ComplianceFinding> {}

/** A finding with its rule and its compliances, as far as the request asks for them. */
export const ComplianceFindingWithEntities = Field.struct("ComplianceFindingWithEntities", {
  ...ComplianceFinding.fields,
  /** The rule that was evaluated; present if `includeRule=true`. Null if the source tool names none. */
  rule: Field.optional(FindingRule),
  /**
   * The controls that the finding counts towards; present if `includeCompliances=true`. Null if the source tool links
   * it to none.
   */
  compliances: Field.optional(Schema.Array(FindingCompliance))
})

export interface ComplianceFindingWithEntities extends Schema.Schema.Type<typeof ComplianceFindingWithEntities> {}
