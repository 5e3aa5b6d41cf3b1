import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"

/** One entry of the catalogue of connectors. */
export const ConnectorEntry = Field.struct("ConnectorEntry", {
  /** The vendor identifier, such as `OKTA`; the same in connections and records. */
  vendor: Schema.String,
  /** The vendor's display name, such as `Okta`. */
  vendor_name: Schema.String,
  /** What the source tool is, in a sentence. */
  vendor_description: Schema.String,
  /** The kind of tool, such as `IDP` or `VMS`. */
  category: Schema.String,
  /** How the connector authenticates to the vendor, such as `API_KEY` or `OAUTH2`. */
  auth_type: Schema.String,
  /** The names of the credential fields that a connection needs. */
  credentials_params: Schema.Array(Schema.String),
  /** The types of data that the connector exports. */
  data_export_types: Schema.Array(DataExportType),
  /** A page of the vendor's documentation about the API that the connector reads. */
  docs_url: Schema.String,
  /** The address of the vendor's logo, an SVG image. */
  logo_url: Schema.String
})
export interface ConnectorEntry extends Schema.Schema.Type<typeof ConnectorEntry> {}

/** A kind of record that a connector exports. */
export const ExportedKind = Field.struct("ExportedKind", {
  /** The name of the kind, such as `idp_user`. */
  record_kind: Schema.String,
  /** The type of data that the kind belongs to. */
  data_export_type: DataExportType,
  /** The path of the kind's list, such as `/v1/idp/users`. */
  path: Schema.String
})
export interface ExportedKind extends Schema.Schema.Type<typeof ExportedKind> {}

/** One entry of the catalogue of connectors, with the kinds of record that the connector exports. */
export const ConnectorEntryWithKinds = Field.struct("ConnectorEntryWithKinds", {
  ...ConnectorEntry.fields,
  /** The kinds of record that the connector exports; the lists of other kinds stay empty. */
  record_kinds: Schema.Array(ExportedKind)
})
export interface ConnectorEntryWithKinds extends Schema.Schema.Type<typeof ConnectorEntryWithKinds> {}
