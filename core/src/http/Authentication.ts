import { Clock, Effect, Redacted, Ref } from "effect"
import { at } from "./JsonPath.js"
import { type Outgoing, revealed, type Signable } from "./Request.js"
import * as VendorError from "./VendorError.js"

/** Where a token comes from and how it is sent: for vendors that exchange credentials for a short-lived token. */
export interface TokenSource {
  /** The full address of the token endpoint; its host counts as declared. */
  readonly url: string
  /** Sent as a form; secrets stay `Redacted` until the request leaves. */
  readonly form: Readonly<Record<string, string | Redacted.Redacted>>
  /** Further headers of the token request, such as Basic authorization. */
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted>>
  /** Signs the token request: for vendors that exchange signed requests for temporary keys. */
  readonly sign?: (request: Signable) => Promise<Readonly<Record<string, string>>>
  /** Where the token is in the answer; `access_token` by default. An object, such as temporary keys, is kept as its JSON. */
  readonly token?: string
  /** Where its lifetime in seconds is; `expires_in` by default. */
  readonly expiresIn?: string
  /** Where the answer names the end of its life instead, in epoch seconds. */
  readonly expiresAt?: string
}

/** OAuth 2.0 client credentials (RFC 6749, 4.4), with the secret in the form. */
export const clientCredentials = (options: {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
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

/** A token is renewed this long before it expires, so that none expires on its way. */
const RENEW_BEFORE_MILLIS = 60_000
/** What is assumed of a token whose answer names no lifetime. */
const DEFAULT_LIFETIME_SECS = 600

interface Token {
  readonly header: Redacted.Redacted
  readonly expiresAt: number
}

/** The tokens of one session. */
export interface Tokens {
  /** The `Authorization` header: the current token's, or a new one's. */
  readonly header: Effect.Effect<Redacted.Redacted, VendorError.VendorError>
  /** Forgets a token that was refused; false where it is not the current one any more. */
  readonly forget: (header: Redacted.Redacted) => Effect.Effect<void>
}

/** The endpoint's name in errors and health: the path of its address. */
export const endpointOf = (source: TokenSource): string => new URL(source.url).pathname

/** The request for a token. */
export const tokenRequest = (source: TokenSource): Outgoing => ({
  isToken: true,
  method: "POST",
  url: source.url,
  endpoint: endpointOf(source),
  headers: revealed(source.headers),
  form: new URLSearchParams(revealed(source.form)).toString(),
  isRepeatable: true
})

const textOf = (token: unknown): string | null => {
  if (typeof token === "object" && token !== null) return JSON.stringify(token)
  return typeof token === "string" && token !== "" ? token : null
}

const lifetimeOf = (source: TokenSource, body: unknown, now: number): number => {
  const { expiresAt, expiresIn = "expires_in" } = source
  const lifetime = expiresAt === undefined ? Number(at(body, expiresIn)) : Number(at(body, expiresAt)) - now / 1_000
  return Number.isFinite(lifetime) && lifetime > 0 ? lifetime : DEFAULT_LIFETIME_SECS
}

/** Nothing but the credentials varies in a token request: one that is refused (401, 403), or called wrong (400), refuses them. */
export const refused = (error: VendorError.VendorError): VendorError.VendorError => {
  const { _tag, detail, endpoint, status } = error
  const isRefusal = _tag === "Unauthorized" || (_tag === "ClientError" && status === 400)
  return isRefusal ? new VendorError.Unauthorized({ endpoint, status, detail, isOfCredentials: true }) : error
}

/** Keeps one token at a time, however many requests wait for it. */
export const make = (
  source: TokenSource,
  fetchToken: Effect.Effect<unknown, VendorError.VendorError>
): Effect.Effect<Tokens> =>
  Effect.gen(function* () {
    const current = yield* Ref.make<Token | null>(null)
    const single = yield* Effect.makeSemaphore(1)
    const endpoint = endpointOf(source)

    const renew = Effect.gen(function* () {
      const body = yield* fetchToken
      const token = textOf(at(body, source.token ?? "access_token"))
      if (token === null) {
        return yield* new VendorError.BadPayload({ endpoint, status: 200, detail: "answered without a token" })
      }
      const now = yield* Clock.currentTimeMillis
      const secs = lifetimeOf(source, body, now)
      const expiresAt = now + Math.max(secs * 1_000 - RENEW_BEFORE_MILLIS, secs * 500)
      const made: Token = { header: Redacted.make(`Bearer ${token}`), expiresAt }
      yield* Ref.set(current, made)
      return made.header
    })

    const header = single.withPermits(1)(
      Effect.gen(function* () {
        const known = yield* Ref.get(current)
        const now = yield* Clock.currentTimeMillis
        return known !== null && now < known.expiresAt ? known.header : yield* renew
      })
    )
    const forget = (refused: Redacted.Redacted) =>
      Ref.update(current, (known) => (known !== null && known.header === refused ? null : known))
    return { header, forget }
  })
