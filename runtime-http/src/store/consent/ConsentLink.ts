import { createHmac, timingSafeEqual } from "node:crypto"
import type { Connection } from "@tributary/core"
import type { Vault } from "../secrets/Vault.js"

/*
 * The link with which somebody goes to the vendor's page. It is signed and not stored: whoever reads the connection gets it again. Links are
 * numbered, and one ends with the next consent, when a session gives the next one, or when the session that gave it is revoked.
 */

/** What a connection stores of its consent, for its link. */
export interface LinkedConsent {
  /** The number of the link that counts. */
  readonly link: number
  /** Why the last visit gave no consent; null if it gave one, or if there was none. */
  readonly problem: string | null
  /** The credential fields that count from the next consent on; null for those of the connection. */
  readonly fields: Connection["credentials"] | null
  /** When the link expires, in seconds since 1970: the end of a day, so that the connection reads the same all day. */
  readonly expires: number
}

/** The path of the link, below the public base address of the service. */
export const PATH = "/oauth2/authorize"

const PURPOSE = "consent link"

const SIGNATURE_BYTES = 32

const signed = (key: Buffer, { connectionId, expires, link }: Omit<SentLink, "signature">): Buffer =>
  createHmac("sha256", key).update(`${connectionId} ${link} ${expires}`).digest()

/** The query of a link. */
export const queryOf = ({ connectionId, expires, link, signature }: SentLink): string =>
  new URLSearchParams({
    connection_id: connectionId,
    link: String(link),
    expires: String(expires),
    signature: signature.toString("base64url")
  }).toString()

/** The path and query of the link of a connection. */
export const of = (
  vault: Vault["Type"],
  connectionId: string,
  { expires, link }: Pick<LinkedConsent, "expires" | "link">
): string => {
  const signature = signed(vault.derive(PURPOSE), { connectionId, expires, link })
  return `${PATH}?${queryOf({ connectionId, expires, link, signature })}`
}

/** What the query of a link says. */
export interface SentLink {
  readonly connectionId: string
  /** The number of the link. */
  readonly link: number
  readonly expires: number
  readonly signature: Buffer
}

/** Reads the query of a link; null if this service did not make it, or if it has expired. */
export const read = (vault: Vault["Type"], query: URLSearchParams, nowMillis: number): SentLink | null => {
  const sent: SentLink = {
    connectionId: query.get("connection_id") ?? "",
    link: Number(query.get("link")),
    expires: Number(query.get("expires")),
    signature: Buffer.from(query.get("signature") ?? "", "base64url")
  }
  if (!(sent.expires * 1_000 > nowMillis) || sent.signature.length !== SIGNATURE_BYTES) return null
  const isOwn = vault.deriveAll(PURPOSE).some((key) => timingSafeEqual(signed(key, sent), sent.signature))
  return isOwn ? sent : null
}
