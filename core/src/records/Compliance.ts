import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { ComplianceResult } from "./ComplianceFinding.js"
import * as Field from "./Field.js"

/** One control of one standard, as the source tool evaluates it over all resources. */
export const Compliance = Field.struct("Compliance", {
  /** The service's own id of the compliance: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The name of the standard, as the source tool writes it, such as `CIS AWS Foundations Benchmark`. */
  standard: Schema.String,
  /** The version of the standard, such as `1.4.0`. Null if the source tool names none. */
  standard_version: Schema.NullOr(Schema.String),
  /** The control's identifier within the standard, such as `IAM.1`. */
  control: Schema.String,
  /** The control's title. Null if the source tool gives none. */
  control_name: Schema.NullOr(Schema.String),
  /** What the control requires. Null if the source tool does not describe it. */
  description: Schema.NullOr(Schema.String),
  /** Whether the evaluated resources satisfy the control; `DELETED` once complete scans no longer find it. */
  result: ComplianceResult,
  /** How many resources passed. Null if the source tool does not count them. */
  passed_count: Schema.NullOr(Field.Integer),
  /** How many resources failed. Null if the source tool does not count them. */
  failed_count: Schema.NullOr(Field.Integer),
  /** When the source tool first evaluated the control. Null if it does not say. */
  vendor_created_at: Schema.NullOr(Timestamp),
  /** When the source tool last changed its evaluation. Null if it does not say. */
  last_updated_at: Schema.NullOr(Timestamp),
  /** The vendor identifier of the source tool, such as `AWS_SECURITYHUB`. */
  vendor: Schema.String,
  /** The compliance's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the compliance, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface Compliance extends Schema.Schema.Type<typeof Compliance> {}
