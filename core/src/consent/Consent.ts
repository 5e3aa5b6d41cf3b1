// consent: the credential fields that a customer fills by consenting in the browser, and the values that they hold.

import { Either, Redacted, Schema } from "effect"
import type { CredentialField, CredentialFields, OAuth2Options } from "../CredentialField.js"
import type { TokenSource } from "../http/Authentication.js"
import * as ConsentField from "./ConsentField.js"

/** What is kept of a consent that is used without a runtime, as JSON: `tributary try` and tests read it. */
const Grant = Schema.parseJson(
  Schema.Struct({ client_id: Schema.String, client_secret: Schema.String, refresh_token: Schema.String })
)

/** What a runtime keeps in the field instead: it holds the tokens itself, and renews them for all of its processes. */
const Held = Schema.parseJson(Schema.Struct({ held_as: Schema.String }))

const readHeld = Schema.decodeUnknownEither(Held)
const readGrant = Schema.decodeUnknownEither(Grant)

/** The text of a field whose tokens are renewed without a runtime, as `tributary try` and tests do it. */
export const grant = ({
  clientId,
  clientSecret,
  refreshToken
}: {
  /** The id of the client that the vendor knows. */
  readonly clientId: string
  /** Its secret. */
  readonly clientSecret: string
  /** The refresh token of a consent that somebody gave to that client. */
  readonly refreshToken: string
}): string => JSON.stringify({ client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken })

export { heldAs } from "./ConsentField.js"

const isSource = (value: unknown): value is TokenSource => typeof value === "object" && value !== null && "url" in value

const sourceOf = (options: OAuth2Options, text: string): TokenSource | null => {
  const held = readHeld(text)
  if (Either.isRight(held)) return { url: options.tokenUrl, held: { as: held.right.held_as, oauth2: options } }
  const grant = readGrant(text)
  if (Either.isLeft(grant)) return null
  const { client_id, client_secret, refresh_token } = grant.right
  const isBasic = options.clientAuthentication === "basic"
  const basic = () => `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`
  return {
    url: options.tokenUrl,
    ...(isBasic ? { headers: { authorization: Redacted.make(basic()) } } : {}),
    form: {
      grant_type: "refresh_token",
      refresh_token: Redacted.make(refresh_token),
      ...(isBasic ? {} : { client_id, client_secret: Redacted.make(client_secret) })
    }
  }
}

/**
 * A permission that the customer gives on the vendor's page in the browser (OAuth 2.0 with the authorization code, PKCE and refresh tokens)
 * instead of a secret that somebody copies. The connector receives the source of its tokens, which is the `auth` of its settings; the runtime
 * asks for consent, keeps the tokens and renews them. Throws a `TypeError` for an address that is not a full URL.
 *
 * @example
 * ```ts
 * const signIn = AuthMethod.make({
 *   authType: "OAUTH2_AUTHORIZATION_CODE",
 *   credentials: Schema.Struct({
 *     consent: Credentials.oauth2({
 *       title: "Sign in with Acme",
 *       help: "An administrator of Acme allows it to read users.",
 *       authorizeUrl: "https://acme.example/oauth/authorize",
 *       tokenUrl: "https://acme.example/oauth/token",
 *       scopes: ["users.read"]
 *     })
 *   }),
 *   http: ({ consent }) => ({ baseUrl: "https://api.acme.example", auth: consent })
 * })
 * ```
 */
export const oauth2 = (options: OAuth2Options): CredentialField<TokenSource> =>
  ConsentField.make(options, {
    builder: "oauth2",
    is: isSource,
    read: (text) => sourceOf(options, text),
    nameOf: ({ held }) => held?.as ?? null
  })

/** The field with which the customer consents, and its name; null if the credentials have none. */
export const fieldOf = (
  fields: CredentialFields
): { readonly name: string; readonly options: OAuth2Options } | null => {
  for (const [name, { credential }] of Object.entries(fields)) {
    if (credential.oauth2 !== undefined) return { name, options: credential.oauth2 }
  }
  return null
}

/** What the consent allows, in the spelling of the vendor. */
export const allowedBy = ({ permissions, scopes }: OAuth2Options): ReadonlyArray<string> => permissions ?? scopes

/** The names of the fields that nobody enters: the consent, and the facts that it proves. */
export const learnedFields = (fields: CredentialFields): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, { credential }]) =>
    credential.type === "consent" || credential.type === "fact" ? [name] : []
  )

/** What is invalid in what the consent of these fields has to prove; empty if nothing is. */
export const problemsOf = (fields: CredentialFields): ReadonlyArray<string> => {
  const { grantPage, identity, proof } = fieldOf(fields)?.options ?? {}
  const proven = proof?.facts ?? []
  const declared = Object.keys(fields).filter((name) => fields[name]?.credential.type === "fact")
  const addresses = [grantPage?.url, identity?.keysUrl].filter((address) => address !== undefined)
  return [
    ...declared.filter((name) => !proven.includes(name)).map((name) => `credentials.${name}: no proof names this fact`),
    ...proven
      .filter((name) => !declared.includes(name))
      .map((name) => `credentials.${name}: the proof names this fact, so declare it with Credentials.fact`),
    ...addresses.filter((url) => !URL.canParse(url)).map((url) => `credentials: ${url} must be a full URL`),
    ...(grantPage !== undefined && proof === undefined
      ? ["credentials: a grantPage needs a proof, because what a browser brings from there can be made up"]
      : [])
  ]
}
