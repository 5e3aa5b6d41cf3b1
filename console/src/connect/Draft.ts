import type { Failure } from "../api/Failure.js"
import type {
  AuthMethodEntry,
  ConnectorEntry,
  ConnectSessionView,
  CreateConnectSessionConnection,
  CredentialParam,
  DataExportType,
  ExportPermissions,
  ReconnectedConnection
} from "../api/schemas.generated.js"

/** What the customer has entered for a connector. It stays in memory, whatever goes wrong. */
export interface Draft {
  /** The way to sign in. */
  readonly authType: string
  /** The values by the names of their fields; ways that share a field share its value. */
  readonly values: Readonly<Record<string, string>>
  /** The types of data to read. */
  readonly types: ReadonlyArray<DataExportType>
}

/** What is wrong with a field. */
export type FieldProblem =
  | { readonly is: "missing" }
  | { readonly is: "pattern"; readonly example: string | null }
  /** A secret that has to be entered again, because another field has changed. */
  | { readonly is: "again" }
  /** In the words of the API. */
  | { readonly is: "said"; readonly text: string }

/** What is wrong with the fields, by their names. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>

/** The way to sign in that a draft has. */
export const methodOf = (connector: ConnectorEntry, authType: string): AuthMethodEntry => {
  const found = connector.auth_methods.find((method) => method.auth_type === authType) ?? connector.auth_methods[0]
  if (found === undefined) throw new Error(`${connector.vendor} has no way to sign in.`)
  return found
}

/** The permissions of the types of data that a connection of the session may read. */
export const exportsOf = (connector: ConnectorEntry, view: ConnectSessionView): ReadonlyArray<ExportPermissions> => {
  const allowed = view.connection?.data_export_types ?? view.data_export_types
  return connector.export_permissions.filter(
    ({ data_export_type }) => allowed === null || allowed.includes(data_export_type)
  )
}

/** The values of the fields that are not secret, as the connection has them. */
export const storedValues = (connection: ReconnectedConnection | null): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(connection?.credentials ?? {}).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]]
    )
  )

/** What a form begins with. */
export const begin = (connector: ConnectorEntry, view: ConnectSessionView): Draft => {
  const all = exportsOf(connector, view)
  const defaults = view.data_export_types === null ? all.filter(({ is_default }) => is_default) : all
  return {
    authType: methodOf(connector, view.connection?.auth_type ?? connector.auth_type).auth_type,
    values: storedValues(view.connection),
    types: defaults.map(({ data_export_type }) => data_export_type)
  }
}

/** The fields of a form. No field is secret that the vendor asks for on its own page. */
export const fieldsOf = (connector: ConnectorEntry, { authType }: Draft): ReadonlyArray<CredentialParam> =>
  methodOf(connector, authType).credentials_form

/** The expression of a pattern; null if this browser does not know it. The server has the last word. */
const expressionOf = (pattern: string): RegExp | null => {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // One that was written without the flag may only be valid without it.
    }
  }
  return null
}

const matches = (pattern: string, value: string): boolean => expressionOf(pattern)?.test(value) ?? true

/** Whether a field has another value than the connection, whose secrets are not known here. */
export const isChanged = ({ values }: Draft, connection: ReconnectedConnection | null, name: string): boolean =>
  (values[name] ?? "").trim() !== (storedValues(connection)[name] ?? "")

/** What is wrong with the value of a field, before anybody is asked; null if nothing is. */
const problemOf = (
  field: CredentialParam,
  value: string,
  { isKept, isMoved }: { readonly isKept: boolean; readonly isMoved: boolean }
): FieldProblem | null => {
  if (value === "") {
    if (isKept && field.is_secret) return isMoved && field.is_required ? { is: "again" } : null
    return field.is_required ? { is: "missing" } : null
  }
  return field.pattern === null || matches(field.pattern, value) ? null : { is: "pattern", example: field.example }
}

/** What is wrong with the fields of a form, before anybody is asked. */
export const check = (connector: ConnectorEntry, view: ConnectSessionView, draft: Draft): FieldProblems => {
  const fields = fieldsOf(connector, draft)
  const isKept = view.connection !== null
  const isMoved = isKept && fields.some(({ is_secret, name }) => !is_secret && isChanged(draft, view.connection, name))
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, (draft.values[field.name] ?? "").trim(), { isKept, isMoved })
      return problem === null ? [] : [[field.name, problem]]
    })
  )
}

/** What is sent of a form: of a connection that is renewed only what differs, because the rest keeps its value. */
export const toBody = (
  connector: ConnectorEntry,
  view: ConnectSessionView,
  draft: Draft
): CreateConnectSessionConnection => {
  const entered = fieldsOf(connector, draft).flatMap(
    ({ name }): ReadonlyArray<readonly [string, string]> =>
      isChanged(draft, view.connection, name) ? [[name, draft.values[name] ?? ""]] : []
  )
  const credentials = Object.fromEntries(entered)
  if (view.connection !== null) return { vendor: connector.vendor, credentials }
  return {
    vendor: connector.vendor,
    credentials,
    data_export_types: draft.types,
    ...(connector.auth_methods.length > 1 ? { auth_type: draft.authType } : {})
  }
}

/** What the API says of fields, at the fields that it names; what it says of all of them is for the form. */
export const problemsOf = (
  failure: Failure,
  fields: ReadonlyArray<CredentialParam>
): { readonly fields: FieldProblems; readonly others: ReadonlyArray<string> } => {
  const known = new Set(fields.map(({ name }) => name))
  const detail = failure.is === "api" ? failure.detail : []
  const fieldOf = (loc: ReadonlyArray<string>) => loc.find((part, index) => index > 0 && known.has(part))
  const named = detail.map(({ loc, msg }) => [fieldOf(loc), msg] as const)
  return {
    fields: Object.fromEntries(
      named.flatMap(([name, text]) => (name === undefined ? [] : [[name, { is: "said", text }]]))
    ),
    others: named.flatMap(([name, text]) => (name === undefined ? [text] : []))
  }
}
