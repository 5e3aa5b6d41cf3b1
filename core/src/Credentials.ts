import { Data, Effect, ParseResult, type Redacted, Schema } from "effect"
import type { CredentialField, FactField, FieldHelp, OptionalField } from "./CredentialField.js"
import { withoutTrailingSlashes } from "./http/Request.js"
import { isPrivateKey } from "./http/SignedJwt.js"
import { expected } from "./record/safeMessage.js"

export type {
  CredentialField,
  CredentialFields,
  FactField,
  FieldHelp,
  OAuth2Options,
  OptionalField
} from "./CredentialField.js"
export { type AdminConsentOptions, adminConsent, GRANTING_ROLES } from "./consent/AdminConsent.js"
export { oauth2 } from "./consent/Consent.js"
export type { OwnClient } from "./consent/OwnClient.js"
export { appConsent } from "./consent/OwnClient.js"

const field = <A>(schema: Schema.Schema<A, string>, credential: CredentialField<A>["credential"]): CredentialField<A> =>
  Object.assign(schema.annotations({ title: credential.title, description: credential.help }), { credential })

interface TextHelp extends FieldHelp {
  /** The format that a value must have; any non-empty text by default. */
  readonly pattern?: RegExp
}

/** Control characters that no credential has: a copied one may end with them, and no vendor can be sent them. Keys have line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNSENDABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/

// Every step has its own message, because the parser's default messages quote the value.
const trimmedText = (help: TextHelp) => {
  const message = () => `Expected a value for ${help.title}`
  const base = Schema.transform(Schema.String.annotations({ message }), Schema.String, {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  }).pipe(Schema.nonEmptyString({ message }))
  const sendable = base.pipe(
    Schema.filter((value) => !UNSENDABLE.test(value), {
      message: () => `Expected a value for ${help.title} without control characters`
    })
  )
  const { pattern } = help
  if (pattern === undefined) return sendable
  return sendable.pipe(
    Schema.pattern(pattern, {
      message: () =>
        `Expected a valid value for ${help.title}${help.example === undefined ? "" : `, such as ${help.example}`}`
    })
  )
}

/**
 * A credential that must never be shown, such as a key, token or password. The connector receives it as `Redacted`.
 *
 * @example
 * ```ts
 * const credentials = Schema.Struct({
 *   api_token: Credentials.secret({ title: "API token", help: "Created at Settings > API > New token." })
 * })
 * ```
 */
export const secret = (help: TextHelp): CredentialField<Redacted.Redacted> =>
  field(trimmedText(help).pipe(Schema.compose(Schema.Redacted(Schema.String))), { ...help, type: "secret" })

/** A private key in PEM without a passphrase, such as that of a service account. The connector receives it as `Redacted`. */
export const privateKey = (help: FieldHelp): CredentialField<Redacted.Redacted> =>
  field(
    trimmedText(help).pipe(
      Schema.filter(isPrivateKey, {
        message: () =>
          `Expected a private key in PEM for ${help.title}: all lines from BEGIN to END, without a passphrase`
      }),
      Schema.compose(Schema.Redacted(Schema.String))
    ),
    { ...help, type: "secret", isPrivateKey: true }
  )

/** A credential that is not secret, such as a tenant id or a user name. */
export const text = (help: TextHelp): CredentialField<string> => field(trimmedText(help), { ...help, type: "text" })

const toBaseUrl = (value: string): string | null => {
  const candidate = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value}`
  if (!URL.canParse(candidate)) return null
  const url = new URL(candidate)
  if (url.protocol !== "https:" && url.protocol !== "http:") return null
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return null
  // The full name of a host may end with a dot, and is the same host.
  url.hostname = url.hostname.replace(/\.$/, "")
  return withoutTrailingSlashes(url.href)
}

/**
 * The address of the customer's own tenant, such as `https://acme.okta.com`; a bare host is read as https.
 *
 * The operator of the runtime decides which hosts requests may reach, such as https only and no private networks.
 */
export const baseUrl = (help: FieldHelp): CredentialField<string> =>
  field(
    trimmedText(help).pipe(
      Schema.filter((value) => toBaseUrl(value) !== null, {
        message: () =>
          `Expected an address such as ${help.example ?? "https://example.com"}, without a query, fragment or password`
      }),
      Schema.transform(Schema.String, {
        strict: true,
        decode: (value) => toBaseUrl(value) ?? value,
        encode: (value) => value
      })
    ),
    { ...help, type: "base_url" }
  )

/** One of several fixed values, such as a region. */
export const choice = <const Values extends readonly [string, ...ReadonlyArray<string>]>(
  help: FieldHelp & {
    /** The values to choose from. */
    readonly values: Values
  }
): CredentialField<Values[number]> =>
  field(
    Schema.Literal(...help.values).annotations({
      message: () => ({ message: `Expected one of ${help.values.join(", ")}`, override: true })
    }),
    { ...help, type: "choice" }
  )

/** Makes a field optional: `Credentials.optional(Credentials.text({ ... }))`. */
export const optional = <A>(inner: CredentialField<A>): OptionalField<A> => {
  const message = () => ({ message: `Expected a value for ${inner.credential.title}`, override: true })
  const entered = Schema.NullOr(Schema.String).annotations({ message })
  const read = ParseResult.decode(inner)
  const write = ParseResult.encode(inner)
  const blankable = Schema.transformOrFail(entered, Schema.NullOr(Schema.typeSchema(inner)), {
    strict: true,
    decode: (value) => (value === null || value.trim() === "" ? ParseResult.succeed(null) : read(value)),
    encode: (value) => (value === null ? ParseResult.succeed(null) : write(value))
  })
  const signature = Schema.optionalWith(blankable, { exact: true, default: () => null })
  return Object.assign(signature, { credential: { ...inner.credential, isOptional: true as const } })
}

/**
 * What a consent proves about the customer, such as the id of the tenant: `proof` of the consent finds it, and nobody can enter it. The connection
 * shows it like a field of `text`; it is empty until the customer has consented.
 */
export const fact = (help: FieldHelp): FactField => {
  const signature = Schema.optionalWith(Schema.String.annotations({ title: help.title, description: help.help }), {
    exact: true,
    default: () => ""
  })
  return Object.assign(signature, { credential: { ...help, type: "fact" as const } })
}

/** What is wrong with one field of credentials, without its value. */
export interface FieldProblem {
  /** The path to the field; empty for the credentials as a whole. */
  readonly path: ReadonlyArray<string>
  /** Whether the connector has no such field. */
  readonly isUnknown: boolean
  /** What was expected. */
  readonly expected: string
}

/** The credentials do not have the form that the connector requires. */
export class InvalidCredentials extends Data.TaggedError("InvalidCredentials")<{
  /** All fields with which something is wrong. */
  readonly problems: ReadonlyArray<FieldProblem>
}> {}

/** Reads credentials that were entered or stored. Its error never quotes a value, unlike that of the schema. */
export const decode = <A, I>(
  schema: Schema.Schema<A, I>,
  value: unknown,
  {
    unknownFields
  }: {
    /** What to do about fields that the connector does not have. */
    readonly unknownFields: "refuse" | "ignore"
  }
): Effect.Effect<A, InvalidCredentials> =>
  Schema.decodeUnknown(schema)(value, {
    errors: "all",
    onExcessProperty: unknownFields === "refuse" ? "error" : "ignore"
  }).pipe(
    Effect.mapError(
      (error) =>
        new InvalidCredentials({
          problems: ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => ({
            path: issue.path.map(String),
            isUnknown: issue._tag === "Unexpected",
            expected: expected(issue, error.issue.actual)
          }))
        })
    )
  )
