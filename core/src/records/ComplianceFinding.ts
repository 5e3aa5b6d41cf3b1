import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** How bad something is, in the words of the service. */
export const Severity = Field.openEnum({
  identifier: "Severity",
  values: ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type Severity = Schema.Schema.Type<typeof Severity>

/** Where a finding stands: `OTHER` is a status that is known, and none of these; `UNKNOWN` one that is not. */
export const FindingStatus = Field.openEnum({
  identifier: "FindingStatus",
  values: ["UNKNOWN", "NEW", "IN_PROGRESS", "SUPPRESSED", "RESOLVED", "DELETED", "OTHER"],
  catchAll: "UNKNOWN"
})
export type FindingStatus = Schema.Schema.Type<typeof FindingStatus>

/** Whether a resource satisfies a control. */
export const ComplianceResult = Schema.Literal("PASS", "FAIL", "NOT_APPLICABLE", "DELETED").annotations({
  identifier: "ComplianceResult"
})
export type ComplianceResult = Schema.Schema.Type<typeof ComplianceResult>

/** One control of one standard that a finding speaks about. */
export const FindingCompliance = Schema.Struct({
  standard: Schema.String,
  standard_version: Schema.NullOr(Schema.String),
  control: Schema.String,
  control_name: Schema.NullOr(Schema.String),
  result: ComplianceResult
}).annotations({ identifier: "FindingCompliance" })

export interface FindingCompliance extends Schema.Schema.Type<typeof FindingCompliance> {}

/** The rule that a finding failed. */
export const FindingRule = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  vendor_id: Schema.String
}).annotations({ identifier: "FindingRule" })

export interface FindingRule extends Schema.Schema.Type<typeof FindingRule> {}

/** One resource evaluated against one control. */
export const ComplianceFinding = Schema.Struct({
  id: Field.Id,
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  remediation: Schema.NullOr(Schema.String),
  resource_id: Schema.String,
  resource_name: Schema.NullOr(Schema.String),
  resource_region: Schema.NullOr(Schema.String),
  resource_type: Schema.NullOr(Schema.String),
  severity: Severity,
  vendor_severity: Schema.String,
  status: FindingStatus,
  vendor_status: Schema.String,
  status_changed_at: Schema.NullOr(Timestamp),
  start_time: Schema.NullOr(Timestamp),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "ComplianceFinding" })

export interface ComplianceFinding extends Schema.Schema.Type<typeof ComplianceFinding> {}

/** A finding with the rule and the compliances that were asked for. */
export const ComplianceFindingWithEntities = Schema.Struct({
  ...ComplianceFinding.fields,
  rule: Field.optional(FindingRule),
  compliances: Field.optional(Schema.Array(FindingCompliance))
}).annotations({ identifier: "ComplianceFindingWithEntities" })

export interface ComplianceFindingWithEntities extends Schema.Schema.Type<typeof ComplianceFindingWithEntities> {}
