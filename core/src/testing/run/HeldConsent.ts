import type { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import type { Connector } from "../../Connector.js"
import * as Consent from "../../consent/Consent.js"
import type * as Authentication from "../../http/Authentication.js"
import * as AuthorizeAddress from "../../oauth2/AuthorizeAddress.js"
import * as OAuth2Protocol from "../../oauth2/OAuth2Protocol.js"
import * as TokensInMemory from "../../oauth2/TokensInMemory.js"
import * as ScriptedIssuer from "../vendor/ScriptedIssuer.js"
import type { Fault } from "../vendor/ScriptedVendor.js"
import { type CredentialOptions, PLANTED_SECRET } from "./TestCredentials.js"

/** The client of the runtime that the kit plays. */
const CLIENT = { clientId: "tributary-kit", clientSecret: PLANTED_SECRET }

/** Where the kit's runtime gets the browser back; nothing listens there. */
const REDIRECT_URI = "https://runtime.example/v1/oauth2/callback"

/** What varies from visit to visit, as the kit's runtime makes it. */
export const departure: AuthorizeAddress.Departure = {
  clientId: CLIENT.clientId,
  redirectUri: REDIRECT_URI,
  state: "state-of-the-kit",
  verifier: "verifier-of-the-kit-0123456789-0123456789-01"
}

/** The issuer of a connector whose customers consent. */
export const issuerOf = (oauth2: ScriptedIssuer.IssuerOptions["oauth2"]): ScriptedIssuer.ScriptedIssuer =>
  ScriptedIssuer.make({ oauth2, client: CLIENT })

/** The credentials with which a runtime opens the connector: the tokens are held under a name. */
export const credentialsOf = (
  { credentials: { fields } }: Pick<Connector, "credentials">,
  given: CredentialOptions["credentials"] = {}
): Readonly<Record<string, string>> => {
  const field = Consent.fieldOf(fields)
  return field === null ? given : { ...given, [field.name]: Consent.heldAs("the consent of the kit") }
}

/** The vendor as it is with an issuer: requests for tokens go there, and all others need a token that it accepts. */
export const guarding = (issuer: ScriptedIssuer.ScriptedIssuer): Fault => {
  let answered: ReturnType<ScriptedIssuer.ScriptedIssuer["answer"]> = null
  return {
    strikes: ({ body, headers, method, url }) => {
      answered = issuer.answer({ method, url, headers, body: typeof body === "string" ? body : "" })
      if (answered !== null) return true
      const isAccepted = issuer.accepts((headers["authorization"] ?? "").replace(/^Bearer /, ""))
      if (!isAccepted) answered = { status: 401, body: { error: "invalid_token" } }
      return !isAccepted
    },
    outcome: (reply) => ({ _tag: "Reply", reply: answered ?? reply })
  }
}

/** Consents on the issuer's page, and holds the tokens as a runtime does. */
export const hold = (
  connector: Pick<Connector, "credentials">,
  issuer: ScriptedIssuer.ScriptedIssuer
): Effect.Effect<((source: Authentication.HeldSource) => Authentication.Tokens) | null, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const field = Consent.fieldOf(connector.credentials.fields)
    // The operator's own application gets its tokens itself.
    if (field === null || field.options.ownClient !== undefined) return null
    const { options: oauth2 } = field
    const protocol = yield* OAuth2Protocol.make
    const url = new URL(AuthorizeAddress.of(oauth2, { ...departure, clientId: issuer.client.clientId }))
    const { location = "" } = issuer.answer({ method: "GET", url, headers: {}, body: "" })?.headers ?? {}
    const code = URL.canParse(location) ? (new URL(location).searchParams.get("code") ?? "") : ""
    const own = { oauth2, client: { ...issuer.client, clientSecret: Redacted.make(issuer.client.clientSecret) } }
    const { redirectUri, verifier } = departure
    const { tokens } = yield* Effect.orDie(protocol.exchange(own, { code, redirectUri, verifier }))
    const held = yield* Effect.provideService(TokensInMemory.make(own, tokens), OAuth2Protocol.OAuth2Protocol, protocol)
    return () => held
  })
