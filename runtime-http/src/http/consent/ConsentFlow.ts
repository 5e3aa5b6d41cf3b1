import { Connector, Consent as ConsentField, RecordNames } from "@tributary/core"
import { ConsentAnswer, GrantPage, type OAuth2Protocol } from "@tributary/core/oauth2"
import { Cause, Clock, Effect, Either, Fiber } from "effect"
import * as CustomerErrors from "../../api/parts/CustomerErrors.js"
import type { ApiError } from "../../api/parts/Errors.js"
import { Connections } from "../../store/accounts/Connections.js"
import * as Actor from "../../store/audit/Actor.js"
import * as ConsentLink from "../../store/consent/ConsentLink.js"
import { scopeOf, type Untokened } from "../../store/consent/ConsentRow.js"
import type { Consents } from "../../store/consent/Consents.js"
import * as Interruption from "../../store/consent/Interruption.js"
import { type Arrival, type Outcome, type Visit, Visits } from "../../store/consent/Visits.js"
import { ConnectorStops } from "../../store/jobs/ConnectorStops.js"
import { Payer } from "../../store/postgres/DatabaseShares.js"
import { Vault } from "../../store/secrets/Vault.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import type { CredentialTest } from "../../vendor/CredentialTest.js"
import { ProductName } from "../connect/ProductName.js"
import { FloodGuards } from "../server/access/FloodGuards.js"
import * as Failure from "../server/response/Failure.js"
import type * as ConsentPage from "./ConsentPage.js"
import * as OfferedConsent from "./OfferedConsent.js"
import * as TakenConsent from "./TakenConsent.js"
import * as VisitSecrets from "./VisitSecrets.js"
import * as VisitState from "./VisitState.js"

/*
 * A consent, in three steps: the link of a connection shows a page that says who asks for what; from it, and only from it, a browser leaves for the
 * vendor's page; and it comes back with a code. What comes of the code ends the visit, and is stored with it, so that a page that is loaded again
 * says the same.
 */

/** The path on which a browser leaves, below the public base address of the service, beside that of the link. */
export const CONTINUE = "/oauth2/continue"

/** A step that leads no further; the sentence is for the customer. */
export interface Refusal {
  readonly _tag: "Refused"
  readonly title: "Not connected" | "Not now"
  readonly text: string
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

/** A browser whose visit has ended. */
export interface Ended extends Outcome {
  readonly _tag: "Ended"
  readonly connectionId: string
  /** Where the browser goes; null for a page of this service. */
  readonly returnUrl: string | null
}

const refused = (text: string, title: Refusal["title"] = "Not connected"): Refusal => ({ _tag: "Refused", title, text })

const STALE_LINK = "This link has expired, or somebody has used it already. Ask for a new one where you found it."
const STALE_VISIT = "This visit has expired, was used already, or began in another browser. Try again in this browser."
const NOT_ENDED = "This service is still busy with your consent, or was interrupted. Load this page again in a moment."

/** What a visit gave, and what the connection says of it. */
interface Given extends Outcome {
  /** The text without the names that only the customer may read. */
  readonly problem: string
}

const gaveNone = (text: string, problem = text): Given => ({ isConnected: false, text, problem })

const gave = (text: string): Given => ({ isConnected: true, text, problem: "" })

const CONNECTED = gave("The first data is being read now. You can close this window.")
const CONNECTED_MEANWHILE = gave(
  "It was connected in another window meanwhile, and this visit has changed nothing. You can close this window."
)
const WITHDRAWN = gaveNone(
  "Whoever gave you this link has ended it, or another link goes on with the connection. Nothing was connected. Ask for a new one."
)
const INTERRUPTED = gaveNone(Interruption.INTERRUPTED)
const DELETED = gaveNone("The connection was deleted before the consent was stored. Nothing was connected.")

const goneOf = (vendor: string) =>
  `This service does not offer a consent of ${vendor} any more. Ask its operator for another way to connect.`

/** What comes of a visit whose link does not count any more; null if it does. */
const superseded = ({ granted, link }: Visit, consent: Untokened): Given | null => {
  if (link === consent.link) return null
  return consent.granted > granted ? CONNECTED_MEANWHILE : WITHDRAWN
}

/** What a customer reads about an answer without a consent. */
const sentenceOf = (answer: ConsentAnswer.NoConsent, name: string): string => {
  switch (answer._tag) {
    case "Denied":
      return `The consent was not given on the page of ${name}.`
    case "OtherIssuer":
      return `The answer is not of ${name}: it names another issuer, or none. Try again.`
    case "WithoutCode":
      return `${name} has sent the browser back without a code, and so without a consent.`
    case "Refused": {
      const code = /^[\w.-]{1,64}$/.test(answer.error) ? answer.error : "an unknown error"
      return `${name} has sent the browser back with the error ${code}, and without a consent.`
    }
  }
}

/** How often, and how many times, a page that is loaded again looks whether the visit has ended. */
const LOOK_EVERY = "500 millis"
const MOST_LOOKS = 40

type Step<A> = Effect.Effect<A, ApiError | Failure.StoreFailure>

/** The steps of a consent, for the query of an address and the secrets that the browser has kept. */
export interface ConsentFlow {
  /** Shows the page of a link. */
  readonly show: (query: URLSearchParams, secrets: ReadonlyArray<string>) => Step<Invitation | Refusal>
  /** Lets a browser leave that was shown the page of the link; any other is shown it first. */
  readonly depart: (query: URLSearchParams, secrets: ReadonlyArray<string>) => Step<Departure | Invitation | Refusal>
  /** Ends the visit of a browser that has come back, or lets it go on to another page of the vendor. */
  readonly arrive: (
    query: URLSearchParams,
    secrets: ReadonlyArray<string>,
    from: Pick<Actor.Acting, "origin" | "requestId">
  ) => Step<Departure | Ended | Refusal>
}

type Needs =
  | Connections
  | ConnectorRegistry
  | ConnectorStops
  | Consents
  | CredentialTest
  | FloodGuards
  | OAuth2Protocol.OAuth2Protocol
  | Vault
  | Visits

/** Creates the steps. */
export const make: Effect.Effect<ConsentFlow, never, Needs> = Effect.gen(function* () {
  const connections = yield* Connections
  const floods = yield* FloodGuards
  const offers = yield* OfferedConsent.make
  const product = yield* ProductName
  const stops = yield* ConnectorStops
  const take = yield* TakenConsent.make
  const vault = yield* Vault
  const visits = yield* Visits

  /** What the link of a connection leads to. */
  const linkedBy = (query: URLSearchParams) =>
    Effect.gen(function* () {
      const link = ConsentLink.read(vault, query, yield* Clock.currentTimeMillis)
      if (link === null) return refused(STALE_LINK)
      yield* floods.countConsentStep(`${link.connectionId} ${link.link}`)
      const consent = yield* visits.consentOf(link.connectionId)
      if (consent === null || consent.link !== link.link) return refused(STALE_LINK)
      yield* stops.check(consent.vendor)
      const offered = offers.of(consent)
      if (offered === null) return refused(goneOf(consent.vendor))
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

  const show: ConsentFlow["show"] = (query, secrets) =>
    Effect.gen(function* () {
      const linked = yield* linkedBy(query)
      return linked._tag === "Refused" ? linked : yield* invite(linked, secrets)
    })

  const depart: ConsentFlow["depart"] = (query, secrets) =>
    Effect.gen(function* () {
      const linked = yield* linkedBy(query)
      if (linked._tag === "Refused") return linked
      const { consent, offered, page } = linked
      const browser = secrets.find((secret) => VisitSecrets.isOwn(vault, page, secret))
      if (browser === undefined) return yield* invite(linked, secrets)
      const { client, field, redirectUri } = offered
      const { grantPage } = field.options
      const state = VisitState.make(vault, consent, yield* Clock.currentTimeMillis)
      yield* visits.depart(consent, { state: VisitSecrets.hashOf(state), browser: VisitSecrets.hashOf(browser) })
      const location =
        grantPage === undefined
          ? offers.signInOf(offered, state)
          : GrantPage.addressOf(grantPage, client, { redirectUri, state })
      return { _tag: "Departure", location, secrets } satisfies Departure
    })

  /** Where a browser goes that has come back with this state; or what came of the visit. */
  const follow = ({ consent, visit }: Arrival, state: VisitState.VisitState, query: URLSearchParams) =>
    Effect.gen(function* () {
      const over = superseded(visit, consent)
      if (over !== null) return over
      yield* stops.check(consent.vendor)
      const offered = offers.of(consent)
      if (offered === null) return gaveNone(goneOf(consent.vendor))
      const { connector, field } = offered
      const { grantPage } = field.options
      const { brought } = state
      if (grantPage !== undefined && brought === null) {
        const error = ConsentAnswer.errorIn(query)
        if (error !== null) return gaveNone(sentenceOf(error, connector.name))
        const next = GrantPage.broughtBy(grantPage, query, connector.name)
        if (Either.isLeft(next)) return gaveNone(next.left)
        yield* visits.goOn(visit)
        return offers.signInOf(offered, VisitState.goOn(vault, state, next.right))
      }
      const answer = ConsentAnswer.read(field.options, query)
      if (Either.isLeft(answer)) return gaveNone(sentenceOf(answer.left, connector.name))
      const verifier = VisitSecrets.verifierOf(vault, query.get("state") ?? "")
      const returned = { code: answer.right, verifier, brought: brought ?? {} }
      yield* take(consent, offered, returned, visits.end(visit, CONNECTED, CONNECTED.problem))
      return CONNECTED
    }).pipe(
      Effect.catchTags({
        Unconnected: ({ text, withoutNames }) => Effect.succeed(gaveNone(text, withoutNames)),
        ConnectionNotFound: () => Effect.succeed(DELETED),
        ConsentSuperseded: () =>
          Effect.map(
            visits.consentOf(consent.connectionId),
            (now) => (now === null ? null : superseded(visit, now)) ?? DELETED
          )
      }),
      Effect.catchAllDefect((defect) => Failure.fromDefect(defect, Cause.die(defect))),
      // Whatever goes wrong ends the visit, and whoever has made the link reads why.
      Failure.toApiErrors,
      Effect.catchAll((error) => Effect.succeed(gaveNone(CustomerErrors.of(error))))
    )

  /** Follows the first browser that comes back, and stores what came of the visit, unless that is stored with what it has connected. */
  const followFirst = (arrival: Arrival, state: VisitState.VisitState, query: URLSearchParams) =>
    Effect.gen(function* () {
      const given = yield* follow(arrival, state, query)
      if (typeof given !== "string" && given !== CONNECTED) yield* visits.end(arrival.visit, given, given.problem)
      return given
    })

  /**
   * The arrival of a browser, once it is known how the visit ended, or that this one has to end it: a page that is loaded again is the same visit, and
   * so is one before the sign-in, until the browser comes back from there. Without an outcome if that takes too long.
   */
  const arrived = (
    hashes: Parameters<typeof visits.arrive>[0],
    waiting: (pause: Effect.Effect<void>) => Effect.Effect<void>,
    looks = 0
  ): Step<Arrival | null> =>
    Effect.gen(function* () {
      const arrival = yield* visits.arrive(hashes)
      if (arrival === null || arrival.isFirst || arrival.outcome !== null) return arrival
      // Another visit may have connected meanwhile, or the link may have ended; or the process has died that had the code.
      const over = superseded(arrival.visit, arrival.consent) ?? (arrival.isInterrupted ? INTERRUPTED : null)
      if (over !== null) return { ...arrival, outcome: over }
      if (looks >= MOST_LOOKS) return arrival
      yield* waiting(Effect.sleep(LOOK_EVERY))
      return yield* arrived(hashes, waiting, looks + 1)
    })

  /** Whoever has noted that the browser came back also follows its visit: the code is used up then, and must not be lost with a browser that leaves. */
  const arrive: ConsentFlow["arrive"] = (query, secrets, from) =>
    Effect.uninterruptibleMask((restore) => arriving(restore, query, secrets, from))

  const arriving = (
    restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>,
    ...[query, secrets, from]: Parameters<ConsentFlow["arrive"]>
  ): ReturnType<ConsentFlow["arrive"]> =>
    Effect.gen(function* () {
      const state = VisitState.read(vault, query.get("state") ?? "", yield* Clock.currentTimeMillis)
      if (state === null) return refused(STALE_VISIT)
      yield* floods.countConsentStep(`callback ${state.connectionId} ${state.link}`)
      const arrival = yield* arrived(
        { state: VisitSecrets.hashOf(state.first), browsers: secrets.map(VisitSecrets.hashOf) },
        restore
      )
      if (arrival === null) return refused(STALE_VISIT)
      const { consent, isFirst, outcome, returnUrl } = arrival
      const ended = ({ isConnected, text }: Outcome): Ended => ({
        _tag: "Ended",
        connectionId: consent.connectionId,
        returnUrl,
        isConnected,
        text
      })
      if (!isFirst) return outcome === null ? refused(NOT_ENDED, "Not now") : ended(outcome)
      const acting = { kind: "CONSENT", id: consent.id, ...from } as const
      const given = yield* followFirst(arrival, state, query).pipe(
        Effect.provideService(Payer, consent.accountId),
        (self) => Actor.by(self, acting),
        Effect.interruptible,
        Effect.forkDaemon,
        Effect.flatMap((fiber) => restore(Fiber.join(fiber)))
      )
      return typeof given === "string" ? ({ _tag: "Departure", location: given, secrets } as const) : ended(given)
    })

  return { show, depart, arrive }
})
