import type { OAuth2 } from "@tributary/core"
import { Either } from "effect"
import type { OAuth2Client } from "../../../vendor/oauth2/OAuth2Clients.js"

/*
 * The page before the sign-in, on which an administrator allows the operator's application something for a whole tenant. What the browser brings
 * from there proves nothing: it goes on to the sign-in in the state of the visit, and the proof compares it with who has signed in.
 */

/** The address of the page, with the state of the visit. */
export const addressOf = (
  page: NonNullable<OAuth2["grantPage"]>,
  { appSlug = "", clientId }: OAuth2Client,
  { redirectUri, state }: Readonly<Record<"redirectUri" | "state", string>>
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

/** The most characters of one parameter that go on in the state of the visit. */
const MAX_LENGTH = 200

/** What the browser brings from the page; a sentence for the customer if it lacks something. */
export const broughtBy = (
  { brings, missing }: NonNullable<OAuth2["grantPage"]>,
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

/** The state of a visit that goes on to the sign-in. Only the hash of the whole is stored, so that a changed one finds no visit. */
export const stateWith = (secret: string, brought: Readonly<Record<string, string>>): string =>
  `${secret}.${Buffer.from(JSON.stringify(brought)).toString("base64url")}`

/** What the browser brought before the sign-in, from the state of a visit that was found; null if it has not been there yet. */
export const broughtIn = (state: string): Readonly<Record<string, string>> | null => {
  const [, , brought] = state.split(".")
  // Only `stateWith` makes the state of a visit that is found.
  return brought === undefined
    ? null
    : (JSON.parse(Buffer.from(brought, "base64url").toString("utf8")) as Readonly<Record<string, string>>)
}
