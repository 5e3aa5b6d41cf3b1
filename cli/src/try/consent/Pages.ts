import type { OAuth2 } from "@tributary/core"
import { AuthorizeAddress, ConsentAnswer, GrantPage, type OAuth2Protocol } from "@tributary/core/oauth2"
import { Either } from "effect"
import * as BaseUrl from "../vendor/BaseUrl.js"
import type * as Callback from "./Callback.js"

/** A visit to the pages of a vendor. */
interface Visit {
  /** The vendor's name. */
  readonly name: string
  /** How its customers consent. */
  readonly oauth2: OAuth2
  /** The client for which somebody consents. */
  readonly client: OAuth2Protocol.OAuth2Client
  /** The address to visit instead of the vendor's hosts; null for the vendor's. */
  readonly origin: string | null
  /** The values with which the browser must come back, from the page before the sign-in and from the sign-in. */
  readonly states: { readonly grant: string; readonly signIn: string }
  /** The secret of the visit (PKCE): the sign-in gets its challenge, and only the token endpoint gets the secret. */
  readonly verifier: string
}

/** The pages of one visit: the sign-in, and the page before it if the connector declares one. */
export interface Pages {
  /** The address of the first one, from which the vendor sends the browser back to this address. */
  readonly first: (redirectUri: string) => string
  /** What becomes of a browser that comes back. */
  readonly receive: Callback.Receive
  /** Why a visit with these parameters ended at the page before the sign-in: what the vendor says, or a sentence; null if it did not end there. */
  readonly failureIn: (query: URLSearchParams) => ConsentAnswer.NoConsent | string | null
  /** What the browser brought from the page before the sign-in; empty if the connector has no such page. */
  readonly brought: () => Readonly<Record<string, string>>
}

/** Makes the pages of a visit. */
export const make = ({ client, name, oauth2, origin, states, verifier }: Visit): Pages => {
  const { grantPage } = oauth2
  let brought: Readonly<Record<string, string>> = {}

  const at = (address: string): string => BaseUrl.instead(origin, new URL(address)).href
  const signIn = (redirectUri: string): string =>
    at(AuthorizeAddress.of(oauth2, { clientId: client.clientId, redirectUri, state: states.signIn, verifier }))
  /** What the browser brings from the page before the sign-in, or why it brings nothing; null if it comes from elsewhere. */
  const granted = (
    query: URLSearchParams
  ): Either.Either<Readonly<Record<string, string>>, ConsentAnswer.NoConsent | string> | null => {
    if (grantPage === undefined || query.get("state") !== states.grant) return null
    const error = ConsentAnswer.errorIn(query)
    return error === null ? GrantPage.broughtBy(grantPage, query, name) : Either.left(error)
  }

  return {
    first: (redirectUri) =>
      grantPage === undefined
        ? signIn(redirectUri)
        : at(GrantPage.addressOf(grantPage, client, { redirectUri, state: states.grant })),
    receive: (query, redirectUri) => {
      const given = granted(query)
      // Only a browser that comes from the page before the sign-in knows the state of the sign-in.
      if (given === null) return query.get("state") === states.signIn ? "END" : "STRANGER"
      if (Either.isLeft(given)) return "END"
      brought = given.right
      return { goOn: signIn(redirectUri) }
    },
    failureIn: (query) => {
      const given = granted(query)
      return given === null ? null : Either.getOrNull(Either.flip(given))
    },
    brought: () => brought
  }
}
