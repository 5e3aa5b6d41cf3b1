import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import type { Vault } from "../../store/secrets/Vault.js"

/*
 * The secrets of a browser's visit to the vendor's page: the state, which comes back in the address, and the cookie of the browser. Each ends
 * with a signature, so that guesses reach no database, and the PKCE verifier follows from the state, so that none is stored.
 */

const BYTES = 32

const SIGNATURE_BYTES = 16

const PURPOSE = "consent visit"

/** What a secret is for: one for something else is not accepted in its place. */
export type Use = "state" | "sign-in" | `page of ${string}`

/** The use of the secret of a browser that was shown the page of a link. */
export const pageOf = (linkSignature: Buffer): Use => `page of ${linkSignature.toString("base64url")}`

const hmac = (key: Buffer, what: string, value: string): Buffer =>
  createHmac("sha256", key).update(`${what} ${value}`).digest()

const signatureOf = (key: Buffer, use: Use, value: string): Buffer => hmac(key, use, value).subarray(0, SIGNATURE_BYTES)

/** What is stored in the place of a secret. */
export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest()

/** What nobody can guess. */
export const random = (): string => randomBytes(BYTES).toString("base64url")

/** A value with its signature for this use. */
export const signed = (vault: Vault["Type"], use: Use, value: string): string =>
  `${value}.${signatureOf(vault.derive(PURPOSE), use, value).toString("base64url")}`

/** A new secret. */
export const make = (vault: Vault["Type"], use: Use): string => signed(vault, use, random())

/** The key that signed a secret for this use; null if this service did not. */
const keyOf = (vault: Vault["Type"], use: Use, secret: string): Buffer | null => {
  const end = secret.lastIndexOf(".")
  const [value, sent] = [secret.slice(0, Math.max(0, end)), Buffer.from(secret.slice(end + 1), "base64url")]
  if (sent.length !== SIGNATURE_BYTES) return null
  return vault.deriveAll(PURPOSE).find((key) => timingSafeEqual(signatureOf(key, use, value), sent)) ?? null
}

/** Whether this service made it for this use. */
export const isOwn = (vault: Vault["Type"], use: Use, secret: string): boolean => keyOf(vault, use, secret) !== null

/** The PKCE verifier of a visit. */
export const verifierOf = (vault: Vault["Type"], state: string): string => {
  const key = keyOf(vault, "state", state) ?? keyOf(vault, "sign-in", state) ?? vault.derive(PURPOSE)
  return hmac(key, "verifier", state).toString("base64url")
}
