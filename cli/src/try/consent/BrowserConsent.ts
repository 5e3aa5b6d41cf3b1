import { randomBytes } from "node:crypto"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { type Authentication, type Connector, HostPolicy, type OAuth2 } from "@tributary/core"
import { AuthorizeAddress, ConsentAnswer, OAuth2Protocol, TokensInMemory } from "@tributary/core/oauth2"
import { Effect, Redacted, type Scope } from "effect"
import { CommandFailure } from "../../CommandFailure.js"
import type { Output } from "../Output.js"
import type { Secrets } from "../Secrets.js"
import * as Callback from "./Callback.js"

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
  /** The hosts of the vendor that another address replaces. */
  readonly overrides: HostPolicy.Overrides
}

/** Opens the tokens of a consent, for one session. */
export type Held = (source: Authentication.HeldSource) => Authentication.Tokens

/** Asks for consents in the browser, and keeps their tokens in this process until it ends. */
export interface BrowserConsent {
  /** The tokens of a consent: those of an earlier run of this process, or of a visit to the vendor's page. */
  readonly ask: (wanted: Wanted, secrets: Secrets, output: Output) => Effect.Effect<Held, CommandFailure>
}

const failed = (message: string) => new CommandFailure({ reason: "FAILED", message })

const BYTES = 32

const random = Effect.sync(() => randomBytes(BYTES).toString("base64url"))

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
          `The answer is not of ${name}: the connector declares the issuer ${oauth2.issuer}, and it names ${answer.issuer ?? "none"}.`
        )
      case "WithoutCode":
        return failed(
          `${name} sent the browser back without a code. Check the scopes that the connector declares, and the client in ${variables[0]}.`
        )
      case "Refused": {
        const description = answer.description === null ? "" : `: ${answer.description}`
        return failed(
          `${name} sent the browser back with the error ${answer.error}${description}. Check the scopes that the connector declares, and the client in ${variables[0]}.`
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

/** Asks in the browser, as long as the scope lasts. */
export const make: Effect.Effect<BrowserConsent, never, Scope.Scope> = Effect.gen(function* () {
  const http = NodeHttpClient.makeUndici(yield* NodeHttpClient.makeDispatcher)
  const known = new Map<string, Held>()

  const visit = (wanted: Wanted, secrets: Secrets, output: Output) =>
    Effect.gen(function* () {
      const { client, connector, oauth2, overrides, redirectPort } = wanted
      const [state, verifier] = [yield* random, yield* random]
      secrets.add(verifier)
      const { arrival, redirectUri } = yield* Callback.listen(redirectPort, state)
      const departure = { clientId: client.clientId, redirectUri, state, verifier }
      const page = HostPolicy.override(overrides, new URL(AuthorizeAddress.of(oauth2, departure)))
      yield* output.status(
        `Open this address in a browser, and allow what the page of ${connector.name} lists. The client must be allowed to use ${redirectUri}.\n\n  ${page.href}\n\nWaiting for the browser to come back ...`
      )
      const query = yield* Effect.timeoutFail(arrival, {
        duration: LIMIT,
        onTimeout: () => failed(`No browser came back to ${redirectUri} within ${LIMIT}. Run the command again.`)
      })
      const code = yield* Effect.mapError(ConsentAnswer.read(oauth2, query), refusalOf(wanted))
      secrets.add(code)
      const protocol = yield* OAuth2Protocol.make.pipe(
        Effect.provideService(HttpClient.HttpClient, http),
        Effect.provideService(HostPolicy.HostPolicy, HostPolicy.orLoopback(HostPolicy.httpsOnly)),
        Effect.provideService(HostPolicy.HostOverrides, overrides)
      )
      const issuer = { oauth2, client }
      const { tokens } = yield* Effect.mapError(
        protocol.exchange(issuer, { code, redirectUri, verifier }),
        meaningOf(wanted, redirectUri)
      )
      for (const token of [tokens.access, tokens.refresh]) if (token !== null) secrets.add(Redacted.value(token))
      const refresh =
        tokens.refresh === null ? " without a refresh token, so that customers consent again when it expires" : ""
      yield* output.status(`${connector.name} gave an access token${refresh}.`)
      return yield* Effect.provideService(TokensInMemory.make(issuer, tokens), OAuth2Protocol.OAuth2Protocol, protocol)
    }).pipe(Effect.scoped)

  return {
    ask: (wanted, secrets, output) =>
      Effect.gen(function* () {
        // A connector that is saved again with other scopes needs another consent.
        const key = JSON.stringify([wanted.oauth2, wanted.client.clientId])
        const former = known.get(key)
        if (former !== undefined) return former
        const tokens = yield* visit(wanted, secrets, output)
        const held = () => tokens
        known.set(key, held)
        return held
      })
  }
})
