import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"

/** A credential field as a form needs it. */
export const CredentialParam = Field.struct("CredentialParam", {
  /** The key of the field in `credentials`, such as `api_token`. */
  name: Schema.String,
  /** The label of the field, such as `API token`. */
  title: Schema.String,
  /** Where the customer finds the value, in one or two sentences. */
  help: Schema.String,
  /** How a form enters the value. */
  input: Schema.Literal("TEXT", "MULTILINE_TEXT", "URL", "CHOICE"),
  /** Whether the value must never be shown, so that a form hides it. */
  is_secret: Schema.Boolean,
  /** Whether the field may not stay empty. */
  is_required: Schema.Boolean,
  /** A made-up value in the right format; null if there is none. */
  example: Schema.NullOr(Schema.String),
  /** A regular expression of ECMAScript that matches a value without spaces at its ends, such as `^key_`; null if any text will do. */
  pattern: Schema.NullOr(Schema.String),
  /** The values of a field whose `input` is `CHOICE`; empty for the others. */
  choices: Schema.Array(Schema.String),
  /** The page on which the customer finds or creates the value; null if the connector names none. */
  url: Schema.NullOr(Schema.String)
})
export interface CredentialParam extends Schema.Schema.Type<typeof CredentialParam> {}

/** What the credentials need permission for. */
export const ExportPermissions = Field.struct("ExportPermissions", {
  /** The type of data. */
  data_export_type: DataExportType,
  /** Whether a connection reads this type if nobody chooses the types. */
  is_default: Schema.Boolean,
  /** The vendor's names of the permissions without which the type cannot be read. */
  permissions: Schema.Array(Schema.String),
  /** The vendor's names of the permissions without which some fields stay unread. */
  optional_permissions: Schema.Array(Schema.String)
})
export interface ExportPermissions extends Schema.Schema.Type<typeof ExportPermissions> {}

/** The consent that a customer gives on the vendor's page. */
export const ConsentEntry = Field.struct("ConsentEntry", {
  /** The label of the button that opens the vendor's page, such as `Sign in with Google`. */
  title: Schema.String,
  /** Who can consent, and what it allows, in one or two sentences. */
  help: Schema.String,
  /** The scopes that the consent gives, in the spelling of the vendor. */
  scopes: Schema.Array(Schema.String),
  /** How the operator of the service registers it with the vendor, one step after the other; empty if the connector names no steps. */
  registration_steps: Schema.Array(Schema.String)
})
export interface ConsentEntry extends Schema.Schema.Type<typeof ConsentEntry> {}

/** A way to sign in to the source tool. */
export const AuthMethodEntry = Field.struct("AuthMethodEntry", {
  /** How requests are authorized, such as `API_KEY`; no other way of the connector has the same. */
  auth_type: Schema.String,
  /** The names of the credential fields that a connection of this way needs. */
  credentials_params: Schema.Array(Schema.String),
  /** The same fields, each as a form needs it. */
  credentials_form: Schema.Array(CredentialParam),
  /** What the customer does first, one step after the other: creates credentials with the fewest permissions or, for a consent, finds who may give it. Empty if the connector names no steps. */
  setup_steps: Schema.Array(Schema.String),
  /** The consent that the customer gives in the browser; null for a way that needs none. */
  consent: Schema.NullOr(ConsentEntry)
})
export interface AuthMethodEntry extends Schema.Schema.Type<typeof AuthMethodEntry> {}

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
  /** The same fields, each as a form needs it. */
  credentials_form: Schema.Array(CredentialParam),
  /** What the customer does first, as the first of the `auth_methods` says. */
  setup_steps: Schema.Array(Schema.String),
  /** All ways to sign in: first that of the fields above, which a connection uses that names no other. */
  auth_methods: Schema.Array(AuthMethodEntry),
  /** The permissions that each type of data needs. */
  export_permissions: Schema.Array(ExportPermissions),
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
