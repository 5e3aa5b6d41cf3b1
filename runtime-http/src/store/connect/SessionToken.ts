import { createHmac, randomBytes } from "node:crypto"
import { Redacted } from "effect"

/** Whose token a request sends. */
export type TokenKind = "link" | "session"

/** How the tokens begin: not as a key does, so that neither is taken for the other. */
const prefixes: Readonly<Record<TokenKind, string>> = { link: "tribl_", session: "tribs_" }

const FORM = /^trib[ls]_[\w-]{43}$/

const random = (): string => randomBytes(32).toString("base64url")

/** Whether a text can be a token of a link or of a session. */
export const isToken = (text: string): boolean => FORM.test(text)

/** The token of a new link. */
export const ofLink = (): string => prefixes.link + random()

/**
 * The token of the session that a link is opened for. Whoever sends the link with the same `opener` again gets the same one, such as after an answer
 * that was lost, and nothing has to be stored for it. Nobody can compute it who has only one of the two.
 */
export const ofSession = (link: Redacted.Redacted, opener: string | null): Redacted.Redacted => {
  const made = createHmac("sha256", Redacted.value(link)).update(opener ?? random())
  return Redacted.make(prefixes.session + made.digest("base64url"))
}
