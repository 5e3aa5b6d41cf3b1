import { constants, createPublicKey, verify } from "node:crypto"
import { privateKeyOf } from "../../http/SignedJwt.js"
import * as UnverifiedJwt from "../../http/UnverifiedJwt.js"

/** Whether a text is a JWT (RFC 7519) of this issuer that the private key, in PEM, has signed. The answers of a script are at once, and jose verifies later. */
export const isOf = (text: string, issuer: string, privateKey: string): boolean => {
  const { algorithm, issuer: from } = UnverifiedJwt.read(text) ?? {}
  if (algorithm === undefined || from !== issuer) return false
  const at = text.lastIndexOf(".")
  const key = createPublicKey(privateKeyOf(privateKey))
  const padding = algorithm.startsWith("PS") ? constants.RSA_PKCS1_PSS_PADDING : undefined
  const digest = algorithm === "EdDSA" ? null : `sha${algorithm.slice(2)}`
  const given = { key, dsaEncoding: "ieee-p1363" as const, ...(padding === undefined ? {} : { padding }) }
  return verify(digest, Buffer.from(text.slice(0, at)), given, Buffer.from(text.slice(at + 1), "base64url"))
}
