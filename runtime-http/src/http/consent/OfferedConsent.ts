import { type Connector, Consent as ConsentField } from "@tributary/core"
import { AuthorizeAddress } from "@tributary/core/oauth2"
import { Effect } from "effect"
import type { Untokened } from "../../store/consent/ConsentRow.js"
import { Vault } from "../../store/secrets/Vault.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as OAuth2Clients from "../../vendor/oauth2/OAuth2Clients.js"
import { PublicUrl } from "../parts/PublicUrl.js"
import * as VisitSecrets from "./VisitSecrets.js"

/** The path to which vendors send browsers back, below the public base address of the service. */
export const CALLBACK = "/oauth2/callback"

/** What a consent needs that is not stored with it. */
export interface OfferedConsent {
  /** The connector, as the connection signs in. */
  readonly connector: Connector.Connector
  /** The field with which the customer consents. */
  readonly field: NonNullable<ReturnType<typeof ConsentField.fieldOf>>
  /** The client with which this service is registered at the vendor. */
  readonly client: OAuth2Clients.OAuth2Client
  /** The address to which the vendor sends the browser back. */
  readonly redirectUri: string
}

/** Finds it by the loaded connectors and the operator's settings. */
export const make = Effect.gen(function* () {
  const clients = yield* OAuth2Clients.OAuth2Clients
  const publicUrl = yield* PublicUrl
  const registry = yield* ConnectorRegistry
  const vault = yield* Vault

  /** What a consent needs; null if the connector or the operator no longer offers it. */
  const of = ({ authType, vendor }: Pick<Untokened, "authType" | "vendor">): OfferedConsent | null => {
    const connector = registry.signingIn({ vendor, authType })
    const field = connector === undefined ? null : ConsentField.fieldOf(connector.credentials.fields)
    const client = clients.get(vendor)
    if (connector === undefined || field === null || client === undefined || publicUrl === null) return null
    if (OAuth2Clients.lacking(clients, connector, field.options) !== null) return null
    return { connector, field, client, redirectUri: `${publicUrl}${CALLBACK}` }
  }

  /** The address of the page on which the customer signs in. */
  const signInOf = ({ client, field, redirectUri }: OfferedConsent, state: string): string => {
    const verifier = VisitSecrets.verifierOf(vault, state)
    return AuthorizeAddress.of(field.options, { clientId: client.clientId, redirectUri, state, verifier })
  }

  return { of, signInOf }
})
