import { Schema } from "effect"
import * as Field from "./Field.js"

/** How many findings the latest scan counted, by severity. */
export const SeverityFrequency = Field.struct("SeverityFrequency", {
  /** Findings of critical severity. */
  critical: Field.Integer,
  /** Findings of high severity. */
  high: Field.Integer,
  /** Informational findings. */
  info: Field.Integer,
  /** Findings of low severity. */
  low: Field.Integer,
  /** Findings of medium severity. */
  medium: Field.Integer
})

export interface SeverityFrequency extends Schema.Schema.Type<typeof SeverityFrequency> {}

/** A scan that a vulnerability scanner is configured to run. */
export const ScanConfiguration = Field.struct("ScanConfiguration", {
  /** The service's own id of the scan configuration: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The scan's name, as the scanner shows it. */
  name: Schema.String,
  /** Who owns the scan, as the scanner names them. Null if unknown. */
  owner: Schema.NullOr(Schema.String),
  /** True if the scan is active, false if it is disabled. Null if the scanner does not say. */
  is_enabled: Schema.NullOr(Schema.Boolean),
  /** True if the scan runs on a schedule, false if someone starts it on demand. Null if the scanner does not say. */
  is_scheduled: Schema.NullOr(Schema.Boolean),
  /** The scanner's id of the latest scan run. Null if it never ran. */
  last_scan_vendor_id: Schema.NullOr(Schema.String),
  /** How many devices the latest scan targeted. Null if unknown or if it never ran. */
  device_target_count: Schema.NullOr(Field.Integer),
  /** What the latest scan targeted, such as addresses or ranges with a hyphen. Null if unknown. */
  scan_targets: Schema.NullOr(Schema.Array(Schema.String)),
  /** How many findings the latest scan counted, by severity. Null if unknown or if it never ran. */
  severity_frequency: Schema.NullOr(SeverityFrequency),
  /** The vendor identifier of the source tool, such as `TENABLE`. */
  vendor: Schema.String,
  /** The scan configuration's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the scan configuration, as the source tool sends them or under a name of the connector; the shape depends on the vendor.
   * Null if there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface ScanConfiguration extends Schema.Schema.Type<typeof ScanConfiguration> {}
