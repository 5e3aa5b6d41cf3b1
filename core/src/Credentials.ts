import { ParseResult, type Redacted, Schema } from "effect"

/** What a form shows for one credential field. */
export interface FieldHelp {
  /** The field's label, such as "API token". */
  readonly title: string
  /** Where the customer finds it. */
  readonly help: string
  /** An invented value of the right form; never a real one. */
  readonly example?: string
}

/** One credential field; only the constructors of this module make one, so that no secret is ever a plain string. */
export interface CredentialField<A> extends Schema.Schema<A, string> {
  readonly credential: FieldHelp & { readonly type: "secret" | "base_url" | "text" | "choice" }
}

/** A field that a customer may leave out, or leave empty: the connector sees null. */
export interface OptionalField<A>
  extends Schema.PropertySignature<":", A | null, never, "?:", string | null, true, never> {
  readonly credential: CredentialField<A>["credential"] & { readonly isOptional: true }
}

/** The fields of a connector's credentials by their wire names. */
// biome-ignore lint/suspicious/noExplicitAny: a schema is invariant in its type, so nothing narrower takes a text, a secret and a choice
export type CredentialFields = Readonly<Record<string, CredentialField<any> | OptionalField<any>>>

const field = <A>(schema: Schema.Schema<A, string>, credential: CredentialField<A>["credential"]): CredentialField<A> =>
  Object.assign(schema.annotations({ title: credential.title, description: credential.help }), { credential })

// Every step says itself what it expects: the parser's own messages quote what was entered.
const text = (help: FieldHelp & { readonly pattern?: RegExp }) => {
  const message = () => `Expected a value for ${help.title}`
  const base = Schema.transform(Schema.String.annotations({ message }), Schema.String, {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  }).pipe(Schema.nonEmptyString({ message }))
  const { pattern } = help
  if (pattern === undefined) return base
  return base.pipe(
    Schema.pattern(pattern, {
      message: () => `Expected a ${help.title}${help.example === undefined ? "" : ` such as ${help.example}`}`
    })
  )
}

/** A credential that must never be shown: a key, token or password. The connector sees it as `Redacted`. */
export const secret = (help: FieldHelp & { readonly pattern?: RegExp }): CredentialField<Redacted.Redacted> =>
  field(text(help).pipe(Schema.compose(Schema.Redacted(Schema.String))), { ...help, type: "secret" })

/** A text that is no secret: a tenant id, a user name. */
const plainText = (help: FieldHelp & { readonly pattern?: RegExp }): CredentialField<string> =>
  field(text(help), { ...help, type: "text" })

export { plainText as text }

const toBaseUrl = (value: string): string | null => {
  const candidate = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value}`
  if (!URL.canParse(candidate)) return null
  const url = new URL(candidate)
  if (url.protocol !== "https:" && url.protocol !== "http:") return null
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return null
  return url.href.replace(/\/+$/, "")
}

/**
 * The address of the customer's own tenant, such as `https://acme.okta.com`; a host alone is read as https.
 *
 * Which hosts may be reached (https only, no private networks) is decided by the operator of the runtime.
 */
export const baseUrl = (help: FieldHelp): CredentialField<string> =>
  field(
    text(help).pipe(
      Schema.filter((value) => toBaseUrl(value) !== null, {
        message: () => `Expected an address such as ${help.example ?? "https://example.com"}, without query or password`
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
  help: FieldHelp & { readonly values: Values }
): CredentialField<Values[number]> =>
  field(
    Schema.Literal(...help.values).annotations({
      message: () => ({ message: `Expected one of ${help.values.join(", ")}`, override: true })
    }),
    { ...help, type: "choice" }
  )

/** A field of another constructor that may be left out: `Credentials.optional(Credentials.text({ ... }))`. */
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
