import { createPrivateKey, type KeyObject } from "node:crypto"
import { Redacted } from "effect"
import { SignJWT } from "jose"
import { type TimedValue, timed } from "./TimedValue.js"

/** What a signed JWT says, and with which key it is signed (RFC 7519). */
export interface SignedJwtOptions {
  /** The private key in PEM, such as one of `Credentials.privateKey`. */
  readonly key: Redacted.Redacted
  /** How it is signed (RFC 7518, 3.1); `RS256` by default. */
  readonly algorithm?: "RS256" | "RS384" | "RS512" | "PS256" | "ES256" | "ES384" | "EdDSA"
  /** The id of the key at the vendor, sent as `kid`; none by default. */
  readonly keyId?: string
  /** Who signs (`iss`). */
  readonly issuer: string
  /** For whom the token is (`sub`); left out by default. */
  readonly subject?: string
  /** Who is to accept it (`aud`); left out by default. */
  readonly audience?: string
  /** For how many seconds it is valid; 300 by default. Vendors refuse long ones. */
  readonly lifetimeSecs?: number
  /** Further claims, such as `scope`; none by default. */
  readonly claims?: Readonly<Record<string, string>>
  /** What precedes the token, such as `Bearer ` in a header; nothing by default. */
  readonly prefix?: string
}

/** Reads a private key in PEM, which may be in one line, with `\n` for its line breaks, as a file of settings has it. Throws if it is none. */
export const privateKeyOf = (pem: string): KeyObject => createPrivateKey(pem.replaceAll("\\n", "\n"))

/** Whether this is a private key in PEM without a passphrase. */
export const isPrivateKey = (pem: string): boolean => {
  try {
    privateKeyOf(pem)
    return true
  } catch {
    return false
  }
}

const LIFETIME_SECS = 300

/** The vendor's clock may be behind. */
const AHEAD_SECS = 30

/** A JWT that is signed anew for each token request. */
export const signedJwt = (options: SignedJwtOptions): TimedValue => {
  const {
    algorithm = "RS256",
    audience,
    claims = {},
    issuer,
    key,
    keyId,
    lifetimeSecs = LIFETIME_SECS,
    prefix = "",
    subject
  } = options
  const named = {
    issuer,
    ...(subject === undefined ? {} : { subject }),
    ...(audience === undefined ? {} : { audience })
  }
  return timed({ ...claims, ...named, key }, async (now) => {
    const secs = Math.floor(now / 1_000)
    const jwt = new SignJWT({ ...claims })
      .setProtectedHeader({ alg: algorithm, typ: "JWT", ...(keyId === undefined ? {} : { kid: keyId }) })
      .setIssuer(issuer)
      .setIssuedAt(secs - AHEAD_SECS)
      .setExpirationTime(secs - AHEAD_SECS + lifetimeSecs)
    if (subject !== undefined) jwt.setSubject(subject)
    if (audience !== undefined) jwt.setAudience(audience)
    return prefix + (await jwt.sign(privateKeyOf(Redacted.value(key))))
  })
}
