import { randomBytes } from "node:crypto"
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { type Authentication, type Connector, HostPolicy, type OAuth2, PlainText } from "@tributary/core"
import { ConsentAnswer, OAuth2Protocol, ProvenFacts } from "@tributary/core/oauth2"
import { Effect, type Scope } from "effect"
import { CommandFailure, thrown } from "../../CommandFailure.js"
import type { FormField } from "../credentials/CredentialForm.js"
import type { Output } from "../Output.js"
import type { Secrets } from "../Secrets.js"
import * as BaseUrl from "../vendor/BaseUrl.js"
import * as Callback from "./Callback.js"
import * as KeptTokens from "./KeptTokens.js"
import * as Pages from "./Pages.js"
import * as ProofFields from "./ProofFields.js"

/** How long somebody may stay on the vendor's page. */
const LIMIT = "10 minutes"

/** The consent that a run needs, and the client for which it is given. */
export interface Wanted {
  /** The connector whose vendor is asked. */
  readonly connector: Connector.Connector
  /** How its customers consent. */
  readonly oauth2: OAuth2
  /** The client of the person who tries the connector. */
  readonly client: OAuth2Protocol.OAuth2Client
  /** The names of the variables that the client was read from. */
  readonly variables: ReadonlyArray<string>
  /** The port on this machine to which the browser comes back; 0 for a free one. */
  readonly redirectPort: number
  /** The address to call instead of every host of the vendor; null for the vendor's. */
  readonly origin: string | null
  /** The fields of the credentials as a runtime stores them, without the consent and what it proves. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The fields that may be left out. */
  readonly optionalFields: ReadonlyArray<FormField>
}

/** Opens the tokens of a consent, for one session. */
export type Held = (source: Authentication.HeldSource) => Authentication.Tokens

/** What a consent gives a run. */
export interface Given {
  /** Opens the tokens; null if the connector gets tokens with the client itself. */
  readonly held: Held | null
  /** The facts that the visit proves, which become fields of the credentials. */
  readonly facts: Readonly<Record<string, string>>
}

/** A visit that has brought tokens. */
interface Visit extends Omit<ProvenFacts.ExchangedVisit, "fields" | "name"> {
  readonly kept: KeptTokens.KeptTokens
}

/** Asks for consents in the browser, and keeps what they brought in this process until it ends. */
export interface BrowserConsent {
  /** What a consent gives: that of an earlier run of this process, or of a visit to the vendor's page. */
  readonly ask: (wanted: Wanted, secrets: Secrets, output: Output) => Effect.Effect<Given, CommandFailure>
}

const failed = (message: string) => new CommandFailure({ reason: "FAILED", message })

const BYTES = 32

const random = Effect.sync(() => randomBytes(BYTES).toString("base64url"))

/** The most that is shown of a text in the address with which a browser comes back. */
const MAX_QUOTED = 300

/** A text of the vendor's page on one line, so that it cannot look like one of this command. */
const quoted = (text: string): string => {
  const line = PlainText.inLine(text)
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)} …` : line
}

/** Why the vendor's page has sent the browser back without a consent, for whoever develops the connector. */
const refusalOf =
  ({ connector: { name }, oauth2, variables }: Wanted) =>
  (answer: ConsentAnswer.NoConsent): CommandFailure => {
    switch (answer._tag) {
      case "Denied":
        return failed(
          `The consent was not given on the page of ${name}. Run the command again, and allow what the page lists.`
        )
      case "OtherIssuer":
        return failed(
          `The answer is not of ${name}: the connector declares the issuer ${oauth2.issuer}, and it names ${quoted(answer.issuer ?? "none")}.`
        )
      case "WithoutCode":
        return failed(
          `${name} sent the browser back without a code. Check the scopes that the connector declares, and the client in ${variables[0]}.`
        )
      case "Refused": {
        const description = answer.description === null ? "" : `: ${quoted(answer.description)}`
        return failed(
          `${name} sent the browser back with the error ${quoted(answer.error)}${description}. Check the scopes that the connector declares, and the client in ${variables[0]}.`
        )
      }
    }
  }

/** Why there were no tokens for a code. */
const meaningOf =
  ({ connector: { name }, oauth2: { tokenUrl }, variables }: Wanted, redirectUri: string) =>
  (error: OAuth2Protocol.GrantRefused | OAuth2Protocol.TokensUnavailable): CommandFailure =>
    error._tag === "GrantRefused"
      ? failed(
          `${name} did not accept its own code (${tokenUrl}). Run the command again; if it fails each time, check pkce and tokenUrl in the connector.`
        )
      : failed(
          `${name} gave no tokens: its token endpoint ${error.detail} (${tokenUrl}). Check ${variables.join(" and ")}, whether the client may use ${redirectUri}, and clientAuthentication in the connector.`
        )

/** What a visit brought, in sentences. */
const reportOf = (
  { name }: Connector.Connector,
  { ownClient, scopes }: OAuth2,
  { lacking, tokens }: Pick<OAuth2Protocol.Grant, "lacking" | "tokens">
): string => {
  // Its tokens only serve the proof.
  if (ownClient !== undefined) return `${name} has sent the browser back with a consent.`
  const refresh =
    tokens.refresh === null ? " without a refresh token, so that customers consent again when it expires" : ""
  const left = lacking.length === 0 ? "" : ` It leaves out ${lacking.join(", ")} of ${scopes.join(", ")}.`
  return `${name} gave an access token${refresh}.${left}`
}

const shown = (facts: Given["facts"]): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${quoted(value)}`)
    .join(", ")

/** Whether the consent of an earlier run has ended. Tokens that only serve a proof may be over, because the proof may not need them. */
const isOver = ({ oauth2 }: Wanted, { kept }: Visit): Effect.Effect<boolean> =>
  oauth2.ownClient === undefined ? kept.isOver : Effect.succeed(false)

/** Asks in the browser, as long as the scope lasts. */
export const make: Effect.Effect<BrowserConsent, never, Scope.Scope> = Effect.gen(function* () {
  const http = NodeHttpClient.makeUndici(yield* NodeHttpClient.makeDispatcher)
  const known = new Map<string, Visit>()

  /** Speaks with the vendor. Another address replaces every host, because a connector names its hosts only when it is opened with what is proven here. */
  const protocolAt = (origin: string | null) =>
    OAuth2Protocol.make.pipe(
      Effect.provideService(
        HttpClient.HttpClient,
        HttpClient.mapRequest(http, (request) =>
          HttpClientRequest.setUrl(request, BaseUrl.instead(origin, new URL(request.url)).href)
        )
      ),
      Effect.provideService(HostPolicy.HostPolicy, BaseUrl.decide)
    )

  const visit = (wanted: Wanted, secrets: Secrets, output: Output) =>
    Effect.gen(function* () {
      const { client, connector, oauth2, origin, redirectPort } = wanted
      const [verifier, grant, signIn] = [yield* random, yield* random, yield* random]
      secrets.add(verifier)
      const pages = Pages.make({ name: connector.name, oauth2, client, origin, states: { grant, signIn }, verifier })
      const { arrival, redirectUri } = yield* Callback.listen(redirectPort, pages.receive)
      yield* output.status(
        `Open this address in a browser, and allow what the page of ${connector.name} lists. The client must be allowed to use ${redirectUri}.\n\n  ${pages.first(redirectUri)}\n\nWaiting for the browser to come back ...`
      )
      const query = yield* Effect.timeoutFail(arrival, {
        duration: LIMIT,
        onTimeout: () => failed(`No browser came back to ${redirectUri} within ${LIMIT}. Run the command again.`)
      })
      const failure = pages.failureIn(query)
      if (failure !== null) return yield* typeof failure === "string" ? failed(failure) : refusalOf(wanted)(failure)
      const code = yield* Effect.mapError(ConsentAnswer.read(oauth2, query), refusalOf(wanted))
      secrets.add(code)
      const protocol = yield* protocolAt(origin)
      const issuer = { oauth2, client }
      const granted = yield* Effect.mapError(
        protocol.exchange(issuer, { code, redirectUri, verifier }),
        meaningOf(wanted, redirectUri)
      )
      const { claims, tokens } = granted
      yield* output.status(reportOf(connector, oauth2, granted))
      return { claims, tokens, kept: yield* KeptTokens.make(protocol, issuer, tokens), brought: pages.brought() }
    }).pipe(Effect.scoped)

  /** The facts that a visit proves, with the proof as the connector has it now. */
  const prove = ({ connector, fields, oauth2, optionalFields, origin }: Wanted, visit: Visit, output: Output) =>
    Effect.gen(function* () {
      const { name, vendor } = connector
      const seen = ProofFields.make(fields)
      const proven = ProvenFacts.of({ ...(yield* protocolAt(origin)), get: visit.kept.get })
      const facts = yield* Effect.suspend(() => proven(oauth2, { ...visit, fields: seen.fields, name })).pipe(
        Effect.mapError(({ text }) =>
          failed(
            output.hide(
              [
                `The visit to ${name} does not prove what the connector needs. ${text}`,
                ...ProofFields.hintOf(seen.lookedFor(), optionalFields)
              ].join("\n")
            )
          )
        ),
        Effect.catchAllDefect((defect) =>
          failed(output.hide(`The proof of ${vendor} ${thrown(defect)}. Correct the proof of its consent.`))
        )
      )
      if (Object.keys(facts).length > 0) yield* output.status(`The visit proves ${shown(facts)}.`)
      return facts
    })

  return {
    ask: (wanted, secrets, output) =>
      Effect.gen(function* () {
        // A connector that is saved again with other scopes needs another consent.
        const key = JSON.stringify([wanted.oauth2, wanted.client.clientId])
        const earlier = known.get(key)
        earlier?.kept.hideIn(secrets)
        const isUsable = earlier !== undefined && !(yield* isOver(wanted, earlier))
        const made = isUsable ? earlier : yield* visit(wanted, secrets, output)
        made.kept.hideIn(secrets)
        // A visit that proves nothing is of no use for the next run.
        known.delete(key)
        const facts = yield* prove(wanted, made, output)
        known.set(key, made)
        return { held: wanted.oauth2.ownClient === undefined ? () => made.kept.tokens : null, facts }
      })
  }
})
