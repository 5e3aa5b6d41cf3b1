import { Authentication, Connector, Consent as ConsentField, type OAuth2 } from "@tributary/core"
import { Clock, Data, Effect, Fiber, Redacted } from "effect"
import type * as Errors from "../../api/parts/Errors.js"
import { Connections } from "../../store/accounts/Connections.js"
import * as Actor from "../../store/audit/Actor.js"
import * as ConsentLink from "../../store/consent/ConsentLink.js"
import { type Consent, Consents, scopeOf, type Tokens } from "../../store/consent/Consents.js"
import { ConnectorStops } from "../../store/jobs/ConnectorStops.js"
import { Payer } from "../../store/postgres/DatabaseShares.js"
import { Vault } from "../../store/secrets/Vault.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import { CredentialTest } from "../../vendor/CredentialTest.js"
import { type OAuth2Client, OAuth2Clients } from "../../vendor/oauth2/OAuth2Clients.js"
import { OAuth2Protocol } from "../../vendor/oauth2/OAuth2Protocol.js"
import * as StoredCredentials from "../../vendor/StoredCredentials.js"
import { VendorAccount } from "../../vendor/VendorAccount.js"
import * as CredentialFailure from "../parts/CredentialFailure.js"
import { PublicUrl } from "../parts/PublicUrl.js"
import * as VisitSecrets from "./VisitSecrets.js"

/*
 * A consent, in two steps: a browser leaves for the vendor's page with the link of a connection, and comes back with a code. The code becomes
 * tokens, the tokens are tested as entered credentials are, and only then stored, together with the connection.
 */

/** The path to which vendors send browsers back, below the public base address of the service. */
export const CALLBACK = "/oauth2/callback"

/** How a step ended without a consent; the sentence is for the customer. */
export interface Refusal {
  readonly _tag: "Refused"
  readonly text: string
  /** The connection, and where the browser goes; null if the browser is not known to belong to any. */
  readonly visit: Pick<Consent, "connectionId" | "returnUrl"> | null
}

/** A browser that may leave. */
export interface Departure {
  readonly _tag: "Departure"
  /** The vendor's page. */
  readonly location: string
  readonly cookie: string
}

/** A browser that has come back with a consent. */
export interface Arrival {
  readonly _tag: "Connected"
  readonly visit: Pick<Consent, "connectionId" | "returnUrl">
}

/** No connection came of a consent; the sentence is for the customer. */
class Unconnected extends Data.TaggedError("Unconnected")<{ readonly text: string }> {}

/** What the API would say of credentials that are not accepted. */
const unconnected = ({ detail, message }: Errors.ApiError) =>
  new Unconnected({ text: detail.length === 0 ? message : detail.map(({ msg }) => msg).join(" ") })

const refused = (text: string, visit: Refusal["visit"] = null): Refusal => ({ _tag: "Refused", text, visit })

const STALE_LINK = "This link has expired, or somebody has used it already. Ask for a new one where you found it."
const STALE_VISIT =
  "This visit has expired, was used already, or began in another browser. Open the link again in this browser."

/** Where a vendor's page is asked for the consent. */
export const pageOf = (
  { authorizeParameters = {}, authorizeUrl, pkce = true, scopes }: OAuth2,
  {
    challenge,
    clientId,
    redirectUri,
    state
  }: Readonly<Record<"challenge" | "clientId" | "redirectUri" | "state", string>>
): string => {
  const page = new URL(authorizeUrl)
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    state,
    ...(pkce ? { code_challenge: challenge, code_challenge_method: "S256" } : {}),
    ...authorizeParameters
  }
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value)
  return page.href
}

/** What a customer reads about an error with which the vendor has sent the browser back (RFC 6749, 4.1.2.1). */
const sentenceOf = (error: string, name: string): string => {
  if (error === "access_denied") return `The consent was not given on the page of ${name}.`
  const code = /^[\w.-]{1,64}$/.test(error) ? error : "an unknown error"
  return `${name} has sent the browser back with the error ${code}, and without a consent.`
}

/** Creates both steps. */
export const make = Effect.gen(function* () {
  const clients = yield* OAuth2Clients
  const connections = yield* Connections
  const consents = yield* Consents
  const credentialTest = yield* CredentialTest
  const protocol = yield* OAuth2Protocol
  const publicUrl = yield* PublicUrl
  const registry = yield* ConnectorRegistry
  const stops = yield* ConnectorStops
  const vault = yield* Vault

  /** What a consent needs that is not stored with it; null if the connector or the operator no longer offers it. */
  const offeredTo = ({ authType, vendor }: Pick<Consent, "authType" | "vendor">) => {
    const connector = registry.signingIn({ vendor, authType })
    const field = connector === undefined ? null : ConsentField.fieldOf(connector.credentials.fields)
    const client = clients.get(vendor)
    if (connector === undefined || field === null || client === undefined || publicUrl === null) return null
    return { connector, field, client, redirectUri: `${publicUrl}${CALLBACK}` }
  }

  const gone = (vendor: string) =>
    refused(`This service does not offer a consent of ${vendor} any more. Ask its operator for another way to connect.`)

  /** Lets a browser leave with the link of a connection. */
  const depart = (query: URLSearchParams) =>
    Effect.gen(function* () {
      const link = ConsentLink.read(vault, query, yield* Clock.currentTimeMillis)
      if (link === null) return refused(STALE_LINK)
      const consent = yield* consents.ofConnection(link.connectionId)
      if (consent === null || consent.granted !== link.granted) return refused(STALE_LINK)
      yield* stops.check(consent.vendor)
      const offered = offeredTo(consent)
      if (offered === null) return gone(consent.vendor)
      const { client, field, redirectUri } = offered
      const [state, cookie] = [VisitSecrets.make(vault), VisitSecrets.make(vault)]
      yield* consents.depart(consent.id, { state: VisitSecrets.hashOf(state), browser: VisitSecrets.hashOf(cookie) })
      const challenge = VisitSecrets.challengeOf(VisitSecrets.verifierOf(vault, state))
      const location = pageOf(field.options, { challenge, clientId: client.clientId, redirectUri, state })
      return { _tag: "Departure", location, cookie } satisfies Departure
    })

  /** Tests new tokens as entered credentials are, and stores them if they are good; returns what is wrong with them otherwise. */
  const connect = (consent: Consent, connector: Connector.Connector, fieldName: string, tokens: Tokens) =>
    Effect.gen(function* () {
      const scope = scopeOf(consent)
      const { credentials: stored } = yield* connections.credentials(
        scope,
        consent.organizationId,
        consent.connectionId
      )
      const current = yield* connections.get(scope, consent.organizationId, consent.connectionId)
      const entered = {
        ...(JSON.parse(Redacted.value(stored)) as Record<string, unknown>),
        ...(JSON.parse(consent.nextFields ?? "{}") as Record<string, unknown>),
        [fieldName]: ConsentField.heldAs(consent.id)
      }
      const header = Redacted.make(`Bearer ${Redacted.value(tokens.access)}`)
      const held = () => ({ header: Effect.succeed(header), forget: () => Effect.void })
      const checked = yield* credentialTest
        .check(Connector.reading(connector, current.data_export_types), entered)
        .pipe(
          Effect.provideService(Authentication.HeldTokens, held),
          Effect.provideService(VendorAccount, consent.accountId),
          Effect.catchAll(CredentialFailure.toApiError("customer", connector)),
          Effect.mapError(unconnected)
        )
      const shownCredentials = StoredCredentials.shownOf(connector, checked.credentials)
      const update = yield* connections.prepareUpdate(scope, consent.organizationId, consent.connectionId, {
        ...checked,
        shownCredentials
      })
      yield* consents
        .grant(consent, tokens, update)
        .pipe(
          Effect.catchTag("TenantChanged", (change) =>
            Effect.fail(unconnected(CredentialFailure.ofTenant("customer", connector, change)))
          )
        )
    })

  const exchange =
    (issuer: { readonly oauth2: OAuth2; readonly client: OAuth2Client }, consent: Consent, name: string) =>
    (visit: { readonly code: string; readonly redirectUri: string; readonly verifier: string }) =>
      Effect.catchTags(protocol.exchange({ ...issuer, accountId: consent.accountId }, visit), {
        GrantRefused: () =>
          Effect.fail(new Unconnected({ text: `${name} did not accept its own code. Open the link again.` })),
        TokensUnavailable: ({ detail, isOfServer }) =>
          Effect.zipRight(
            Effect.logWarning(`The token endpoint of ${consent.vendor} ${detail}.`),
            Effect.fail(
              new Unconnected({
                text: isOfServer
                  ? `This service cannot get tokens from ${name}: its token endpoint ${detail}. The operator of the service has to act.`
                  : `${name} gave no tokens: its token endpoint ${detail}. Open the link again later.`
              })
            )
          )
      })

  /** Ends the visit of a browser that has come back; `cookie` is that of the browser, null if it has none. */
  const arrive = (query: URLSearchParams, cookie: string | null, from: Pick<Actor.Acting, "origin" | "requestId">) =>
    Effect.gen(function* () {
      const state = query.get("state") ?? ""
      if (cookie === null || !VisitSecrets.isOwn(vault, state) || !VisitSecrets.isOwn(vault, cookie)) {
        return refused(STALE_VISIT)
      }
      const hashes = { state: VisitSecrets.hashOf(state), browser: VisitSecrets.hashOf(cookie) }
      const id = yield* consents.arrive(hashes)
      const consent = id === null ? null : yield* consents.find(id)
      if (consent === null) return refused(STALE_VISIT)
      yield* stops.check(consent.vendor)
      const offered = offeredTo(consent)
      if (offered === null) return gone(consent.vendor)
      const { client, connector, field, redirectUri } = offered
      const { connectionId, returnUrl } = consent
      const visit = { connectionId, returnUrl }
      const acting = { kind: "CONSENT", id: consent.id, ...from } as const
      const failed = (text: string) => Effect.as(consents.refuse(consent.id, text), refused(text, visit))
      const error = query.get("error")
      if (error !== null) return yield* failed(sentenceOf(error, connector.name))
      const issuer = query.get("iss")
      const { issuer: expected } = field.options
      if (expected !== undefined && issuer !== null && issuer !== expected) {
        return yield* failed(`The answer is not of ${connector.name}, but of another issuer. Open the link again.`)
      }
      const code = query.get("code")
      if (code === null) return yield* failed(sentenceOf("invalid_response", connector.name))
      const verifier = VisitSecrets.verifierOf(vault, state)
      const ask = exchange({ oauth2: field.options, client }, consent, connector.name)
      return yield* ask({ code, redirectUri, verifier }).pipe(
        Effect.flatMap((tokens) => connect(consent, connector, field.name, tokens)),
        Effect.as<Arrival>({ _tag: "Connected", visit }),
        Effect.catchTags({
          Unconnected: ({ text }) => failed(text),
          ConsentSuperseded: () => Effect.succeed(refused(STALE_VISIT, visit))
        }),
        Effect.provideService(Payer, consent.accountId),
        (self) => Actor.by(self, acting),
        // The code is used up now: it must not be lost with a browser that leaves.
        Effect.forkDaemon,
        Effect.flatMap(Fiber.join)
      )
    })

  return { depart, arrive }
})
