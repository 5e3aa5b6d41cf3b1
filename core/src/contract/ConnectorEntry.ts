import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"

/** One entry of the integration catalogue. */
export const ConnectorEntry = Schema.Struct({
  vendor: Schema.String,
  vendor_name: Schema.String,
  vendor_description: Schema.String,
  category: Schema.String,
  auth_type: Schema.String,
  credentials_params: Schema.Array(Schema.String),
  data_export_types: Schema.Array(DataExportType),
  docs_url: Schema.String,
  logo_url: Schema.String
}).annotations({ identifier: "ConnectorEntry" })
export interface ConnectorEntry extends Schema.Schema.Type<typeof ConnectorEntry> {}
