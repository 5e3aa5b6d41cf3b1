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
  /** The values of a choice; empty for any other field. */
  readonly values: ReadonlyArray<string>
}

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(literalsOf)
  return SchemaAST.isLiteral(ast) && typeof ast.literal === "string" ? [ast.literal] : []
}

/** The credentials that a connector asks for. */
export const of = ({ credentials, vendor }: Connector.Connector): ReadonlyArray<FormField> =>
  Object.entries(credentials.fields).map(([name, field]) => ({
    name,
    variable: `${vendor}_${name}`.toUpperCase(),
    title: field.credential.title,
    help: field.credential.help,
    type: field.credential.type,
    isOptional: "isOptional" in field.credential,
    values: field.credential.type === "choice" && Schema.isSchema(field) ? literalsOf(field.ast) : []
  }))
