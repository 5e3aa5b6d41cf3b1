import { Schema } from "effect"
import * as Field from "./Field.js"

/** Findings of the latest scan, counted by severity. */
export const SeverityFrequency = Schema.Struct({
  critical: Field.Integer,
  high: Field.Integer,
  info: Field.Integer,
  low: Field.Integer,
  medium: Field.Integer
}).annotations({ identifier: "SeverityFrequency" })

export interface SeverityFrequency extends Schema.Schema.Type<typeof SeverityFrequency> {}

/** A scan that a vulnerability scanner is configured to run. */
export const ScanConfiguration = Schema.Struct({
  id: Field.Id,
  name: Schema.String,
  owner: Schema.NullOr(Schema.String),
  is_enabled: Schema.NullOr(Schema.Boolean),
  is_scheduled: Schema.NullOr(Schema.Boolean),
  last_scan_vendor_id: Schema.NullOr(Schema.String),
  device_target_count: Schema.NullOr(Field.Integer),
  scan_targets: Schema.NullOr(Schema.Array(Schema.String)),
  severity_frequency: Schema.NullOr(SeverityFrequency),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "ScanConfiguration" })

export interface ScanConfiguration extends Schema.Schema.Type<typeof ScanConfiguration> {}
