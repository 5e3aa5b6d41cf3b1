import { createHash } from "node:crypto"
import type { OAuth2 } from "../http/OAuth2.js"

/** What varies from visit to visit. */
export interface Departure {
  /** The `client_id` that the vendor gave. */
  readonly clientId: string
  /** The address to which the vendor sends the browser back. */
  readonly redirectUri: string
  /** The value with which the browser must come back. */
  readonly state: string
  /** The secret of the visit, of which the page is only given the challenge (PKCE). */
  readonly verifier: string
}

const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

/** The address at which a vendor's page is asked for the consent (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export const of = (
  { authorizeParameters = {}, authorizeUrl, pkce = true, scopes }: OAuth2,
  { clientId, redirectUri, state, verifier }: Departure
): string => {
  const page = new URL(authorizeUrl)
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    state,
    ...(pkce ? { code_challenge: challengeOf(verifier), code_challenge_method: "S256" } : {}),
    ...authorizeParameters
  }
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value)
  return page.href
}
