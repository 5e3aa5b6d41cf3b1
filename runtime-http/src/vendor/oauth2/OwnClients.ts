import { Authentication, type Connector, Consent, OwnClient, VendorError, type VendorHttp } from "@tributary/core"
import { Effect, Redacted } from "effect"
import * as OAuth2Clients from "./OAuth2Clients.js"

/*
 * The operator's own application in the credentials of a connection. They hold only the name of the consent, so that the operator can change the
 * secret or key of the application, and that the database does not have it.
 */

const NONE = Redacted.make("")

/** The way of a connector to sign in with the operator's application; null if it has none. */
const ownOf = ({ credentials }: Connector.Connector) => {
  const field = Consent.fieldOf(credentials.fields)
  const { ownClient } = field?.options ?? {}
  return field === null || ownClient === undefined ? null : { ...field, ownClient }
}

/** Credentials, stored or sent, with the operator's application in the place of its name; as they are if the connector needs none. */
export const filled = (
  clients: OAuth2Clients.Clients,
  connector: Connector.Connector,
  credentials: unknown
): unknown => {
  const own = ownOf(connector)
  if (own === null || typeof credentials !== "object" || credentials === null) return credentials
  const text: unknown = Reflect.get(credentials, own.name)
  const heldAs = typeof text === "string" ? OwnClient.nameIn(text) : null
  if (heldAs === null) return credentials
  const { clientId = "", clientSecret = NONE, privateKey = NONE } = clients.get(connector.vendor) ?? {}
  return { ...credentials, [own.name]: OwnClient.textOf({ clientId, clientSecret, privateKey, heldAs }) }
}

/** Why no token request may leave, for an application that the operator has not set, or a customer who has not consented yet. */
type Hindrance = (endpoint: string) => VendorError.VendorError

const unset =
  (lacking: string): Hindrance =>
  (endpoint) => {
    const detail = `could not be asked, because TRIBUTARY_OAUTH_CLIENTS ${lacking}`
    return new VendorError.ServerError({ endpoint, status: null, detail, isOfServer: true })
  }

const unconsented: Hindrance = (endpoint) =>
  new VendorError.Unauthorized({
    endpoint,
    status: null,
    detail: "could not be asked, because the customer has not consented yet",
    isOfCredentials: true,
    consent: "REQUIRED"
  })

/** Tokens that nobody gets. */
const without =
  (hindrance: Hindrance) =>
  (source: Authentication.TokenSource): Authentication.Tokens => ({
    header: Effect.fail(VendorError.unsent(hindrance(Authentication.endpointOf(source)))),
    forget: () => Effect.void
  })

/** Settings that a connector made of credentials, and who gives their tokens, if that is no usual one. */
export interface Prepared {
  readonly settings: VendorHttp.VendorHttpSettings
  readonly held: ((source: Authentication.HeldSource) => Authentication.Tokens) | null
}

/** Notes in a connector's settings that the token request has the operator's application; without one, or without a consent, none leaves. */
export const prepared = (
  clients: OAuth2Clients.Clients,
  connector: Connector.Connector,
  credentials: Readonly<Record<string, unknown>>,
  settings: VendorHttp.VendorHttpSettings
): Prepared => {
  const own = ownOf(connector)
  const { auth } = settings
  if (own === null || auth === undefined) return { settings, held: null }
  const lacking = OAuth2Clients.lacking(clients, connector, own.options)
  const isUnproven = own.options.proof?.facts.some((fact) => credentials[fact] === "") === true
  const ofOperator = lacking === null ? null : unset(lacking)
  const hindrance = isUnproven ? unconsented : ofOperator
  if (hindrance === null) return { settings: { ...settings, auth: { ...auth, ownClient: own.ownClient } }, held: null }
  return {
    settings: { ...settings, auth: { ...auth, held: { as: connector.vendor, oauth2: own.options } } },
    held: without(hindrance)
  }
}
