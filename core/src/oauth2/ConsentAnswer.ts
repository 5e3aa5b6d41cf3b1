import { Either } from "effect"
import type { OAuth2 } from "../http/OAuth2.js"

/** Why the answer of a vendor's page is no consent. */
export type NoConsent =
  /** Whoever was asked has not consented. */
  | { readonly _tag: "Denied" }
  /** The vendor says what is wrong: its code, and its own words if there are any. */
  | { readonly _tag: "Refused"; readonly error: string; readonly description: string | null }
  /** The answer has neither a code nor an error. */
  | { readonly _tag: "WithoutCode" }
  /** The answer is not of the declared issuer: the one that it names, or null if it had to name one. */
  | { readonly _tag: "OtherIssuer"; readonly issuer: string | null }

/** What the vendor says if it sends the browser back with an error (RFC 6749, 4.1.2.1); null if it does not. */
export const errorIn = (query: URLSearchParams): NoConsent | null => {
  const error = query.get("error")
  if (error === null) return null
  return error === "access_denied"
    ? { _tag: "Denied" }
    : { _tag: "Refused", error, description: query.get("error_description") }
}

/** Whether the answer is of the declared issuer, as far as it says so or has to (RFC 9207, 2.4). */
const isOfIssuer = ({ issuer: expected, namesIssuer = false }: OAuth2, issuer: string | null): boolean =>
  expected === undefined || (issuer === null ? !namesIssuer : issuer === expected)

/** Reads the query of the address to which the vendor has sent the browser: the code, or the reason that there is none. */
export const read = (oauth2: OAuth2, query: URLSearchParams): Either.Either<string, NoConsent> => {
  const issuer = query.get("iss")
  // First, because an answer of somebody else says nothing, also no error.
  if (!isOfIssuer(oauth2, issuer)) return Either.left({ _tag: "OtherIssuer", issuer })
  const error = errorIn(query)
  if (error !== null) return Either.left(error)
  const code = query.get("code")
  return code === null || code === "" ? Either.left({ _tag: "WithoutCode" }) : Either.right(code)
}
