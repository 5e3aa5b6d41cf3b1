import { Either } from "effect"
import type * as ConsentVisit from "../http/ConsentVisit.js"
import type { Departure } from "./AuthorizeAddress.js"
import type { OAuth2Client } from "./OAuth2Protocol.js"

/*
 * The page before the sign-in, on which an administrator allows the operator's application something for a whole tenant. What the browser brings
 * from there proves nothing: the proof compares it with who has signed in afterwards.
 */

/** The address of the page for one visit. */
export const addressOf = (
  page: ConsentVisit.GrantPage,
  { appSlug = "", clientId }: OAuth2Client,
  { redirectUri, state }: Pick<Departure, "redirectUri" | "state">
): string => {
  const values = { client_id: clientId, redirect_uri: redirectUri, app_slug: appSlug }
  const filled = Object.entries(values).reduce(
    (url, [name, value]) => url.replaceAll(`{${name}}`, encodeURIComponent(value)),
    page.url
  )
  const address = new URL(filled)
  address.searchParams.set("state", state)
  return address.href
}

/** The most characters of one parameter, which a runtime carries on in the state of the visit. */
const MAX_LENGTH = 200

/** What the browser brings from the page; a sentence for the customer if it lacks something. */
export const broughtBy = (
  { brings, missing }: ConsentVisit.GrantPage,
  query: URLSearchParams,
  vendorName: string
): Either.Either<Readonly<Record<string, string>>, string> => {
  const brought = brings.map((name) => [name, query.get(name) ?? ""] as const)
  const lacking = brought.filter(([, value]) => value === "" || value.length > MAX_LENGTH).map(([name]) => name)
  return lacking.length === 0
    ? Either.right(Object.fromEntries(brought))
    : Either.left(
        missing ?? `${vendorName} has sent the browser back without ${lacking.join(" and ")}, and so without a consent.`
      )
}
