import { HttpClient, HttpClientRequest, type HttpMethod } from "@effect/platform"
import { Clock, Context, Data, Duration, Effect, Either, Layer, Redacted, Runtime, Stream } from "effect"
import * as oauth from "oauth4webapi"
import * as ConnectionFailure from "../http/answer/ConnectionFailure.js"
import * as HostPolicy from "../http/HostPolicy.js"
import type { OAuth2 } from "../http/OAuth2.js"
import * as VendorError from "../http/VendorError.js"
import * as Identity from "./Identity.js"

/** The tokens of a consent. */
export interface Tokens {
  /** The access token. */
  readonly access: Redacted.Redacted
  /** The refresh token; null if the vendor gave none, so that the customer has to consent again when the access token expires. */
  readonly refresh: Redacted.Redacted | null
  /** For how many seconds the access token is valid from now on; null until the vendor refuses it. */
  readonly expiresInSecs: number | null
}

/** The client with which a program is registered at a vendor. */
export interface OAuth2Client {
  /** The `client_id` that the vendor gave. */
  readonly clientId: string
  /** The `client_secret` that the vendor gave. */
  readonly clientSecret: Redacted.Redacted
  /** The private key, in PEM, with which the client signs its requests; absent if it has none. */
  readonly privateKey?: Redacted.Redacted
  /** The name of the client in the vendor's addresses, such as the slug of a GitHub App; absent if it has none. */
  readonly appSlug?: string
}

/** The vendor says that the code or the refresh token is invalid (`invalid_grant`; RFC 6749, 5.2): the customer has to consent again. */
export class GrantRefused extends Data.TaggedError("GrantRefused") {}

/** No tokens came for another reason: the client of this installation, the network, or the vendor. */
export class TokensUnavailable extends Data.TaggedError("TokensUnavailable")<{
  /** The HTTP status; null if there was no answer. */
  readonly status: number | null
  /** Whether the operator has to act: the vendor refuses the client of this installation, or something of it kept the request from the vendor. */
  readonly isOfServer: boolean
  /** What happened, in words that follow the name of the endpoint. */
  readonly detail: string
  /** How long the vendor asked to wait (`Retry-After`); null if it did not say. */
  readonly retryAfter: Duration.Duration | null
}> {}

/** What a vendor gave for a code. */
export interface Grant {
  /** The tokens. */
  readonly tokens: Tokens
  /** The scopes that were asked for and not given, such as those that the customer has unticked. */
  readonly lacking: ReadonlyArray<string>
  /** The claims of the id token, which its issuer has signed; empty for a vendor whose identity is not declared. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** Where tokens come from, and for which client. */
export interface Issuer {
  /** What the connector says about the consent. */
  readonly oauth2: OAuth2
  /** The client that asks. */
  readonly client: OAuth2Client
}

/** What a visit to the vendor's page has brought, and what it began with. */
export interface Visit {
  /** The code with which the vendor has sent the browser back. */
  readonly code: string
  /** The address to which it was sent back. */
  readonly redirectUri: string
  /** The secret whose challenge the vendor's page was given (PKCE). */
  readonly verifier: string
}

/** Speaks OAuth 2.0 with the token endpoints of vendors, at the addresses and within the bounds for all requests to vendors. */
export class OAuth2Protocol extends Context.Tag("@tributary/core/OAuth2Protocol")<
  OAuth2Protocol,
  {
    /** Exchanges the code with which the vendor has sent the browser back. */
    readonly exchange: (issuer: Issuer, visit: Visit) => Effect.Effect<Grant, GrantRefused | TokensUnavailable>
    /** Reads JSON from the API of the vendor with an access token; a body that is no JSON is null. */
    readonly get: (
      url: string,
      access: Redacted.Redacted
    ) => Effect.Effect<{ readonly status: number; readonly body: unknown }, TokensUnavailable>
    /** Renews tokens; those that come without a refresh token keep the one that was sent. */
    readonly refresh: (
      issuer: Issuer,
      refreshToken: Redacted.Redacted
    ) => Effect.Effect<Tokens, GrantRefused | TokensUnavailable>
  }
>() {}

/** How long one request may take; shorter than the lease under which tokens are renewed. */
const LIMIT = Duration.seconds(10)

/** A longer answer of a token endpoint is not read to its end. */
const MAX_BYTES = 262_144

/** The assumed lifetime of an access token if the answer gives none, in seconds. */
const DEFAULT_LIFETIME_SECS = 600

/** The codes with which a vendor refuses the client, and not what a customer gave (RFC 6749, 5.2). */
const CLIENT_FAULTS = ["invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope"]

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Some vendors answer with a form.
    const fields = Object.fromEntries(new URLSearchParams(text))
    return "access_token" in fields || "error" in fields ? fields : null
  }
}

/** Whether a header can carry a token: no other characters are allowed in one (RFC 6749, appendix A.12). */
const isSendable = (token: unknown): boolean => typeof token !== "string" || /^[\x20-\x7e]+$/.test(token)

/**
 * The answer of a token endpoint as the standard has it: vendors answer errors with 200, tokens with 201 or as a form, leave out the type
 * of the token, or say null for a token that they do not give.
 */
export const normalized = (status: number, text: string, keepsIdentity = false): Response => {
  const body = parsed(text)
  if (!isObject(body)) return new Response(text, { status })
  // The library would refuse an identity of another issuer, which only matters to a vendor whose identity is asked for.
  const given = Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        value !== null &&
        value !== "" &&
        (name !== "id_token" || keepsIdentity) &&
        (name !== "access_token" || isSendable(value))
    )
  )
  const isError = typeof given.error === "string"
  const isToken = typeof given.access_token === "string" && !isError
  const content = isToken ? { ...given, token_type: "bearer" } : given
  const isOk = status >= 200 && status < 300
  const meant = isOk && isError ? 400 : status
  return new Response(JSON.stringify(content), {
    status: isOk && isToken ? 200 : meant,
    headers: { "content-type": "application/json" }
  })
}

const readText = (body: Stream.Stream<Uint8Array, unknown>) => {
  let size = 0
  const chunks: Array<Uint8Array> = []
  return body.pipe(
    Stream.takeWhile((part) => {
      size += part.length
      return size <= MAX_BYTES
    }),
    Stream.runForEach((part) => Effect.sync(() => chunks.push(part))),
    Effect.map(() => Buffer.concat(chunks).toString("utf8"))
  )
}

const unavailable = (detail: string, status: number | null = null, isOfServer = false) =>
  new TokensUnavailable({ status, isOfServer, detail, retryAfter: null })

/** What an error of the library, or of the request under it, means. */
const meaningOf = (cause: unknown): GrantRefused | TokensUnavailable => {
  if (cause instanceof GrantRefused || cause instanceof TokensUnavailable) return cause
  if (cause instanceof Identity.Unverified) return unavailable("gave no identity that can be verified")
  if (cause instanceof oauth.ResponseBodyError) {
    const { error, status } = cause
    // Only this code says that the consent is over: whatever else a vendor answers, it may give tokens again.
    if (error === "invalid_grant") return new GrantRefused()
    const code = /^[\w.-]{1,64}$/.test(error) ? error : "an error"
    return CLIENT_FAULTS.includes(error)
      ? unavailable(`refused the OAuth client of this installation with ${code}`, status, true)
      : unavailable(`answered ${status} with ${code}`, status)
  }
  const status = cause instanceof Error && cause.cause instanceof Response ? cause.cause.status : null
  return unavailable(status === null ? "gave an answer without tokens" : `answered ${status} without tokens`, status)
}

const tokensOf = (answer: oauth.TokenEndpointResponse, former: Redacted.Redacted | null): Tokens => ({
  access: Redacted.make(answer.access_token),
  refresh: answer.refresh_token === undefined ? former : Redacted.make(answer.refresh_token),
  // A token that no other can replace is used until the vendor refuses it.
  expiresInSecs:
    answer.expires_in ?? (answer.refresh_token === undefined && former === null ? null : DEFAULT_LIFETIME_SECS)
})

/** Scopes that say how a consent is given and not what it allows; vendors do not repeat them in their answers. */
const SILENT_SCOPES = ["openid", "profile", "email", "offline_access"]

/** Vendors write the same scope as an address, or as its last part alone. */
const nameOf = (scope: string): string => scope.slice(scope.lastIndexOf("/") + 1).toLowerCase()

/** The scopes that were asked for and that the answer leaves out; an answer that names none gives all of them (RFC 6749, 5.1). */
export const lackingIn = (asked: ReadonlyArray<string>, given: string | undefined): ReadonlyArray<string> => {
  if (given === undefined) return []
  const names = new Set(given.split(/[\s,]+/).map(nameOf))
  return asked.filter((scope) => !SILENT_SCOPES.includes(scope) && !names.has(nameOf(scope)))
}

/** Speaks the protocol through oauth4webapi, over the HTTP client for vendors. */
export const make: Effect.Effect<OAuth2Protocol["Type"], never, HttpClient.HttpClient> = Effect.gen(function* () {
  const client = yield* HttpClient.HttpClient
  const decide = yield* HostPolicy.HostPolicy
  const overrides = yield* HostPolicy.HostOverrides

  const send = (address: string, method: string, headers: Headers, body: string | null) =>
    Effect.gen(function* () {
      const url = HostPolicy.override(overrides, new URL(address))
      const refusal = decide(url)
      if (refusal !== null) return yield* unavailable(`cannot be used: ${refusal}`, null, true)
      const bare = HttpClientRequest.make(method as HttpMethod.HttpMethod)(url, {
        // Some vendors refuse requests that do not say what sends them.
        headers: { "user-agent": "tributary", ...Object.fromEntries(headers) }
      })
      const type = headers.get("content-type") ?? "application/x-www-form-urlencoded"
      const request = body === null ? bare : HttpClientRequest.bodyText(bare, body, type)
      const response = yield* client.execute(request).pipe(
        Effect.mapError((error) => {
          const { detail, isOfServer } = ConnectionFailure.of(error)
          return unavailable(detail, null, isOfServer)
        })
      )
      const { headers: answered, status } = response
      const pause = VendorError.parseRetryAfter(answered["retry-after"], yield* Clock.currentTimeMillis)
      const text = yield* Effect.mapError(
        readText(response.stream),
        () => new TokensUnavailable({ ...unavailable("ended its answer early", status), retryAfter: pause })
      )
      return { pause, status, text }
    }).pipe(
      // Tokens are renewed uninterruptibly, and this must end all the same.
      Effect.interruptible,
      Effect.timeoutFail({ duration: LIMIT, onTimeout: () => unavailable("did not answer in time") })
    )

  /** Runs a step of the library, whose requests are made here. */
  const asking = <A>(
    { client: { clientId, clientSecret }, oauth2 }: Issuer,
    step: (
      server: oauth.AuthorizationServer,
      own: oauth.Client,
      authentication: oauth.ClientAuth,
      options: Identity.RequestOptions
    ) => Promise<A>
  ): Effect.Effect<A, GrantRefused | TokensUnavailable> =>
    Effect.flatMap(Effect.runtime(), (runtime) => {
      const run = Runtime.runPromise(runtime)
      let retryAfter: Duration.Duration | null = null
      const customFetch = async (
        address: string,
        { body, headers, method }: oauth.CustomFetchOptions<string, URLSearchParams | undefined>
      ) => {
        const sent = send(address, method, new Headers(headers), body === undefined ? null : String(body))
        const exchanged = await run(Effect.either(sent))
        if (Either.isLeft(exchanged)) throw exchanged.left
        const { pause, status, text } = exchanged.right
        retryAfter = pause
        return normalized(status, text, oauth2.identity !== undefined)
      }
      const server: oauth.AuthorizationServer = {
        issuer: oauth2.issuer ?? new URL(oauth2.tokenUrl).origin,
        token_endpoint: oauth2.tokenUrl
      }
      const secret = Redacted.value(clientSecret)
      const authentication =
        oauth2.clientAuthentication === "basic" ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
      // Which protocols are allowed is decided for all requests to vendors alike.
      const options: Identity.RequestOptions = {
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: customFetch
      }
      return Effect.tryPromise({
        try: () => step(server, { client_id: clientId }, authentication, options),
        catch: (cause) => {
          const error = meaningOf(cause)
          const isSaid = error._tag === "GrantRefused" || error.retryAfter !== null
          return isSaid ? error : new TokensUnavailable({ ...error, retryAfter })
        }
      })
    })

  const exchange: OAuth2Protocol["Type"]["exchange"] = (issuer, { code, redirectUri, verifier }) =>
    asking(issuer, async (server, own, authentication, options) => {
      const parameters = oauth.validateAuthResponse(server, own, new URLSearchParams({ code }), oauth.expectNoState)
      const bound = issuer.oauth2.pkce === false ? oauth.nopkce : verifier
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        own,
        authentication,
        parameters,
        redirectUri,
        bound,
        options
      )
      const { answer, claims } = await Identity.read(issuer.oauth2.identity, { server, own, response, options })
      return { tokens: tokensOf(answer, null), lacking: lackingIn(issuer.oauth2.scopes, answer.scope), claims }
    })

  const get: OAuth2Protocol["Type"]["get"] = (url, access) => {
    const headers = new Headers({ accept: "application/json", authorization: `Bearer ${Redacted.value(access)}` })
    return send(url, "GET", headers, null).pipe(Effect.map(({ status, text }) => ({ status, body: parsed(text) })))
  }

  const refresh: OAuth2Protocol["Type"]["refresh"] = (issuer, refreshToken) =>
    asking(issuer, async (server, own, authentication, options) => {
      const token = Redacted.value(refreshToken)
      const response = await oauth.refreshTokenGrantRequest(server, own, authentication, token, options)
      return tokensOf(await oauth.processRefreshTokenResponse(server, own, response), refreshToken)
    })

  return OAuth2Protocol.of({ exchange, get, refresh })
})

/** The protocol over the HTTP client for vendors. */
export const layer: Layer.Layer<OAuth2Protocol, never, HttpClient.HttpClient> = Layer.effect(OAuth2Protocol, make)
