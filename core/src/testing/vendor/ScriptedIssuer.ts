import { createHash, randomUUID } from "node:crypto"
import type { TokenSource } from "../../http/Authentication.js"
import type { OAuth2 } from "../../http/OAuth2.js"
import { namesOf } from "../../JsonPath.js"
import { type Reply, received } from "./ScriptedVendor.js"
import * as SignedAssertion from "./SignedAssertion.js"

/** An issuer of tokens for a consent, as a script plays it. */
export interface IssuerOptions {
  /** What the connector declares: where the page and the token endpoint are, and whether codes are bound by PKCE. */
  readonly oauth2: Pick<OAuth2, "authorizeUrl" | "tokenUrl" | "pkce">
  /** The client that the issuer knows. */
  readonly client: {
    /** Its `client_id`. */
    readonly clientId: string
    /** Its `client_secret`. */
    readonly clientSecret: string
    /** Its private key in PEM, with which it may sign token requests instead of sending the secret; none by default. */
    readonly privateKey?: string
  }
  /**
   * Where the client itself gets tokens for a customer who has allowed the application, and where the answers have them: the `auth` that a connector with
   * `Credentials.appConsent` makes. It gets none by default.
   */
  readonly application?: Pick<TokenSource, "url" | "token" | "expiresIn" | "expiresAt">
  /** How long access tokens live, as the issuer says; it accepts them until `expire` is called. An hour by default. */
  readonly lifetimeSecs?: number
  /** Whether each renewal gives a new refresh token; true by default. */
  readonly rotates?: boolean
}

type Application = NonNullable<IssuerOptions["application"]>

/** A request that an issuer receives. */
export interface IssuerRequest {
  /** The HTTP method, in upper case. */
  readonly method: string
  /** The whole address, with its query. */
  readonly url: URL
  /** The headers; names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as text; empty if there is none. */
  readonly body: string
}

/** An authorization server that consents at once, as strict as real ones. */
export interface ScriptedIssuer {
  /** The client that it knows. */
  readonly client: IssuerOptions["client"]
  /** Answers a request to the page or to the token endpoint; null for any other address. */
  readonly answer: (request: IssuerRequest) => Reply | null
  /** Whether it accepts an access token now. */
  readonly accepts: (accessToken: string) => boolean
  /** Ends the access tokens so far; they can be renewed. */
  readonly expire: () => void
  /**
   * Ends every consent, as an administrator does on the vendor's page. Token requests of the application are then answered with `refusal`, or with 400 and
   * `unauthorized_client` (RFC 6749, 5.2) by default.
   */
  readonly revoke: (refusal?: Reply) => void
  /** Answers the next `times` requests to the token endpoint with this instead, such as 503 or 429 with `retry-after`. */
  readonly fail: (reply: Reply, times: number) => void
  /** Every access token so far, in order. */
  readonly issued: () => ReadonlyArray<string>
  /** Every text that no output may contain: the secret of the client, codes and tokens. */
  readonly secrets: () => ReadonlyArray<string>
  /** How many renewals brought tokens, and how many were refused; the application renews its first token by asking for another one. */
  readonly renewals: () => { readonly done: number; readonly refused: number }
}

/** One consent, with everything that was issued for it. */
interface Family {
  isRevoked: boolean
}

interface Code {
  readonly family: Family
  readonly redirectUri: string
  readonly challenge: string | null
  isUsed: boolean
}

interface RefreshToken {
  readonly family: Family
  isUsed: boolean
}

const DEFAULT_LIFETIME_SECS = 3_600

const refused = (status: number, error: string): Reply => ({ status, body: { error } })

const isAt = (url: URL, address: string): boolean => {
  const { origin, pathname } = new URL(address)
  return url.origin === origin && url.pathname === pathname
}

/** The client that a token request names, in its Basic header or its form (RFC 6749, 2.3.1). */
const clientOf = ({ headers }: IssuerRequest, form: URLSearchParams): readonly [id: string, secret: string] => {
  const [scheme, encoded = ""] = (headers["authorization"] ?? "").split(" ")
  if (scheme !== "Basic") return [form.get("client_id") ?? "", form.get("client_secret") ?? ""]
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString("utf8").split(":")
  return [decodeURIComponent(id), decodeURIComponent(secret)]
}

/** What an application sends in a form or in JSON. */
const fieldsOf = (body: string): URLSearchParams => {
  const json = received(body)
  return new URLSearchParams(typeof json === "object" && json !== null ? (json as Record<string, string>) : body)
}

/** Whether the application shows with its secret, or with a signature of its key, that it is the client: each vendor wants that elsewhere in the request. */
const isFrom = (client: IssuerOptions["client"], request: IssuerRequest): boolean => {
  const fields = fieldsOf(request.body)
  const [id, secret] = clientOf(request, fields)
  const sent = [id, secret, ...fields.values()]
  if (sent.includes(client.clientId) && sent.includes(client.clientSecret)) return true
  const { privateKey } = client
  const header = (request.headers["authorization"] ?? "").replace(/^Bearer /, "")
  return (
    privateKey !== undefined &&
    [header, ...fields.values()].some((text) => SignedAssertion.isOf(text, client.clientId, privateKey))
  )
}

/** An expiry for vendors that name an instant instead of a lifetime: the issuer does not know what the clock of a test shows. */
const FAR_INSTANT = "2100-01-01T00:00:00Z"

/** Writes a value at a path of a body. */
const put = (body: Record<string, unknown>, path: string, value: unknown): void => {
  const names = namesOf(path)
  let inner = body
  for (const name of names.slice(0, -1)) {
    const next = inner[name] ?? {}
    inner[name] = next
    inner = next as Record<string, unknown>
  }
  inner[names.at(-1) ?? ""] = value
}

/** Makes an issuer; nothing leaves the process. It is at the addresses that the connector declares. */
export const make = ({
  application,
  client,
  lifetimeSecs = DEFAULT_LIFETIME_SECS,
  oauth2,
  rotates = true
}: IssuerOptions): ScriptedIssuer => {
  const codes = new Map<string, Code>()
  const refreshTokens = new Map<string, RefreshToken>()
  const accessTokens = new Map<string, { readonly family: Family; isExpired: boolean }>()
  const renewals = { done: 0, refused: 0 }
  /** What customers have allowed the application, without a code. */
  const allowed: Family = { isRevoked: false }
  let removal = refused(400, "unauthorized_client")
  let failure: { readonly reply: Reply; left: number } | null = null

  /** What the page does in the browser of somebody who consents at once. */
  const authorize = ({ searchParams: asked }: URL): Reply => {
    const redirectUri = asked.get("redirect_uri") ?? ""
    const challenge = asked.get("code_challenge")
    // Nobody is sent back to an address that the issuer does not know, so that these errors stay on the page.
    if (asked.get("client_id") !== client.clientId || !URL.canParse(redirectUri)) return refused(400, "invalid_request")
    const back = new URL(redirectUri)
    const isBound = challenge !== null && asked.get("code_challenge_method") === "S256"
    if (asked.get("response_type") !== "code" || (oauth2.pkce !== false && !isBound)) {
      back.searchParams.set("error", "invalid_request")
    } else {
      const code = `code-${randomUUID()}`
      codes.set(code, { family: { isRevoked: false }, redirectUri, challenge, isUsed: false })
      back.searchParams.set("code", code)
    }
    const state = asked.get("state")
    if (state !== null) back.searchParams.set("state", state)
    return { status: 302, headers: { location: back.href } }
  }

  const issue = (family: Family, former: string | null): Reply => {
    const access = `access-${randomUUID()}`
    const refresh = former === null || rotates ? `refresh-${randomUUID()}` : former
    accessTokens.set(access, { family, isExpired: false })
    refreshTokens.set(refresh, { family, isUsed: false })
    return {
      body: {
        access_token: access,
        token_type: "Bearer",
        expires_in: lifetimeSecs,
        ...(refresh === former ? {} : { refresh_token: refresh })
      }
    }
  }

  /** The use of something that was used up is taken for theft: whatever was issued for the consent ends. */
  const stolen = (family: Family): Reply => {
    family.isRevoked = true
    return refused(400, "invalid_grant")
  }

  const exchange = (form: URLSearchParams): Reply => {
    const code = codes.get(form.get("code") ?? "")
    if (code === undefined) return refused(400, "invalid_grant")
    if (code.isUsed) return stolen(code.family)
    const verifier = form.get("code_verifier") ?? ""
    const proof = createHash("sha256").update(verifier).digest("base64url")
    const isProven = code.challenge === null || code.challenge === proof
    if (!isProven || form.get("redirect_uri") !== code.redirectUri) return refused(400, "invalid_grant")
    code.isUsed = true
    return issue(code.family, null)
  }

  const renew = (form: URLSearchParams): Reply => {
    const sent = form.get("refresh_token") ?? ""
    const known = refreshTokens.get(sent)
    if (known === undefined || known.family.isRevoked || known.isUsed) {
      renewals.refused += 1
      return known?.isUsed === true ? stolen(known.family) : refused(400, "invalid_grant")
    }
    known.isUsed = rotates
    renewals.done += 1
    return issue(known.family, sent)
  }

  const grants: Readonly<Record<string, (form: URLSearchParams) => Reply>> = {
    authorization_code: exchange,
    refresh_token: renew
  }

  /** The answer to the application, which gets no refresh token: it asks again. */
  const issueTo = ({ expiresAt, expiresIn = "expires_in", token = "access_token" }: Application): Reply => {
    const access = `access-${randomUUID()}`
    if ([...accessTokens.values()].some(({ family }) => family === allowed)) renewals.done += 1
    accessTokens.set(access, { family: allowed, isExpired: false })
    const body = { token_type: "Bearer" }
    put(body, token, access)
    put(body, expiresAt ?? expiresIn, expiresAt === undefined ? lifetimeSecs : FAR_INSTANT)
    return { body }
  }

  const failing =
    (answered: (request: IssuerRequest) => Reply) =>
    (request: IssuerRequest): Reply => {
      if (failure === null || failure.left <= 0) return answered(request)
      failure.left -= 1
      return failure.reply
    }

  const toApplication = (source: Application) =>
    failing((request) => {
      if (!isFrom(client, request)) return refused(401, "invalid_client")
      if (!allowed.isRevoked) return issueTo(source)
      renewals.refused += 1
      return removal
    })

  const token = failing((request) => {
    const form = new URLSearchParams(request.body)
    const [id, secret] = clientOf(request, form)
    if (id !== client.clientId || secret !== client.clientSecret) return refused(401, "invalid_client")
    return grants[form.get("grant_type") ?? ""]?.(form) ?? refused(400, "unsupported_grant_type")
  })

  return {
    client,
    answer: (request) => {
      const { method, url } = request
      if (method === "GET" && isAt(url, oauth2.authorizeUrl)) return authorize(url)
      if (method !== "POST") return null
      const isToken = isAt(url, oauth2.tokenUrl)
      const isGrant = Object.hasOwn(grants, new URLSearchParams(request.body).get("grant_type") ?? "")
      // Some vendors have one address for the tokens of a consent and for those of an application.
      const isOfApplication = application !== undefined && isAt(url, application.url) && !(isToken && isGrant)
      if (isOfApplication) return toApplication(application)(request)
      return isToken ? token(request) : null
    },
    accepts: (accessToken) => {
      const known = accessTokens.get(accessToken)
      return known !== undefined && !known.isExpired && !known.family.isRevoked
    },
    expire: () => {
      for (const each of accessTokens.values()) each.isExpired = true
    },
    revoke: (refusal = removal) => {
      removal = refusal
      allowed.isRevoked = true
      for (const { family } of [...codes.values(), ...accessTokens.values()]) family.isRevoked = true
    },
    fail: (reply, times) => {
      failure = { reply, left: times }
    },
    issued: () => [...accessTokens.keys()],
    secrets: () => [client.clientSecret, ...codes.keys(), ...refreshTokens.keys(), ...accessTokens.keys()],
    renewals: () => ({ ...renewals })
  }
}
