import type { Connector, Credentials } from "@tributary/core"
import { Schema, SchemaAST } from "effect"

/** A credential as a person enters it. */
export interface FormField {
  /** Its name in the connector, such as `api_token`. */
  readonly name: string
  /** The environment variable that holds it, such as `OKTA_API_TOKEN`. */
  readonly variable: string
  /** The label. */
  readonly title: string
  /** Where the value is found. */
  readonly help: string
  /** How it is entered. */
  readonly type: Credentials.CredentialField<unknown>["credential"]["type"]
  /** Whether it may be left out. */
  readonly isOptional: boolean
  /** The field in whose presence it is not needed; null if it is always needed. */
  readonly unless: string | null
  /** The values of a choice; empty for any other field. */
  readonly values: ReadonlyArray<string>
}

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(literalsOf)
  return SchemaAST.isLiteral(ast) && typeof ast.literal === "string" ? [ast.literal] : []
}

const variableOf = (vendor: string, name: string): string => `${vendor}_${name}`.toUpperCase()

/** The fields of the client for which somebody consents: they belong to the person who tries the connector, and not to its credentials. */
export const CLIENT = { id: "oauth_client_id", secret: "oauth_client_secret" } as const

/** The client for which a consent is given; nobody types a consent itself, but a file or the environment may have one. */
const clientOf = (vendor: string, consent: string): ReadonlyArray<FormField> => {
  const own = { isOptional: false, unless: consent, values: [] }
  return [
    {
      ...own,
      name: CLIENT.id,
      variable: variableOf(vendor, CLIENT.id),
      title: "Client ID",
      help: "The id of an OAuth client that you registered at the vendor.",
      type: "text"
    },
    {
      ...own,
      name: CLIENT.secret,
      variable: variableOf(vendor, CLIENT.secret),
      title: "Client secret",
      help: "The secret of that client.",
      type: "secret"
    }
  ]
}

/** The credentials that a connector asks for, and the client that a consent is given to. */
export const of = ({ credentials, vendor }: Connector.Connector): ReadonlyArray<FormField> =>
  Object.entries(credentials.fields).flatMap(([name, field]) => {
    const { help, title, type } = field.credential
    const own = {
      name,
      variable: variableOf(vendor, name),
      title,
      help,
      type,
      isOptional: "isOptional" in field.credential || type === "consent",
      unless: null,
      values: type === "choice" && Schema.isSchema(field) ? literalsOf(field.ast) : []
    }
    return type === "consent" ? [own, ...clientOf(vendor, name)] : [own]
  })
