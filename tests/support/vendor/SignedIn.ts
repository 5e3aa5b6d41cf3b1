import { generateKeyPairSync, sign } from "node:crypto"
import type { ConnectorTest } from "@tributary/core/testing"

/** Who signs in at a vendor that says so in id tokens. */
export interface SignedInOptions {
  /** Where the keys are with which the tokens are signed. */
  readonly keysPath: string
  /** The issuer that the tokens name. */
  readonly issuer: string
  /** The client for which they are. */
  readonly clientId: string
  /** What they say besides. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** The id tokens of whoever signs in. */
export interface SignedIn {
  /** The keys, if somebody asks for them; null for any other path. */
  readonly keysAt: (path: string) => ConnectorTest.Reply | null
  /** The answer of a token endpoint with an id token; an error as it is. */
  readonly identified: (reply: ConnectorTest.Reply) => ConnectorTest.Reply
}

const KEY_ID = "key-of-the-test"
const LIFETIME_SECS = 600

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Makes a key, with which the tokens are signed. */
export const make = ({ claims, clientId, issuer, keysPath }: SignedInOptions): SignedIn => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
  const token = (): string => {
    const now = Math.floor(Date.now() / 1_000)
    const own = { iss: issuer, aud: clientId, sub: "ada", iat: now, exp: now + LIFETIME_SECS }
    const signed = `${encoded({ alg: "RS256", kid: KEY_ID })}.${encoded({ ...own, ...claims })}`
    return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), privateKey).toString("base64url")}`
  }
  return {
    keysAt: (path) => {
      const key = { ...publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "RS256", use: "sig" }
      return path === keysPath ? { body: { keys: [key] } } : null
    },
    identified: (reply) => {
      const { body } = reply
      const hasTokens = typeof body === "object" && body !== null && "access_token" in body
      return hasTokens ? { ...reply, body: { ...body, id_token: token() } } : reply
    }
  }
}
