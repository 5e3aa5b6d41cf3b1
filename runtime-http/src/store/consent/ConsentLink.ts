import { createHmac, timingSafeEqual } from "node:crypto"
import type { Connection } from "@tributary/core"
import type { Vault } from "../secrets/Vault.js"

/*
 * The link with which somebody goes to the vendor's page. It is signed and not stored: whoever reads the connection gets it again, and it ends
 * with the next consent, which is counted.
 */

/** What a connection stores of its consent, for its link. */
export interface LinkedConsent {
  /** How often the customer has consented. */
  readonly granted: number
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

const signed = (key: Buffer, { connectionId, expires, granted }: Omit<SentLink, "signature">): Buffer =>
  createHmac("sha256", key).update(`${connectionId} ${granted} ${expires}`).digest()

/** The path and query of the link of a connection. */
export const of = (
  vault: Vault["Type"],
  connectionId: string,
  { expires, granted }: Pick<LinkedConsent, "expires" | "granted">
): string => {
  const signature = signed(vault.derive(PURPOSE), { connectionId, expires, granted }).toString("base64url")
  const query = { connection_id: connectionId, consent: String(granted), expires: String(expires), signature }
  return `${PATH}?${new URLSearchParams(query)}`
}

/** What the query of a link says. */
export interface SentLink {
  readonly connectionId: string
  /** How often the customer had consented when the link was made. */
  readonly granted: number
  readonly expires: number
  readonly signature: Buffer
}

/** Reads the query of a link; null if this service did not make it, or if it has expired. */
export const read = (vault: Vault["Type"], query: URLSearchParams, nowMillis: number): SentLink | null => {
  const link: SentLink = {
    connectionId: query.get("connection_id") ?? "",
    granted: Number(query.get("consent")),
    expires: Number(query.get("expires")),
    signature: Buffer.from(query.get("signature") ?? "", "base64url")
  }
  if (!(link.expires * 1_000 > nowMillis) || link.signature.length !== SIGNATURE_BYTES) return null
  const isOwn = vault.deriveAll(PURPOSE).some((key) => timingSafeEqual(signed(key, link), link.signature))
  return isOwn ? link : null
}
