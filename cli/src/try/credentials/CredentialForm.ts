import { type Connector, Consent, type Credentials } from "@tributary/core"
import { Schema, SchemaAST } from "effect"
import * as ConsentClient from "./ConsentClient.js"

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
  /** The field that decides whether this one is needed, by whether it is entered; null if this one is always needed. */
  readonly when: { readonly name: string; readonly isEntered: boolean } | null
  /** The values of a choice; empty for any other field. */
  readonly values: ReadonlyArray<string>
}

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(literalsOf)
  return SchemaAST.isLiteral(ast) && typeof ast.literal === "string" ? [ast.literal] : []
}

const variableOf = (vendor: string, name: string): string => `${vendor}_${name}`.toUpperCase()

/** The kinds of field that nobody types: a consent is given in the browser and proves facts, but a file or the environment may have both. */
const LEARNED: ReadonlyArray<FormField["type"]> = ["consent", "fact"]

/** Whether somebody types the field. */
export const isTyped = ({ type }: FormField): boolean => !LEARNED.includes(type)

/** A line that says with which variable the field is set, and where its value is found. */
export const explanationOf = ({ help, title, variable }: FormField): string => `  ${variable}  ${title}: ${help}`

/** The credentials that a connector asks for, and the client that a consent is given to. */
export const of = ({ credentials, vendor }: Connector.Connector): ReadonlyArray<FormField> => {
  const consent = Consent.fieldOf(credentials.fields)
  const own = Object.entries(credentials.fields).map(([name, field]): FormField => {
    const { help, title, type } = field.credential
    return {
      name,
      variable: variableOf(vendor, name),
      title,
      help,
      type,
      isOptional: "isOptional" in field.credential || type === "consent",
      // A consent that was given elsewhere proves nothing here.
      when: type === "fact" && consent !== null ? { name: consent.name, isEntered: true } : null,
      values: type === "choice" && Schema.isSchema(field) ? literalsOf(field.ast) : []
    }
  })
  if (consent === null) return own
  const client = ConsentClient.partsFor(consent.options).map(
    (part): FormField => ({
      ...part,
      variable: variableOf(vendor, part.name),
      isOptional: false,
      when: { name: consent.name, isEntered: false },
      values: []
    })
  )
  return own.flatMap((field) => (field.name === consent.name ? [field, ...client] : [field]))
}
