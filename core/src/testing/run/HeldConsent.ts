import type { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import type { Connector } from "../../Connector.js"
import * as Consent from "../../consent/Consent.js"
import * as OwnClient from "../../consent/OwnClient.js"
import type * as Authentication from "../../http/Authentication.js"
import type { OAuth2 } from "../../http/OAuth2.js"
import type { VendorHttpSettings } from "../../http/VendorHttp.js"
import * as AuthorizeAddress from "../../oauth2/AuthorizeAddress.js"
import * as OAuth2Protocol from "../../oauth2/OAuth2Protocol.js"
import * as TokensInMemory from "../../oauth2/TokensInMemory.js"
import * as ScriptedIssuer from "../vendor/ScriptedIssuer.js"
import type { Fault } from "../vendor/ScriptedVendor.js"
import { type CredentialOptions, PLANTED_SECRET, plantedKey } from "./TestCredentials.js"

/** The id of the client of the runtime that the kit plays. */
const CLIENT_ID = "tributary-kit"

/** The client of a connector whose customers consent; only an application of the operator has a key. */
const clientOf = ({ ownClient }: Pick<OAuth2, "ownClient">): ScriptedIssuer.IssuerOptions["client"] => ({
  clientId: CLIENT_ID,
  clientSecret: PLANTED_SECRET,
  ...(ownClient?.needs?.includes("private_key") === true ? { privateKey: plantedKey() } : {})
})

/** The name under which the kit's runtime holds the consent. */
const HELD_AS = "the consent of the kit"

/** Where the kit's runtime gets the browser back; nothing listens there. */
const REDIRECT_URI = "https://runtime.example/v1/oauth2/callback"

/** What varies from visit to visit, as the kit's runtime makes it. */
export const departure: AuthorizeAddress.Departure = {
  clientId: CLIENT_ID,
  redirectUri: REDIRECT_URI,
  state: "state-of-the-kit",
  verifier: "verifier-of-the-kit-0123456789-0123456789-01"
}

/** The issuer of a connector whose customers consent; `application` is how the operator's application gets tokens, if it gets them. */
export const issuerOf = (
  oauth2: OAuth2,
  application?: ScriptedIssuer.IssuerOptions["application"]
): ScriptedIssuer.ScriptedIssuer =>
  ScriptedIssuer.make({ oauth2, client: clientOf(oauth2), ...(application === undefined ? {} : { application }) })

/** The credentials with which a runtime opens the connector: the tokens are held under a name, or the operator's application gets them. */
export const credentialsOf = (
  { credentials: { fields } }: Pick<Connector, "credentials">,
  given: CredentialOptions["credentials"] = {},
  client?: ScriptedIssuer.IssuerOptions["client"]
): Readonly<Record<string, string>> => {
  const field = Consent.fieldOf(fields)
  if (field === null) return given
  if (field.options.ownClient === undefined) return { ...given, [field.name]: Consent.heldAs(HELD_AS) }
  const { clientId, clientSecret, privateKey = "" } = client ?? clientOf(field.options)
  const secrets = { clientSecret: Redacted.make(clientSecret), privateKey: Redacted.make(privateKey) }
  return { ...given, [field.name]: OwnClient.textOf({ clientId, ...secrets, heldAs: HELD_AS }) }
}

/** The connector's settings as a runtime opens them: they say whether the token request has the operator's application. */
export const settingsOf = (
  connector: Pick<Connector, "credentials">,
  settings: VendorHttpSettings
): VendorHttpSettings => {
  const ownClient = Consent.fieldOf(connector.credentials.fields)?.options.ownClient
  const { auth } = settings
  return ownClient === undefined || auth === undefined ? settings : { ...settings, auth: { ...auth, ownClient } }
}

/** The vendor as it is with an issuer: requests for tokens go there, and all others need a token that it accepts. */
export const guarding = (issuer: ScriptedIssuer.ScriptedIssuer, auth: VendorHttpSettings["auth"]): Fault => {
  const scheme = `${(auth?.held === undefined ? auth?.scheme : undefined) ?? "Bearer"} `
  let answered: ReturnType<ScriptedIssuer.ScriptedIssuer["answer"]> = null
  return {
    strikes: ({ body, headers, method, url }) => {
      const sent = typeof body === "string" ? body : JSON.stringify(body)
      answered = issuer.answer({ method, url, headers, body: body === null ? "" : sent })
      if (answered !== null) return true
      const { authorization = "" } = headers
      const isAccepted = authorization.startsWith(scheme) && issuer.accepts(authorization.slice(scheme.length))
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
    const { clientId, clientSecret } = issuer.client
    const url = new URL(AuthorizeAddress.of(oauth2, { ...departure, clientId }))
    const { location = "" } = issuer.answer({ method: "GET", url, headers: {}, body: "" })?.headers ?? {}
    const code = URL.canParse(location) ? (new URL(location).searchParams.get("code") ?? "") : ""
    const own = { oauth2, client: { clientId, clientSecret: Redacted.make(clientSecret) } }
    const { redirectUri, verifier } = departure
    const { tokens } = yield* Effect.orDie(protocol.exchange(own, { code, redirectUri, verifier }))
    const held = yield* Effect.provideService(TokensInMemory.make(own, tokens), OAuth2Protocol.OAuth2Protocol, protocol)
    return () => held
  })
