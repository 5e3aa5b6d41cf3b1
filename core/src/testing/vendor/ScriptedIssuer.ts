import { createHash, randomUUID } from "node:crypto"
import type { OAuth2 } from "../../http/OAuth2.js"
import type { Reply } from "./ScriptedVendor.js"

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
  }
  /** How long access tokens live, as the issuer says; it accepts them until `expire` is called. An hour by default. */
  readonly lifetimeSecs?: number
  /** Whether each renewal gives a new refresh token; true by default. */
  readonly rotates?: boolean
}

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
  /** Ends every consent, as an administrator does on the vendor's page. */
  readonly revoke: () => void
  /** Answers the next `times` requests to the token endpoint with this instead, such as 503 or 429 with `retry-after`. */
  readonly fail: (reply: Reply, times: number) => void
  /** Every access token so far, in order. */
  readonly issued: () => ReadonlyArray<string>
  /** Every text that no output may contain: the secret of the client, codes and tokens. */
  readonly secrets: () => ReadonlyArray<string>
  /** How many renewals brought tokens, and how many were refused. */
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

/** Makes an issuer; nothing leaves the process. It is at the addresses that the connector declares. */
export const make = ({
  client,
  lifetimeSecs = DEFAULT_LIFETIME_SECS,
  oauth2,
  rotates = true
}: IssuerOptions): ScriptedIssuer => {
  const codes = new Map<string, Code>()
  const refreshTokens = new Map<string, RefreshToken>()
  const accessTokens = new Map<string, { readonly family: Family; isExpired: boolean }>()
  const renewals = { done: 0, refused: 0 }
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

  const token = (request: IssuerRequest): Reply => {
    if (failure !== null && failure.left > 0) {
      failure.left -= 1
      return failure.reply
    }
    const form = new URLSearchParams(request.body)
    const [id, secret] = clientOf(request, form)
    if (id !== client.clientId || secret !== client.clientSecret) return refused(401, "invalid_client")
    return grants[form.get("grant_type") ?? ""]?.(form) ?? refused(400, "unsupported_grant_type")
  }

  return {
    client,
    answer: (request) => {
      const { method, url } = request
      if (method === "GET" && isAt(url, oauth2.authorizeUrl)) return authorize(url)
      return method === "POST" && isAt(url, oauth2.tokenUrl) ? token(request) : null
    },
    accepts: (accessToken) => {
      const known = accessTokens.get(accessToken)
      return known !== undefined && !known.isExpired && !known.family.isRevoked
    },
    expire: () => {
      for (const each of accessTokens.values()) each.isExpired = true
    },
    revoke: () => {
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
