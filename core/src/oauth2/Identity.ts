import { Data } from "effect"
import * as oauth from "oauth4webapi"
import type * as ConsentVisit from "../http/ConsentVisit.js"

/** Nothing says who has signed in, or its signature, issuer, audience or time is wrong. */
export class Unverified extends Data.TaggedError("Unverified") {}

/** How the library sends requests to token endpoints and for keys. */
export interface RequestOptions {
  /** Whether addresses without https are left to whoever sends the requests. */
  readonly [oauth.allowInsecureRequests]: true
  /** Sends a request. */
  readonly [oauth.customFetch]: (
    address: string,
    request: oauth.CustomFetchOptions<string, URLSearchParams | undefined>
  ) => Promise<Response>
}

/** The answer of a token endpoint, and to whom it was given. */
interface Answer {
  readonly server: oauth.AuthorizationServer
  readonly own: oauth.Client
  readonly response: Response
  readonly options: RequestOptions
}

/** An answer with keys, without those of other issuers: Microsoft gives the keys of all tenants at one address, and says whose each is. */
const ownKeys = async (response: Response, issuer: string, tenant: string): Promise<Response> => {
  const { keys } = (await response.json()) as { readonly keys: ReadonlyArray<{ readonly issuer?: unknown }> }
  const own = keys.filter(
    (key) =>
      key.issuer === undefined ||
      (typeof key.issuer === "string" && key.issuer.replace("{tenantid}", tenant) === issuer)
  )
  return Response.json({ keys: own }, { status: response.status })
}

/** The id of a tenant in the claim `tid`. */
const TENANT = /^[\w-]{1,64}$/

/** The tenant that an id token names before it is checked: it only decides with which issuer the token is compared. */
const tenantIn = async (response: Response): Promise<string> => {
  const { id_token: token } = (await response.clone().json()) as { readonly id_token?: unknown }
  const [, payload = ""] = typeof token === "string" ? token.split(".") : []
  const { tid } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as { readonly tid?: unknown }
  return typeof tid === "string" && TENANT.test(tid) ? tid : ""
}

/**
 * The tokens of an answer, and who has signed in: the id token is of the declared issuer, for this client, signed, and still valid. Without a declared
 * issuer, nobody is known to have signed in.
 */
export const read = async (
  identity: ConsentVisit.Identity | undefined,
  { options, own, response, server }: Answer
): Promise<{
  readonly answer: oauth.TokenEndpointResponse
  readonly claims: Readonly<Record<string, unknown>>
}> => {
  // An error has no id token, and the library says what it means.
  if (identity === undefined || response.status !== 200) {
    return { answer: await oauth.processAuthorizationCodeResponse(server, own, response), claims: {} }
  }
  try {
    const tenant = await tenantIn(response)
    const issuer = identity.issuer.replace("{tid}", tenant)
    const signer = { ...server, issuer, jwks_uri: identity.keysUrl }
    const answer = await oauth.processAuthorizationCodeResponse(signer, own, response, { requireIdToken: true })
    const send = options[oauth.customFetch]
    await oauth.validateApplicationLevelSignature(signer, response, {
      ...options,
      [oauth.customFetch]: async (address, request) => ownKeys(await send(address, request), issuer, tenant)
    })
    return { answer, claims: { ...oauth.getValidatedIdTokenClaims(answer) } }
  } catch {
    throw new Unverified()
  }
}
