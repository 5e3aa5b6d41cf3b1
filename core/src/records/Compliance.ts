import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { ComplianceResult } from "./ComplianceFinding.js"
import * as Field from "./Field.js"

/** One control of one standard, as the source tool evaluates it. */
export const Compliance = Schema.Struct({
  id: Field.Id,
  standard: Schema.String,
  standard_version: Schema.NullOr(Schema.String),
  control: Schema.String,
  control_name: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  result: ComplianceResult,
  passed_count: Schema.NullOr(Field.Integer),
  failed_count: Schema.NullOr(Field.Integer),
  vendor_created_at: Schema.NullOr(Timestamp),
  last_updated_at: Schema.NullOr(Timestamp),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "Compliance" })

export interface Compliance extends Schema.Schema.Type<typeof Compliance> {}
