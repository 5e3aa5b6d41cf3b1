import { ParseResult, Schema } from "effect"
import type { CredentialField, OAuth2Options } from "../CredentialField.js"

/** The text of a field whose consent the runtime holds under this name. */
export const heldAs = (name: string): string => JSON.stringify({ held_as: name })

/** What a connector receives of a consent, and the text of the field that stands for it. */
export interface Received<A> {
  /** The function that declares the field, for its errors. */
  readonly builder: "oauth2" | "appConsent"
  /** Whether a value is what the connector receives. */
  readonly is: (value: unknown) => value is A
  /** Reads the text; null if it is malformed. */
  readonly read: (text: string) => A | null
  /** The name under which the runtime holds the consent; null without a runtime. */
  readonly nameOf: (value: A) => string | null
}

/** Declares a field with a consent; only the name of the consent is stored. Throws a `TypeError` for an address that is not a full URL. */
export const make = <A>(options: OAuth2Options, { builder, is, nameOf, read }: Received<A>): CredentialField<A> => {
  const { example: _, ...help } = options
  for (const name of ["authorizeUrl", "tokenUrl"] as const) {
    if (!URL.canParse(options[name])) throw new TypeError(`Credentials.${builder}: ${name} must be a full URL`)
  }
  const message = () => ({ message: `Expected the consent of ${options.title}`, override: true })
  const schema = Schema.transformOrFail(Schema.String, Schema.declare(is), {
    strict: true,
    decode: (text, _options, ast) => {
      const value = read(text)
      // Without the text, which may have a secret.
      return value === null ? ParseResult.fail(new ParseResult.Type(ast, null)) : ParseResult.succeed(value)
    },
    encode: (value, _options, ast) => {
      const name = nameOf(value)
      return name === null ? ParseResult.fail(new ParseResult.Type(ast, null)) : ParseResult.succeed(heldAs(name))
    }
  }).annotations({ message, title: options.title, description: options.help })
  return Object.assign(schema, { credential: { ...help, type: "consent" as const, oauth2: options } })
}
