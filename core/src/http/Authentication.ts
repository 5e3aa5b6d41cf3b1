import { Clock, Context, Effect, Redacted, Ref } from "effect"
import { at } from "../JsonPath.js"
import * as MonotonicTime from "../MonotonicTime.js"
import * as Result from "../Result.js"
import { normalize } from "../Timestamp.js"
import { codesIn } from "./answer/AnswerErrors.js"
import type { OwnClientUse } from "./ConsentVisit.js"
import type { OAuth2 } from "./OAuth2.js"
import type { Outgoing, Signable } from "./Request.js"
import { type SignedJwtOptions, signedJwt } from "./SignedJwt.js"
import type { Fields } from "./TimedValue.js"
import * as TimedValue from "./TimedValue.js"
import * as VendorError from "./VendorError.js"

export { type SignedJwtOptions, signedJwt } from "./SignedJwt.js"
export { type Fields, type TimedValue, timed } from "./TimedValue.js"

/** A consent whose tokens a runtime holds. */
export interface HeldConsent {
  /** The name under which the runtime holds them. */
  readonly as: string
  /** How the customer consented, and where the tokens are renewed. */
  readonly oauth2: OAuth2
}

/** How to exchange the credentials for a short-lived token, for vendors that want one. */
export interface TokenSource {
  /** The full address of the token endpoint; its host counts as a declared host. */
  readonly url: string
  /** The consent whose tokens a runtime holds under this name, and renews itself; absent for a connector's own token request. */
  readonly held?: HeldConsent
  /** Set by a runtime if the request has the operator's own application, so that a refusal may be the operator's to mend; absent for credentials of the customer. */
  readonly ownClient?: OwnClientUse
  /** The fields of the form that the token request sends; none by default. */
  readonly form?: Fields
  /** The fields of the JSON that the token request sends, for a login that takes no form; none by default. */
  readonly json?: Fields
  /** Additional headers of the token request, such as Basic authorization; none by default. */
  readonly headers?: Fields
  /** What precedes the token in the `Authorization` header; `Bearer` by default. */
  readonly scheme?: string
  /** Signs the token request, for vendors that exchange signed requests for temporary keys; unsigned by default. */
  readonly sign?: (request: Signable) => Promise<Readonly<Record<string, string>>>
  /** The path of the token in the response; `access_token` by default. An object, such as temporary keys, is sent as JSON. */
  readonly token?: string
  /** The path of the token's lifetime, in seconds, in the response; `expires_in` by default. */
  readonly expiresIn?: string
  /** The path of the token's expiry, in seconds since 1970 or as an ISO 8601 instant, for vendors that send that instead of a lifetime. */
  readonly expiresAt?: string
}

/** OAuth 2.0 client credentials (RFC 6749, 4.4), with the secret in the form. */
export const clientCredentials = (options: {
  /** The full address of the token endpoint. */
  readonly url: string
  /** The `client_id` of the application that the customer registered. */
  readonly clientId: string
  /** The `client_secret` of that application. */
  readonly clientSecret: Redacted.Redacted
  /** The scopes to request, separated by spaces; the request names none by default. */
  readonly scope?: string
}): TokenSource => ({
  url: options.url,
  form: {
    grant_type: "client_credentials",
    client_id: options.clientId,
    client_secret: options.clientSecret,
    ...(options.scope === undefined ? {} : { scope: options.scope })
  }
})

/** The grant for a signed assertion (RFC 7523, 2.1), which some vendors also use for service accounts. */
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"

/**
 * A signed assertion for a token (RFC 7523, 2.1), such as that of a service account. The assertion is signed anew for each request, and is for the
 * token endpoint unless `audience` names another.
 */
export const jwtBearer = (
  options: SignedJwtOptions & {
    /** The full address of the token endpoint. */
    readonly url: string
  }
): TokenSource => {
  const { url, ...jwt } = options
  return { url, form: { grant_type: JWT_BEARER, assertion: signedJwt({ audience: url, ...jwt }) } }
}

/** A token is renewed this long before it expires, so that it cannot expire in transit. */
const RENEW_BEFORE_MILLIS = 60_000
/** The assumed lifetime of a token if the response gives none. */
const DEFAULT_LIFETIME_SECS = 600

interface Token {
  readonly header: Redacted.Redacted
  /** A reading of the monotonic clock. */
  readonly expiresAt: number
}

/** The token of one connection's session. */
export interface Tokens {
  /** The `Authorization` header; requests a token first if there is none or it is about to expire. */
  readonly header: Effect.Effect<Redacted.Redacted, VendorError.VendorError>
  /** Discards the token that the vendor refused, unless another request has already replaced it. */
  readonly forget: (header: Redacted.Redacted) => Effect.Effect<void>
}

/** A source whose tokens a runtime holds. */
export interface HeldSource extends TokenSource {
  /** The consent. */
  readonly held: HeldConsent
}

/** Whether a runtime holds the tokens. */
export const isHeld = (source: TokenSource): source is HeldSource => source.held !== undefined

/** Whether the tokens are those of a consent, whoever gets them. */
export const isOfConsent = (source: TokenSource): boolean => isHeld(source) || source.ownClient !== undefined

/** Opens the tokens that a runtime holds; without a runtime, nobody holds any. */
export class HeldTokens extends Context.Reference<HeldTokens>()("@tributary/core/HeldTokens", {
  defaultValue: (): ((source: HeldSource) => Tokens) | null => null
}) {}

/** The endpoint's name in errors and health: the path of its address. */
export const endpointOf = (source: TokenSource): string => new URL(source.url).pathname

/** The request that fetches a token now; fails if the credentials cannot sign what it sends. */
export const tokenRequest = (source: TokenSource): Effect.Effect<Outgoing, VendorError.VendorError> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const endpoint = endpointOf(source)
    const fill = (fields: Fields) =>
      Effect.mapError(TimedValue.fill(fields, now), ({ field }) => {
        const detail = `the ${field} of the token request cannot be made: the key in the credentials is none of its kind`
        return VendorError.unsent(
          new VendorError.Unauthorized({ endpoint, status: null, detail, isOfCredentials: true })
        )
      })
    const { form, headers = {}, json } = source
    return {
      isToken: true,
      method: "POST",
      url: source.url,
      endpoint,
      headers: yield* fill(headers),
      ...(form === undefined ? {} : { form: new URLSearchParams(yield* fill(form)).toString() }),
      ...(json === undefined ? {} : { body: yield* fill(json) }),
      isRepeatable: true,
      lacks: ({ body }) => (tokenIn(source, body) === null ? "a token" : null)
    }
  })

/** What identifies the credentials of a token request, in plain text; call it only to compare. */
export const identityOf = ({ form, headers, held, json, url }: TokenSource): ReadonlyArray<unknown> => [
  url,
  held?.as,
  ...[form, json, headers].map(TimedValue.sourcesOf)
]

/** The secrets of a token request, in plain text; call it only to keep them from being shown. */
export const secretsOf = ({ form, headers, json }: TokenSource): ReadonlyArray<string> =>
  [form, json, headers].flatMap(TimedValue.secretsOf)

/** The token in a response; null if it has none. */
const tokenIn = (source: TokenSource, body: unknown): string | null => {
  const token = at(body, source.token ?? "access_token")
  if (typeof token === "object" && token !== null) return JSON.stringify(token)
  return typeof token === "string" && token !== "" ? token : null
}

/** The seconds from 1970 to an instant; NaN if the value is not an instant. */
const secsOf = (instant: unknown): number => {
  const secs = Number(instant)
  if (!Number.isNaN(secs) || typeof instant !== "string") return secs
  const utc = normalize(instant)
  return Result.isSuccess(utc) ? Date.parse(utc.success) / 1_000 : Number.NaN
}

const lifetimeOf = (source: TokenSource, body: unknown, now: number): number => {
  const { expiresAt, expiresIn = "expires_in" } = source
  const lifetime = expiresAt === undefined ? Number(at(body, expiresIn)) : secsOf(at(body, expiresAt)) - now / 1_000
  return Number.isFinite(lifetime) && lifetime > 0 ? lifetime : DEFAULT_LIFETIME_SECS
}

/** The codes that blame the token request, which the connector composes, rather than the credentials in it (RFC 6749, 5.2). */
const CONNECTOR_FAULTS = ["unsupported_grant_type", "invalid_scope"]

/** The code of a refused token request (RFC 6749, 5.2); null if the answer has none. */
const codeIn = (body: unknown): string | null => {
  const code = at(body, "error")
  return typeof code === "string" ? code : null
}

/** The statuses of a refused token request besides 401 and 403, and those of an address that names a customer who has removed the application. */
const REFUSALS: ReadonlyArray<number | null> = [400]
const GONE: ReadonlyArray<number | null> = [404, 410]

/** Whether a refused token request blames the operator's own application, and not the customer who has consented to it. */
const isOfOperator = ({ removed }: OwnClientUse, status: number | null, code: string | null, body: unknown) => {
  const isRemoved = removed !== undefined && codesIn(removed, body).some((each) => removed.codes.includes(each))
  return !isRemoved && (code === "invalid_client" || (code === null && status === 401))
}

/**
 * What a failed token request means. 400, 401 and 403 are refused credentials, because nothing else in the request varies, unless the code
 * of the answer blames the rest of the request, or the operator's own application.
 */
export const ofToken = (
  error: VendorError.VendorError,
  body: unknown,
  { ownClient }: Pick<TokenSource, "ownClient"> = {}
): VendorError.VendorError => {
  const { _tag, detail, endpoint, status } = error
  const refusals = ownClient === undefined ? REFUSALS : [...REFUSALS, ...GONE]
  const isRefusal = _tag === "Unauthorized" || (_tag === "ClientError" && refusals.includes(status))
  if (!isRefusal) return error
  const code = codeIn(body)
  if (ownClient !== undefined && isOfOperator(ownClient, status, code, body)) {
    const refused = `${detail}: it refused the OAuth client of this installation`
    return new VendorError.ServerError({ endpoint, status, detail: refused, isOfServer: true })
  }
  return code !== null && CONNECTOR_FAULTS.includes(code)
    ? new VendorError.ClientError({ endpoint, status, detail: `${detail} with the error ${code}` })
    : new VendorError.Unauthorized({ endpoint, status, detail, isOfCredentials: true })
}

/** Keeps one token; requests that arrive while it is being fetched wait for it. */
export const make = (
  source: TokenSource,
  fetchToken: Effect.Effect<unknown, VendorError.VendorError>
): Effect.Effect<Tokens> =>
  Effect.gen(function* () {
    const current = yield* Ref.make<Token | null>(null)
    const single = yield* Effect.makeSemaphore(1)

    const renew = Effect.gen(function* () {
      const body = yield* fetchToken
      const token = tokenIn(source, body) ?? ""
      const secs = lifetimeOf(source, body, yield* Clock.currentTimeMillis)
      const expiresAt = (yield* MonotonicTime.millis) + Math.max(secs * 1_000 - RENEW_BEFORE_MILLIS, secs * 500)
      const made: Token = { header: Redacted.make(`${source.scheme ?? "Bearer"} ${token}`), expiresAt }
      yield* Ref.set(current, made)
      return made.header
    })

    const header = single.withPermits(1)(
      Effect.gen(function* () {
        const known = yield* Ref.get(current)
        const now = yield* MonotonicTime.millis
        return known !== null && now < known.expiresAt ? known.header : yield* renew
      })
    )
    const forget = (refused: Redacted.Redacted) =>
      Ref.update(current, (known) => (known !== null && known.header === refused ? null : known))
    return { header, forget }
  })
