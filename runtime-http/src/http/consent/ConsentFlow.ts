import { Authentication, Connector, Consent as ConsentField, RecordNames } from "@tributary/core"
import { AuthorizeAddress, GrantPage, OAuth2Protocol, ProvenFacts } from "@tributary/core/oauth2"
import { Clock, Data, Effect, Either, Fiber, Redacted } from "effect"
import type * as Errors from "../../api/parts/Errors.js"
import { Connections } from "../../store/accounts/Connections.js"
import * as Actor from "../../store/audit/Actor.js"
import * as ConsentLink from "../../store/consent/ConsentLink.js"
import { type Arrived, type Consent, Consents, scopeOf, type Untokened } from "../../store/consent/Consents.js"
import { ConnectorStops } from "../../store/jobs/ConnectorStops.js"
import { Payer } from "../../store/postgres/DatabaseShares.js"
import { Vault } from "../../store/secrets/Vault.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import { CredentialTest } from "../../vendor/CredentialTest.js"
import * as OAuth2Clients from "../../vendor/oauth2/OAuth2Clients.js"
import * as StoredCredentials from "../../vendor/StoredCredentials.js"
import { VendorAccount } from "../../vendor/VendorAccount.js"
import { ProductName } from "../connect/ProductName.js"
import * as CredentialFailure from "../parts/CredentialFailure.js"
import { PublicUrl } from "../parts/PublicUrl.js"
import * as BroughtState from "./BroughtState.js"
import type * as ConsentPage from "./ConsentPage.js"
import * as VisitSecrets from "./VisitSecrets.js"

/*
 * A consent, in three steps: the link of a connection shows a page that says who asks for what; from it, and only from it, a browser leaves for the
 * vendor's page; and it comes back with a code. The code becomes tokens, the tokens are tested as entered credentials are, and only then stored,
 * together with the connection.
 */

/** The path on which a browser leaves, below the public base address of the service, beside that of the link. */
export const CONTINUE = "/oauth2/continue"

/** The path to which vendors send browsers back, below the public base address of the service. */
export const CALLBACK = "/oauth2/callback"

/** How a step ended without a consent; the sentence is for the customer. */
export interface Refusal {
  readonly _tag: "Refused"
  readonly text: string
  /** The connection, and where the browser goes; null if the browser is not known to belong to any. */
  readonly visit: Pick<Consent, "connectionId" | "returnUrl"> | null
}

/** A browser that is shown who asks for what, before it may leave. */
export interface Invitation {
  readonly _tag: "Invitation"
  readonly invitation: ConsentPage.Invitation
  /** What the browser keeps, the oldest first. */
  readonly secrets: ReadonlyArray<string>
}

/** A browser that may leave. */
export interface Departure {
  readonly _tag: "Departure"
  /** The vendor's page. */
  readonly location: string
  /** What the browser keeps, the oldest first. */
  readonly secrets: ReadonlyArray<string>
}

/** A browser that has come back with a consent. */
export interface Arrival {
  readonly _tag: "Connected"
  readonly visit: Pick<Consent, "connectionId" | "returnUrl">
}

/** What a visit gave, before it is tested. */
interface Visit extends Pick<OAuth2Protocol.Grant, "claims" | "tokens"> {
  /** What the browser brought before the sign-in. */
  readonly brought: Readonly<Record<string, string>>
}

/** No connection came of a consent; the sentence is for the customer. */
class Unconnected extends Data.TaggedError("Unconnected")<{ readonly text: string }> {}

/** What the API would say of credentials that are not accepted. */
const unconnected = ({ detail, message }: Errors.ApiError) =>
  new Unconnected({ text: detail.length === 0 ? message : detail.map(({ msg }) => msg).join(" ") })

/** The same with the permissions that the customer has left out, which may be why. */
const withLacking = ({ text }: Unconnected, lacking: ReadonlyArray<string>) =>
  new Unconnected({
    text: lacking.length === 0 ? text : `${text} The consent leaves out what was asked for: ${lacking.join(", ")}.`
  })

const refused = (text: string, visit: Refusal["visit"] = null): Refusal => ({ _tag: "Refused", text, visit })

const STALE_LINK = "This link has expired, or somebody has used it already. Ask for a new one where you found it."
const STALE_VISIT =
  "This visit has expired, was used already, or began in another browser. Open the link again in this browser."

const DELETED = "The connection was deleted before the consent was stored. Nothing was connected."

/** What a customer reads about an error with which the vendor has sent the browser back (RFC 6749, 4.1.2.1). */
const sentenceOf = (error: string, name: string): string => {
  if (error === "access_denied") return `The consent was not given on the page of ${name}.`
  const code = /^[\w.-]{1,64}$/.test(error) ? error : "an unknown error"
  return `${name} has sent the browser back with the error ${code}, and without a consent.`
}

/** Creates both steps. */
export const make = Effect.gen(function* () {
  const clients = yield* OAuth2Clients.OAuth2Clients
  const connections = yield* Connections
  const consents = yield* Consents
  const credentialTest = yield* CredentialTest
  const protocol = yield* OAuth2Protocol.OAuth2Protocol
  const product = yield* ProductName
  const publicUrl = yield* PublicUrl
  const registry = yield* ConnectorRegistry
  const stops = yield* ConnectorStops
  const vault = yield* Vault
  const proven = ProvenFacts.of(protocol)

  /** What a consent needs that is not stored with it; null if the connector or the operator no longer offers it. */
  const offeredTo = ({ authType, vendor }: Pick<Consent, "authType" | "vendor">) => {
    const connector = registry.signingIn({ vendor, authType })
    const field = connector === undefined ? null : ConsentField.fieldOf(connector.credentials.fields)
    const client = clients.get(vendor)
    if (connector === undefined || field === null || client === undefined || publicUrl === null) return null
    if (OAuth2Clients.lacking(clients, connector, field.options) !== null) return null
    return { connector, field, client, redirectUri: `${publicUrl}${CALLBACK}` }
  }

  type Offered = NonNullable<ReturnType<typeof offeredTo>>

  const gone = (vendor: string) =>
    refused(`This service does not offer a consent of ${vendor} any more. Ask its operator for another way to connect.`)

  /** What the link of a connection leads to. */
  const linkedBy = (query: URLSearchParams) =>
    Effect.gen(function* () {
      const link = ConsentLink.read(vault, query, yield* Clock.currentTimeMillis)
      if (link === null) return refused(STALE_LINK)
      const consent = yield* consents.ofConnection(link.connectionId)
      if (consent === null || consent.granted !== link.granted) return refused(STALE_LINK)
      yield* stops.check(consent.vendor)
      const offered = offeredTo(consent)
      if (offered === null) return gone(consent.vendor)
      return { _tag: "Linked", link, page: VisitSecrets.pageOf(link.signature), consent, offered } as const
    })

  type Linked = Extract<Effect.Effect.Success<ReturnType<typeof linkedBy>>, { readonly _tag: "Linked" }>

  /** What the page of a link says, and what the browser keeps that was shown it. */
  const invite = ({ consent, link, offered, page }: Linked, secrets: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const { connector, field } = offered
      const current = yield* connections.get(scopeOf(consent), consent.organizationId, consent.connectionId)
      const kinds = Connector.extractorsOf(Connector.reading(connector, current.data_export_types)).flatMap((each) =>
        each.kinds.map(({ name }) => RecordNames.plural(name))
      )
      const isShown = secrets.some((secret) => VisitSecrets.isOwn(vault, page, secret))
      return {
        _tag: "Invitation",
        invitation: {
          product,
          organization: current.organization_name,
          tool: connector.name,
          reads: [...new Set(kinds)],
          scopes: ConsentField.allowedBy(field.options),
          next: `${CONTINUE.slice(CONTINUE.lastIndexOf("/") + 1)}?${ConsentLink.queryOf(link)}`
        },
        secrets: isShown ? secrets : [...secrets, VisitSecrets.make(vault, page)]
      } satisfies Invitation
    })

  /** The address of the page on which the customer signs in. */
  const signInOf = ({ client, field, redirectUri }: Offered, state: string): string => {
    const verifier = VisitSecrets.verifierOf(vault, state)
    return AuthorizeAddress.of(field.options, { clientId: client.clientId, redirectUri, state, verifier })
  }

  /** Shows a browser, which has kept these secrets, the page of a link. */
  const show = (query: URLSearchParams, secrets: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const linked = yield* linkedBy(query)
      return linked._tag === "Refused" ? linked : yield* invite(linked, secrets)
    })

  /** Lets a browser leave that was shown the page of the link; any other is shown it first. */
  const depart = (query: URLSearchParams, secrets: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const linked = yield* linkedBy(query)
      if (linked._tag === "Refused") return linked
      const { consent, offered, page } = linked
      const browser = secrets.find((secret) => VisitSecrets.isOwn(vault, page, secret))
      if (browser === undefined) return yield* invite(linked, secrets)
      const { client, field, redirectUri } = offered
      const { grantPage } = field.options
      const state = VisitSecrets.make(vault, "state")
      yield* consents.depart(consent.id, { state: VisitSecrets.hashOf(state), browser: VisitSecrets.hashOf(browser) })
      const location =
        grantPage === undefined
          ? signInOf(offered, state)
          : GrantPage.addressOf(grantPage, client, { redirectUri, state })
      return { _tag: "Departure", location, secrets } satisfies Departure
    })

  /** Tests what a visit gave as entered credentials are, and stores it if it is good; returns what is wrong with it otherwise. */
  const connect = (consent: Untokened, { connector, field }: Offered, visit: Visit) =>
    Effect.gen(function* () {
      const scope = scopeOf(consent)
      const current = yield* connections.get(scope, consent.organizationId, consent.connectionId)
      // No field but the consent is secret, so a lost master key keeps nobody from connecting again.
      const entered = {
        ...StoredCredentials.stillShown(connector, current.credentials),
        ...(JSON.parse(consent.nextFields ?? "{}") as Record<string, unknown>)
      }
      const { accountId } = consent
      const facts = yield* proven(field.options, { ...visit, fields: entered, name: connector.name }).pipe(
        Effect.provideService(VendorAccount, accountId),
        Effect.mapError(({ text }) => new Unconnected({ text }))
      )
      const header = Redacted.make(`Bearer ${Redacted.value(visit.tokens.access)}`)
      const held = () => ({ header: Effect.succeed(header), forget: () => Effect.void })
      const checked = yield* credentialTest
        .check(Connector.reading(connector, current.data_export_types), {
          ...entered,
          ...facts,
          [field.name]: ConsentField.heldAs(consent.id)
        })
        .pipe(
          Effect.provideService(Authentication.HeldTokens, held),
          Effect.provideService(VendorAccount, accountId),
          Effect.catchAll(CredentialFailure.toApiError("customer", connector)),
          Effect.mapError(unconnected)
        )
      const shownCredentials = StoredCredentials.shownOf(connector, checked.credentials)
      const update = yield* connections.prepareUpdate(scope, consent.organizationId, consent.connectionId, {
        ...checked,
        shownCredentials
      })
      // The tokens of somebody who only proved a fact are not kept.
      const kept = field.options.ownClient === undefined ? visit.tokens : null
      yield* consents
        .grant(consent, kept, update)
        .pipe(
          Effect.catchTag("TenantChanged", (change) =>
            Effect.fail(unconnected(CredentialFailure.ofTenant("customer", connector, change)))
          )
        )
    })

  const exchange = (issuer: OAuth2Protocol.Issuer, consent: Untokened, name: string) => (visit: OAuth2Protocol.Visit) =>
    Effect.catchTags(Effect.provideService(protocol.exchange(issuer, visit), VendorAccount, consent.accountId), {
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

  /** Lets a browser go on from the page before the sign-in, in a visit of its own. */
  const goOn = (
    { browser, id }: Arrived,
    offered: Offered,
    brought: Readonly<Record<string, string>>,
    secrets: ReadonlyArray<string>
  ) =>
    Effect.gen(function* () {
      const state = BroughtState.make(VisitSecrets.make(vault, "state"), brought)
      yield* consents.depart(id, { state: VisitSecrets.hashOf(state), browser })
      return { _tag: "Departure", location: signInOf(offered, state), secrets } satisfies Departure
    })

  /** Ends the visit of a browser that has come back with the secrets that it kept. */
  const arrive = (
    query: URLSearchParams,
    secrets: ReadonlyArray<string>,
    from: Pick<Actor.Acting, "origin" | "requestId">
  ) =>
    Effect.gen(function* () {
      const state = query.get("state") ?? ""
      if (!VisitSecrets.isOwn(vault, "state", state)) return refused(STALE_VISIT)
      const browsers = secrets.map(VisitSecrets.hashOf)
      const consent = yield* consents.arrive({ state: VisitSecrets.hashOf(state), browsers })
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
      const { grantPage } = field.options
      const brought = BroughtState.broughtBy(state)
      if (grantPage !== undefined && brought === null) {
        const next = GrantPage.broughtBy(grantPage, query, connector.name)
        return Either.isLeft(next) ? yield* failed(next.left) : yield* goOn(consent, offered, next.right, secrets)
      }
      const code = query.get("code")
      if (code === null) return yield* failed(sentenceOf("invalid_response", connector.name))
      const verifier = VisitSecrets.verifierOf(vault, state)
      const ask = exchange({ oauth2: field.options, client }, consent, connector.name)
      return yield* ask({ code, redirectUri, verifier }).pipe(
        Effect.flatMap(({ claims, lacking, tokens }) =>
          Effect.mapError(connect(consent, offered, { claims, tokens, brought: brought ?? {} }), (error) =>
            error._tag === "Unconnected" ? withLacking(error, lacking) : error
          )
        ),
        Effect.as<Arrival>({ _tag: "Connected", visit }),
        Effect.catchTags({
          Unconnected: ({ text }) => failed(text),
          ConsentSuperseded: () => Effect.succeed(refused(STALE_VISIT, visit)),
          ConnectionNotFound: () => Effect.succeed(refused(DELETED, visit))
        }),
        Effect.provideService(Payer, consent.accountId),
        (self) => Actor.by(self, acting),
        // The code is used up now: it must not be lost with a browser that leaves.
        Effect.forkDaemon,
        Effect.flatMap(Fiber.join)
      )
    })

  return { show, depart, arrive }
})
