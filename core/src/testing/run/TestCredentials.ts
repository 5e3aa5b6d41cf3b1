import { generateKeyPairSync } from "node:crypto"
import { Redacted, Schema } from "effect"
import type { Connector } from "../../Connector.js"
import * as Consent from "../../consent/Consent.js"
import * as OwnClient from "../../consent/OwnClient.js"
import * as Authentication from "../../http/Authentication.js"
import type { OAuth2 } from "../../http/OAuth2.js"
import type { VendorHttpSettings } from "../../http/VendorHttp.js"
import { at } from "../../JsonPath.js"
import * as ScriptedVendor from "../vendor/ScriptedVendor.js"

/** The value of every secret credential in a test run; it must never appear in any output. */
export const PLANTED_SECRET = "planted-secret-3f1c9a"

/** The key of every private key in a test run, made when the first one is needed. */
export const plantedKey = (() => {
  let made: string | null = null
  return (): string => {
    made ??= String(
      generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ type: "pkcs8", format: "pem" })
    )
    return made
  }
})()

/** The credentials of a test run. */
export interface CredentialOptions {
  /**
   * Credentials as a customer enters them, for fields whose pattern the made-up values do not match.
   *
   * By default a base address is `https://vendor.example`, a secret is `PLANTED_SECRET`, a private key is an RSA key of its own, any other field is its example,
   * and optional fields are left out.
   */
  readonly credentials?: Readonly<Record<string, string>>
}

const madeUpConsent = ({ ownClient }: OAuth2): string => {
  if (ownClient === undefined) {
    return Consent.grant({ clientId: "client", clientSecret: PLANTED_SECRET, refreshToken: PLANTED_SECRET })
  }
  const hasKey = ownClient.needs?.includes("private_key") === true
  return OwnClient.textOf({
    clientId: "client",
    clientSecret: Redacted.make(PLANTED_SECRET),
    privateKey: Redacted.make(hasKey ? plantedKey() : ""),
    heldAs: null
  })
}

const madeUp = (connector: Connector): Record<string, string> =>
  Object.fromEntries(
    Object.entries(connector.credentials.fields).flatMap(([name, { credential }]) => {
      if ("isOptional" in credential) return []
      if (credential.type === "base_url") return [[name, ScriptedVendor.BASE_URL]]
      if (credential.oauth2 !== undefined) return [[name, madeUpConsent(credential.oauth2)]]
      if (credential.isPrivateKey === true) return [[name, plantedKey()]]
      if (credential.type === "secret") return [[name, PLANTED_SECRET]]
      return [[name, credential.example ?? "example"]]
    })
  )

/** How the connector talks to the scripted vendor. */
export const settingsOf = (connector: Connector, { credentials }: CredentialOptions): VendorHttpSettings =>
  connector.http(Schema.decodeUnknownSync(connector.credentials)({ ...madeUp(connector), ...credentials }))

/** The token that the script hands out. */
const tokensOf = (auth: Authentication.TokenSource, replies: ScriptedVendor.Replies): ReadonlyArray<string> => {
  const key = ScriptedVendor.match(replies, "POST", new URL(auth.url))
  const token = key === null ? undefined : at(replies[key]?.body, auth.token ?? "access_token")
  return typeof token === "string" ? [token] : []
}

/** Shorter texts occur in any output by chance. */
const SHORTEST_SECRET = 4

/** How many characters of base64 at the beginning depend on what stands before a text, by how many bytes stand there. */
const SHARED_AT_START = [0, 2, 3]

/** What base64 makes of a text, whatever stands around it, such as `user:` before a key: only the characters that the text alone decides. */
const base64Of = (text: string): ReadonlyArray<string> =>
  SHARED_AT_START.map((shared, before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    return bytes.toString("base64").slice(shared, Math.floor((bytes.length * 8) / 6))
  })

/** Shorter values that a test gives, such as `key-1`, may be words of its script. */
const SHORTEST_GIVEN = 8

/** The secrets that a test gives, because the planted one does not match their pattern. */
export const givenSecrets = (
  { credentials: { fields } }: Pick<Connector, "credentials">,
  { credentials = {} }: CredentialOptions
): ReadonlyArray<string> =>
  Object.entries(credentials).flatMap(([name, value]) => {
    const field = fields[name]?.credential
    const isText = field?.type === "secret" && field.isPrivateKey !== true
    return isText && value.length >= SHORTEST_GIVEN ? [value] : []
  })

/** The planted secret and those that a test gives, the token, and the forms in which headers, paths and parameters carry the secret, such as the base64 of a password. */
export const secretsOf = (
  { auth, headers, path, query }: VendorHttpSettings,
  replies: ScriptedVendor.Replies,
  given: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const tokens = auth === undefined ? [] : tokensOf(auth, replies)
  const made = Object.values({ ...headers, ...path, ...query }).flatMap((value) =>
    Redacted.isRedacted(value) ? [Redacted.value(value)] : []
  )
  const forms = made.map((value) => value.split(" ").at(-1) ?? value)
  const ofToken = auth === undefined ? [] : Authentication.secretsOf(auth)
  // Whatever shows a key of several lines shows its second line.
  const keys = [...made, ...ofToken].flatMap((value) => value.split("\n").slice(1, 2))
  const planted = [PLANTED_SECRET, ...given]
  return [...planted, ...planted.flatMap(base64Of), ...tokens, ...forms, ...keys].filter(
    (text) => text.length >= SHORTEST_SECRET
  )
}
