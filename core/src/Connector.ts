import type { Schema } from "effect"
import type { Actions } from "./Action.js"
import * as AuthMethod from "./AuthMethod.js"
import type { CredentialFields } from "./CredentialField.js"
import type { ConnectorEntry, ExportPermissions } from "./contract/ConnectorEntry.js"
import type { DataExportType } from "./DataExportType.js"
import * as DataExportTypes from "./DataExportType.js"
import { type Any as AnyExtractor, type Extractor, kindsOf, narrowed } from "./extract/Extractor.js"
import * as ConnectorCheck from "./http/ConnectorCheck.js"
import type { VendorHttpSettings, VendorRequest } from "./http/VendorHttp.js"
import { version } from "./version.generated.js"

/** The version of the interface between core, connectors and runtimes; it increases with every breaking change. */
export const CONTRACT = 1

/** The version of this `@tributary/core`; a runtime loads the connectors whose `core` includes it. */
export const CORE_VERSION = version

/** The defaults of a connector's timing, in seconds. */
export const DEFAULT_TIMING = { refreshIntervalSecs: 14_400, timeoutSecs: 3_600 }

/** A connector's extractors by export type; the compiler accepts an extractor only under the export types of its kinds. */
export type Exports = { readonly [E in DataExportType]?: ReadonlyArray<Extractor<E>> }

/**
 * The catalogue's categories: tools for code, the posture of clouds, endpoints, governance, identities, tickets, the management of devices, events,
 * third parties and vulnerabilities.
 */
export const CATEGORIES = ["APPSEC", "CSPM", "EDR", "GRC", "IDP", "ITSM", "MDM", "SIEM", "TPRM", "VMS"] as const

/** A category of the catalogue. */
export type Category = (typeof CATEGORIES)[number]

/** Everything an author says about a connector. */
export interface Definition<Fields extends Schema.Struct.Fields> extends AuthMethod.Definition<Fields> {
  /** The connector's key in upper snake case, such as `MS_ENTRA`; connections, records and the catalogue use it. */
  readonly vendor: string
  /** The vendor's name as people write it, such as `Okta`. */
  readonly name: string
  /** The version of the connector's package, such as `1.4.0`; records say which version wrote them. */
  readonly version?: string
  /** The releases of `@tributary/core` that the connector was built for, as its package's peer dependency names them, such as `>=0.1.0 <1.0.0`; by default those that are compatible with the one that it imports. */
  readonly core?: string
  /** What the source tool is and what the connector reads from it, in one sentence for the catalogue. */
  readonly description: string
  /** The catalogue's category, such as `IDP`. */
  readonly category: Category
  /** The address of the vendor's documentation for operators. */
  readonly docsUrl: string
  /** The vendor's logo as an SVG document; by default the runtime draws a tile with a letter. */
  readonly logo?: string
  /**
   * Further ways to sign in, made with `AuthMethod.make`, such as consent in the browser; none by default. A connection uses the first, whose
   * `authType`, `credentials`, `setupSteps` and `http` are declared here, unless it names the `authType` of another.
   */
  readonly auth?: ReadonlyArray<AuthMethod.AuthMethod>
  /** One cheap request that succeeds if the credentials are valid: a path that is read with GET, or any request that only reads. */
  readonly check: string | ConnectorCheck.ConnectorCheck
  /**
   * Extractors by export type, such as `{ devices: [devices] }`; only one extractor may read each kind of record. An extractor whose kinds
   * belong to several export types stands under each of them: `{ idp_alerts: [log], idp_audit_logs: [log] }`. A job reads its list once.
   */
  readonly exports: Exports
  /**
   * The export types that a connection reads only if somebody chooses them, because most customers cannot allow it: they need a licence of their
   * own, or a role that may change everything. None by default.
   */
  readonly optInExportTypes?: ReadonlyArray<DataExportType>
  /** What the connector can write to the source tool; nothing by default. */
  readonly actions?: Actions
  /** Seconds between two runs; 14400 by default. */
  readonly refreshIntervalSecs?: number
  /** Seconds that one run may take; 3600 by default. */
  readonly timeoutSecs?: number
}

/** A connector: a plain value, which a runtime can list, document and check without running it. */
export interface Connector extends Omit<Definition<CredentialFields>, "core" | "http" | "credentials"> {
  /** The `CONTRACT` of the core that the connector was built with. */
  readonly contract: number
  /** The range of `@tributary/core` that the connector was built for. */
  readonly core: string
  /** The credential form; its keys are the API's `credentials_params`. */
  readonly credentials: Schema.Struct<CredentialFields>
  /** How to talk to the tenant that the credentials belong to; takes the decoded `credentials`. */
  readonly http: (credentials: unknown) => VendorHttpSettings
}

/** The definition of a connector is invalid; the message lists every problem and where it is. */
export class InvalidConnector extends Error {
  override readonly name = "InvalidConnector"
}

const VENDOR = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/

/**
 * Whether two are one extractor, although somebody may have copied it under each export type, as a wrapper of connectors does: a copy has the
 * same list of kinds, and another extractor has a list of its own.
 */
const areSame = (one: AnyExtractor, other: AnyExtractor): boolean =>
  one.name === other.name && one.endpoint === other.endpoint && one.kinds === other.kinds

/** What is invalid in a definition, or in a connector that was changed after it was made; empty if nothing is. */
export const problemsOf = (definition: Omit<Connector, "contract" | "core">): ReadonlyArray<string> => {
  const found: Array<string> = []
  if (!VENDOR.test(definition.vendor)) found.push("vendor: must be in upper snake case, such as MS_ENTRA")
  for (const field of ["name", "description"] as const) {
    if (definition[field].trim() === "") found.push(`${field}: must not be empty`)
  }
  if (!CATEGORIES.includes(definition.category)) found.push(`category: must be one of ${CATEGORIES.join(", ")}`)
  if (!URL.canParse(definition.docsUrl)) found.push("docsUrl: must be a full URL")
  found.push(...AuthMethod.problemsOf(definition))
  const further = definition.auth ?? []
  for (const [index, method] of further.entries()) {
    found.push(...AuthMethod.problemsOf(method).map((problem) => `auth.${index}.${problem}`))
    const others = [definition, ...further.slice(0, index)]
    if (others.some(({ authType }) => authType === method.authType)) {
      found.push(`auth.${index}.authType: ${method.authType} is already the way of another; each may exist once`)
    }
  }
  if (!ConnectorCheck.pathOf(definition.check).startsWith("/")) {
    found.push("check: must be a path that begins with a slash, or a request with such a path")
  }
  const readers = new Map<string, string>()
  const names = new Map<
    string,
    { readonly exportType: DataExportType; readonly extractor: AnyExtractor; readonly where: string }
  >()
  for (const [exportType, extractor] of filedIn(definition)) {
    const { endpoint, name } = extractor
    const where = `exports.${exportType} ${endpoint}`
    if (kindsOf(extractor, exportType).length === 0) {
      for (const kind of extractor.kinds) {
        found.push(`${where}: ${kind.name} belongs under exports.${kind.exportType}`)
      }
    }
    const namesake = names.get(name)
    // An extractor with records of several export types is filed under each of them.
    if (namesake !== undefined && namesake.exportType !== exportType && areSame(namesake.extractor, extractor)) continue
    // Extractors of one kind, whose default names are equal, are reported below.
    if (namesake !== undefined && namesake.extractor.kinds[0]?.name !== extractor.kinds[0]?.name) {
      found.push(`${where}: ${namesake.where} is already named ${name}; give each extractor a name of its own`)
    }
    names.set(name, { exportType, extractor, where })
    for (const kind of extractor.kinds) {
      const isFiled = (definition.exports[kind.exportType] ?? []).some((each: AnyExtractor) => areSame(each, extractor))
      if (!isFiled && kindsOf(extractor, exportType).length > 0) {
        found.push(`${where}: it also reads ${kind.name}; add it to exports.${kind.exportType}, too`)
      }
      const other = readers.get(kind.name)
      if (other === where) {
        found.push(`${where}: it reads ${kind.name} twice; one list must have all records of a kind`)
      } else if (other !== undefined) {
        found.push(`${where}: ${other} already reads ${kind.name}; one extractor must read all records of a kind`)
      }
      readers.set(kind.name, where)
    }
  }
  for (const exportType of definition.optInExportTypes ?? []) {
    if ((definition.exports[exportType] ?? []).length === 0) {
      found.push(`optInExportTypes: ${exportType} has no extractor in exports`)
    }
  }
  if (readers.size === 0) found.push("exports: must contain at least one extractor")
  return found
}

/** All ways to sign in; the first is that of connections that name none. */
export const authMethodsOf = (
  connector: Connector
): readonly [AuthMethod.AuthMethod, ...Array<AuthMethod.AuthMethod>] => [connector, ...(connector.auth ?? [])]

/** The connector as a connection uses it that signs in this way, or the first if it names none; null if the connector has no such way. */
export const signingIn = (connector: Connector, authType: string | null): Connector | null => {
  if (authType === null || authType === connector.authType) return connector
  const method = authMethodsOf(connector).find((each) => each.authType === authType)
  if (method === undefined) return null
  const { setupSteps: _, ...rest } = connector
  const { authType: type, credentials, http, setupSteps } = method
  return { ...rest, authType: type, credentials, http, ...(setupSteps === undefined ? {} : { setupSteps }) }
}

/** The request that shows whether the credentials of a connection are valid. */
export const checkOf = ({ check }: Pick<Connector, "check">): VendorRequest => ConnectorCheck.toRequest(check)

/** Every extractor at each export type under which it is filed, in the order of `DataExportType`. */
const filedIn = ({ exports }: Pick<Connector, "exports">): ReadonlyArray<readonly [DataExportType, AnyExtractor]> =>
  DataExportTypes.DataExportType.literals.flatMap((exportType) =>
    (exports[exportType] ?? []).map((extractor: AnyExtractor) => [exportType, extractor] as const)
  )

/** Every extractor once, in the order of `DataExportType`, whatever number of export types it is filed under. */
export const extractorsOf = (connector: Pick<Connector, "exports">): ReadonlyArray<AnyExtractor> => {
  const all = filedIn(connector).map(([, extractor]) => extractor)
  return all.filter((extractor, index) => all.findIndex((each) => areSame(each, extractor)) === index)
}

/** The export types that the connector has extractors for, in the order of `DataExportType`. */
export const exportTypesOf = (connector: Pick<Connector, "exports">): ReadonlyArray<DataExportType> =>
  DataExportTypes.DataExportType.literals.filter((exportType) => (connector.exports[exportType] ?? []).length > 0)

/**
 * The export types that a connection reads if nobody chooses: all but those of events and those that its author has left to a choice, unless the
 * connector has no others.
 */
export const defaultExportTypesOf = (
  connector: Pick<Connector, "exports" | "optInExportTypes">
): ReadonlyArray<DataExportType> => {
  const optIn = [...DataExportTypes.EVENT_EXPORT_TYPES, ...(connector.optInExportTypes ?? [])]
  const all = exportTypesOf(connector)
  const others = all.filter((exportType) => !optIn.includes(exportType))
  return others.length === 0 ? all : others
}

/**
 * The connector as a connection reads it that has chosen these export types: what it exports besides them is left out. Nothing is left out if
 * the list is empty, because then nobody has chosen.
 */
export const reading = (connector: Connector, exportTypes: ReadonlyArray<DataExportType>): Connector => {
  if (exportTypes.length === 0) return connector
  const made: Array<readonly [AnyExtractor, AnyExtractor]> = []
  // One extractor that is filed under several export types must stay one.
  const once = (extractor: AnyExtractor): AnyExtractor => {
    const known = made.find(([each]) => areSame(each, extractor))
    if (known !== undefined) return known[1]
    const narrow = narrowed(extractor, exportTypes)
    made.push([extractor, narrow])
    return narrow
  }
  const chosen = exportTypesOf(connector).filter((exportType) => exportTypes.includes(exportType))
  const exports = Object.fromEntries(
    chosen.map((exportType) => [exportType, (connector.exports[exportType] ?? []).map(once)])
  )
  return { ...connector, exports: exports as Exports }
}

/**
 * Turns a definition into a connector; throws `InvalidConnector`, which lists all problems, if it is invalid.
 *
 * @example
 * ```ts
 * const acme = Connector.make({
 *   vendor: "ACME",
 *   name: "Acme",
 *   version: "0.1.0",
 *   description: "The users of Acme.",
 *   category: "ITSM",
 *   authType: "API_KEY",
 *   docsUrl: "https://acme.example/docs",
 *   credentials: Schema.Struct({
 *     api_key: Credentials.secret({ title: "API key", help: "Created at Settings > API > New key." })
 *   }),
 *   http: ({ api_key }) => ({
 *     baseUrl: "https://api.acme.example",
 *     headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_key)}`) }
 *   }),
 *   check: "/users?limit=1",
 *   exports: { itsm_users: [users] }
 * })
 * ```
 */
export const make = <Fields extends Schema.Struct.Fields>(definition: Definition<Fields>): Connector => {
  const found = problemsOf(definition as unknown as Connector)
  if (found.length > 0) {
    throw new InvalidConnector(`Connector ${definition.vendor} is invalid:\n  ${found.join("\n  ")}`)
  }
  return { core: `^${CORE_VERSION}`, ...definition, contract: CONTRACT } as unknown as Connector
}

/** The permissions that a connection needs that reads this type alone, and those without which it lacks fields. */
const permissionsOf = (connector: Connector, exportType: DataExportType): ExportPermissions => {
  const extractors = extractorsOf(reading(connector, [exportType]))
  const needed = new Set(extractors.flatMap(({ permissions }) => permissions))
  const optional = new Set(extractors.flatMap(({ optionalPermissions }) => optionalPermissions))
  return {
    data_export_type: exportType,
    is_default: defaultExportTypesOf(connector).includes(exportType),
    permissions: [...needed],
    optional_permissions: [...optional].filter((permission) => !needed.has(permission))
  }
}

/** A connector's entry in the catalogue; `logoUrl` is where the runtime serves its logo. */
export const toEntry = (connector: Connector, logoUrl: string): ConnectorEntry => {
  const { auth_type, credentials_form, credentials_params, setup_steps } = AuthMethod.toEntry(connector)
  return {
    vendor: connector.vendor,
    vendor_name: connector.name,
    vendor_description: connector.description,
    category: connector.category,
    auth_type,
    credentials_params,
    credentials_form,
    setup_steps,
    auth_methods: authMethodsOf(connector).map(AuthMethod.toEntry),
    export_permissions: exportTypesOf(connector).map((exportType) => permissionsOf(connector, exportType)),
    data_export_types: exportTypesOf(connector),
    docs_url: connector.docsUrl,
    logo_url: logoUrl
  }
}
