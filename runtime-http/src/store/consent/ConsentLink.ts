import { createHmac, timingSafeEqual } from "node:crypto"
import type { Vault } from "../secrets/Vault.js"

/*
 * The link with which somebody goes to the vendor's page. It is signed and not stored: whoever reads the connection gets it again, and it ends
 * with the next tokens, which increase the generation.
 */

/** What a connection stores of its consent, for its link. */
export interface LinkedConsent {
  readonly generation: number
  readonly problem: string | null
  /** When the link expires, in seconds since 1970: the end of a day, so that the connection reads the same all day. */
  readonly expires: number
}

/** The path of the link, below the public base address of the service. */
export const PATH = "/oauth2/authorize"

const PURPOSE = "consent link"

const signed = (key: Buffer, connectionId: string, generation: number, expires: number): Buffer =>
  createHmac("sha256", key).update(`${connectionId} ${generation} ${expires}`).digest()

/** The path and query of the link of a connection. */
export const of = (vault: Vault["Type"], connectionId: string, { expires, generation }: LinkedConsent): string => {
  const signature = signed(vault.derive(PURPOSE), connectionId, generation, expires).toString("base64url")
  const query = new URLSearchParams({ connection_id: connectionId, expires: String(expires), signature })
  return `${PATH}?${query}`
}

/** What the query of a link says. */
export interface SentLink {
  readonly connectionId: string
  readonly expires: number
  readonly signature: Buffer
}

/** Reads the query of a link; null if it is not one, or has expired. */
export const read = (query: URLSearchParams, nowMillis: number): SentLink | null => {
  const expires = Number(query.get("expires"))
  const signature = Buffer.from(query.get("signature") ?? "", "base64url")
  const connectionId = query.get("connection_id") ?? ""
  return expires * 1_000 > nowMillis && signature.length === 32 ? { connectionId, expires, signature } : null
}

/** Whether this service signed the link for the tokens of this generation. */
export const isOf = (
  vault: Vault["Type"],
  { connectionId, expires, signature }: SentLink,
  generation: number
): boolean =>
  vault.deriveAll(PURPOSE).some((key) => timingSafeEqual(signed(key, connectionId, generation, expires), signature))
