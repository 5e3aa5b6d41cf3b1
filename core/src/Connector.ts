import type { Schema } from "effect"
import type { Actions } from "./Action.js"
import type { CredentialFields } from "./Credentials.js"
import type { ConnectorEntry } from "./contract/ConnectorEntry.js"
import type { DataExportType } from "./DataExportType.js"
import * as DataExportTypes from "./DataExportType.js"
import type { Any as AnyExtractor, Extractor } from "./extract/Extractor.js"
import type { VendorHttpSettings } from "./http/VendorHttp.js"

/** The version of the contract between core, connectors and runtimes; it moves when they no longer fit together. */
export const CONTRACT = 1

/** What a connector exports, by export type; an extractor fits only under its own record's export type. */
export type Exports = { readonly [E in DataExportType]?: ReadonlyArray<Extractor<E>> }

/** What an author writes down. */
export interface Definition<Fields extends CredentialFields> {
  /** Upper snake case; the same text in connections, records and the catalogue. */
  readonly vendor: string
  readonly name: string
  readonly description: string
  /** The catalogue's category, such as `IDP`. */
  readonly category: string
  /** How a customer authorizes, such as `API_KEY`. */
  readonly authType: string
  /** The page of the vendor's documentation that an operator reads. */
  readonly docsUrl: string
  /** An SVG document; a lettered tile is drawn where there is none. */
  readonly logo?: string
  /** The credential form: its keys are `credentials_params`. */
  readonly credentials: Schema.Struct<Fields>
  /** How to talk to the tenant that the credentials belong to. */
  readonly http: (credentials: Schema.Struct.Type<Fields>) => VendorHttpSettings
  /** The path that proves the credentials valid with one cheap request. */
  readonly check: string
  /** Extractors by export type, such as `{ devices: [devices] }`; each kind of record is read by one extractor alone. */
  readonly exports: Exports
  /** What it can write, where it can. */
  readonly actions?: Actions
  /** Seconds between runs that suit this vendor; 14400 by default. */
  readonly refreshIntervalSecs?: number
  /** Seconds a run may take; 3600 by default. */
  readonly timeoutSecs?: number
}

/** A connector: a plain value that can be listed, documented and checked without running it. */
export interface Connector extends Omit<Definition<CredentialFields>, "http" | "credentials"> {
  readonly contract: number
  readonly credentials: Schema.Struct<CredentialFields>
  /** Takes what `credentials` decoded. */
  readonly http: (credentials: unknown) => VendorHttpSettings
}

/** A definition that cannot work: what, where, and what to do. */
export class InvalidConnector extends Error {
  override readonly name = "InvalidConnector"
}

const VENDOR = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/

const problems = (definition: Definition<CredentialFields>): ReadonlyArray<string> => {
  const found: Array<string> = []
  if (!VENDOR.test(definition.vendor)) found.push(`vendor: expected upper snake case such as MS_ENTRA`)
  for (const field of ["name", "description", "category", "authType"] as const) {
    if (definition[field].trim() === "") found.push(`${field}: expected a text`)
  }
  if (!URL.canParse(definition.docsUrl)) found.push("docsUrl: expected the address of a page")
  if (!definition.check.startsWith("/")) found.push("check: expected a path that begins with a slash")
  const feeders = new Map<string, string>()
  for (const [exportType, extractor] of extractorsOf(definition)) {
    for (const kind of extractor.kinds) {
      const where = `exports.${exportType} ${extractor.endpoint}`
      if (kind.exportType !== exportType) {
        found.push(`${where}: ${kind.name} belongs under exports.${kind.exportType}`)
      }
      const other = feeders.get(kind.name)
      if (other !== undefined) {
        found.push(`${where}: ${kind.name} is already read by ${other}; one extractor must see all records of a kind`)
      }
      feeders.set(kind.name, where)
    }
  }
  if (feeders.size === 0) found.push("exports: expected at least one extractor")
  return found
}

/** Every extractor with the export type it stands under, in the contract's order of export types. */
export const extractorsOf = (
  connector: Pick<Connector, "exports">
): ReadonlyArray<readonly [DataExportType, AnyExtractor]> =>
  DataExportTypes.DataExportType.literals.flatMap((exportType) =>
    (connector.exports[exportType] ?? []).map((extractor) => [exportType, extractor] as const)
  )

/** The export types that the connector fills, in the contract's order. */
export const exportTypesOf = (connector: Pick<Connector, "exports">): ReadonlyArray<DataExportType> =>
  DataExportTypes.DataExportType.literals.filter((exportType) => (connector.exports[exportType] ?? []).length > 0)

/** Checks a definition and makes it a connector; throws `InvalidConnector` with every problem at once. */
export const make = <Fields extends CredentialFields>(definition: Definition<Fields>): Connector => {
  const found = problems(definition as unknown as Definition<CredentialFields>)
  if (found.length > 0) {
    throw new InvalidConnector(`Connector ${definition.vendor} cannot be used:\n  ${found.join("\n  ")}`)
  }
  return { ...definition, contract: CONTRACT } as unknown as Connector
}

/** The catalogue entry of a connector; `logoUrl` is where the runtime serves its logo. */
export const toEntry = (connector: Connector, logoUrl: string): ConnectorEntry => ({
  vendor: connector.vendor,
  vendor_name: connector.name,
  vendor_description: connector.description,
  category: connector.category,
  auth_type: connector.authType,
  credentials_params: Object.keys(connector.credentials.fields),
  data_export_types: exportTypesOf(connector),
  docs_url: connector.docsUrl,
  logo_url: logoUrl
})
