import { constants, createPublicKey, verify } from "node:crypto"
import { privateKeyOf } from "../../http/SignedJwt.js"
import { at } from "../../JsonPath.js"

/** What a part of a JWT says; null if it is none. */
const read = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"))
  } catch {
    return null
  }
}

/** Whether a text is a JWT (RFC 7519) of this issuer that the private key, in PEM, has signed. */
export const isOf = (text: string, issuer: string, privateKey: string): boolean => {
  const [head = "", claims = "", signature, more] = text.split(".")
  const algorithm = at(read(head), "alg")
  if (typeof algorithm !== "string" || signature === undefined || more !== undefined) return false
  if (at(read(claims), "iss") !== issuer) return false
  const key = createPublicKey(privateKeyOf(privateKey))
  const padding = algorithm.startsWith("PS") ? constants.RSA_PKCS1_PSS_PADDING : undefined
  const digest = algorithm === "EdDSA" ? null : `sha${algorithm.slice(2)}`
  const signed = Buffer.from(`${head}.${claims}`)
  const given = { key, dsaEncoding: "ieee-p1363" as const, ...(padding === undefined ? {} : { padding }) }
  return verify(digest, signed, given, Buffer.from(signature, "base64url"))
}
