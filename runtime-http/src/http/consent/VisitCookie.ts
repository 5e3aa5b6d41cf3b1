import { KEPT_MINUTES } from "../../store/consent/Visits.js"
import type { Incoming } from "../server/request/Incoming.js"

/*
 * What a browser keeps of the pages that it was shown: one secret for each link, in one cookie, because a browser may visit the pages of several
 * vendors at once.
 */

/** A name that only this host can set, over https, or on this machine. */
const NAME = "__Host-tributary-consent"

/** So many links of one browser are open at once; the one that was shown first ends. */
const MOST_LINKS = 8

const SEPARATOR = "~"

/** The secrets that a browser has sent, the oldest first. */
export const read = ({ headers }: Pick<Incoming, "headers">): ReadonlyArray<string> => {
  const sent = (headers.cookie ?? "").split(";").map((part) => part.trim())
  const own = sent.find((part) => part.startsWith(`${NAME}=`))
  const secrets = own === undefined ? [] : own.slice(NAME.length + 1).split(SEPARATOR)
  return secrets.filter((secret) => secret !== "").slice(-MOST_LINKS)
}

/** The header with which a browser keeps the newest of these secrets. */
export const header = (secrets: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  // Lax: the browser comes back from the vendor's site, with a GET of the top page.
  "set-cookie": `${NAME}=${secrets.slice(-MOST_LINKS).join(SEPARATOR)}; Path=/; Max-Age=${KEPT_MINUTES * 60}; HttpOnly; Secure; SameSite=Lax`
})
