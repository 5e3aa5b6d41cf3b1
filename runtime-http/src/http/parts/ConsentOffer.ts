import { randomUUID } from "node:crypto"
import { Connector, Consent as ConsentField } from "@tributary/core"
import { Effect, Redacted } from "effect"
import type { CreateConnection } from "../../api/parts/ConnectionBody.js"
import * as Errors from "../../api/parts/Errors.js"
import type { NewConnection } from "../../store/accounts/ConnectionChange.js"
import { type Clients, OAuth2Clients } from "../../vendor/oauth2/OAuth2Clients.js"
import * as StoredCredentials from "../../vendor/StoredCredentials.js"
import { normalized } from "../../vendor/VendorSession.js"
import { inBody } from "../server/request/ValidationErrors.js"
import { PublicUrl } from "./PublicUrl.js"

/** What the operator has set so that customers can consent. */
export interface ConsentOffer {
  readonly clients: Clients
  readonly publicUrl: string | null
}

/** Reads the settings. */
export const make: Effect.Effect<ConsentOffer> = Effect.all({ clients: OAuth2Clients, publicUrl: PublicUrl })

/** The full address of a connection's link; null if it has none, or if nobody could consent with it. */
export const linkOf = ({ clients, publicUrl }: ConsentOffer, vendor: string, path: string | null): string | null =>
  path === null || publicUrl === null || !clients.has(vendor) ? null : `${publicUrl}${path}`

const mistake = (path: string, msg: string, type: string) =>
  Errors.make("InvalidParameter", { detail: [inBody({ path: [path], msg, type })] })

/** The connector as a new connection signs in; 422 for a way that it does not have. */
export const signingIn = (
  connector: Connector.Connector,
  { auth_type, return_url }: CreateConnection
): Effect.Effect<Connector.Connector, Errors.ApiError> => {
  const ways = Connector.authMethodsOf(connector).map(({ authType }) => authType)
  const chosen = Connector.signingIn(connector, auth_type ?? null)
  if (chosen === null) {
    return mistake("auth_type", `Expected one of the ways to sign in to ${connector.name}: ${ways.join(", ")}`, "enum")
  }
  if ((return_url ?? null) !== null && ConsentField.fieldOf(chosen.credentials.fields) === null) {
    return mistake("return_url", `Leave it out: ${chosen.authType} needs no consent in the browser`, "unexpected")
  }
  return Effect.succeed(chosen)
}

const notOffered = (connector: Connector.Connector, { clients, publicUrl }: ConsentOffer): string | null => {
  if (publicUrl === null)
    return "The operator of this service has not set TRIBUTARY_BASE_URLS, to which browsers come back"
  return clients.has(connector.vendor)
    ? null
    : `The operator of this service has no OAuth client of ${connector.name} in TRIBUTARY_OAUTH_CLIENTS`
}

/** What a connection is created with that waits for a consent; null if its way to sign in needs none. */
export const pending = (offer: ConsentOffer, connector: Connector.Connector, body: CreateConnection) =>
  Effect.gen(function* () {
    const field = ConsentField.fieldOf(connector.credentials.fields)
    if (field === null) return null
    const reason = notOffered(connector, offer)
    if (reason !== null) return yield* mistake("auth_type", reason, "auth_type")
    if (Object.hasOwn(body.credentials, field.name)) {
      const msg = "Leave it out: the customer consents at the connection's oauth2_authorize_url"
      return yield* Errors.make("InvalidParameter", {
        detail: [inBody({ path: ["credentials", field.name], msg, type: "unexpected" })]
      })
    }
    const id = randomUUID()
    const stored = yield* normalized(connector, { ...body.credentials, [field.name]: ConsentField.heldAs(id) })
    const credentials = Redacted.make(JSON.stringify(stored))
    return {
      credentials,
      shownCredentials: StoredCredentials.shownOf(connector, credentials),
      consent: { id, returnUrl: body.return_url ?? null }
    } satisfies Partial<NewConnection>
  })

/** Refuses credentials for a connection whose customer consents instead. */
export const refuseEntered = ({ credentials }: Connector.Connector): Effect.Effect<void, Errors.ApiError> =>
  ConsentField.fieldOf(credentials.fields) === null
    ? Effect.void
    : mistake(
        "credentials",
        "Leave it out: the customer consents again at the connection's oauth2_authorize_url",
        "conflict"
      )

/** Refuses a link to renew credentials for a connection whose customer consents instead. */
export const refuseLink = (connector: Connector.Connector | undefined): Effect.Effect<void, Errors.ApiError> =>
  connector === undefined || ConsentField.fieldOf(connector.credentials.fields) === null
    ? Effect.void
    : mistake("connection_id", "The customer of this connection consents again at its oauth2_authorize_url", "conflict")
