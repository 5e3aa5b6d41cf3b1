/*
 * What the browser brings from the page before the sign-in goes on to the sign-in in the state of the visit.
 */

/** The state of a visit that goes on to the sign-in. Only the hash of the whole is stored, so that a changed one finds no visit. */
export const make = (secret: string, brought: Readonly<Record<string, string>>): string =>
  `${secret}.${Buffer.from(JSON.stringify(brought)).toString("base64url")}`

/** What the browser brought before the sign-in, from the state of a visit that was found; null if it has not been there yet. */
export const broughtBy = (state: string): Readonly<Record<string, string>> | null => {
  const [, , brought] = state.split(".")
  // Only `make` makes the state of a visit that is found.
  return brought === undefined
    ? null
    : (JSON.parse(Buffer.from(brought, "base64url").toString("utf8")) as Readonly<Record<string, string>>)
}
