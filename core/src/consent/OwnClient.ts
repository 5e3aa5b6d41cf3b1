import { Either, Redacted, Schema } from "effect"
import type { CredentialField, OAuth2Options } from "../CredentialField.js"
import * as ConsentField from "./ConsentField.js"

/** The application with which the operator of a service is registered at a vendor. */
export interface OwnClient {
  /** The id that the vendor gave it. */
  readonly clientId: string
  /** Its secret. */
  readonly clientSecret: Redacted.Redacted
  /** Its private key in PEM; empty unless `ownClient.needs` names it. */
  readonly privateKey: Redacted.Redacted
  /** The name of the consent under which a runtime gives the application; null without a runtime. */
  readonly heldAs: string | null
}

const Text = Schema.parseJson(
  Schema.Struct({
    held_as: Schema.NullOr(Schema.String).pipe(Schema.optionalWith({ default: () => null })),
    client_id: Schema.optionalWith(Schema.String, { default: () => "" }),
    client_secret: Schema.optionalWith(Schema.String, { default: () => "" }),
    private_key: Schema.optionalWith(Schema.String, { default: () => "" })
  })
)

const read = Schema.decodeUnknownEither(Text)

/** The text of a field with this application. Without `heldAs`, it is used without a runtime, as `tributary try` and tests do it. */
export const textOf = ({ clientId, clientSecret, heldAs, privateKey }: OwnClient): string =>
  JSON.stringify({
    held_as: heldAs,
    client_id: clientId,
    client_secret: Redacted.value(clientSecret),
    private_key: Redacted.value(privateKey)
  })

/** The name of the consent in the text of a field; null if it has none. */
export const nameIn = (text: string): string | null => Either.getOrNull(read(text))?.held_as ?? null

const isClient = (value: unknown): value is OwnClient =>
  typeof value === "object" && value !== null && "clientId" in value

const clientOf = (text: string): OwnClient | null =>
  Either.match(read(text), {
    onLeft: () => null,
    onRight: ({ client_id, client_secret, held_as, private_key }) => ({
      clientId: client_id,
      clientSecret: Redacted.make(client_secret),
      privateKey: Redacted.make(private_key),
      heldAs: held_as
    })
  })

/**
 * A permission that the customer gives the operator's own application for a whole tenant, on the vendor's page in the browser. Nothing of the
 * customer is stored but the facts that the visit proves: the connector receives the operator's application, and gets tokens with its secret or
 * key. The runtime asks for the consent and checks the proof. Throws a `TypeError` for an address that is not a full URL.
 *
 * @example
 * ```ts
 * const signIn = AuthMethod.make({
 *   authType: "OAUTH2_AUTHORIZATION_CODE",
 *   credentials: Schema.Struct({
 *     app: Credentials.appConsent({ ...pages, proof: { facts: ["tenant_id"], of: provenTenant } }),
 *     tenant_id: Credentials.fact({ title: "Tenant ID", help: "The tenant whose administrator has consented." })
 *   }),
 *   http: ({ app, tenant_id }) => ({
 *     baseUrl: "https://api.acme.example",
 *     auth: Authentication.clientCredentials({ url: `https://login.acme.example/${tenant_id}/token`, ...app })
 *   })
 * })
 * ```
 */
export const appConsent = (options: OAuth2Options): CredentialField<OwnClient> =>
  ConsentField.make(
    { ...options, ownClient: options.ownClient ?? {} },
    // What is stored is only the name: the application is the operator's, who may change its secret.
    { builder: "appConsent", is: isClient, read: clientOf, nameOf: ({ heldAs }) => heldAs }
  )
