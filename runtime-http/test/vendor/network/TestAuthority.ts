import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** A private key and its certificate, both as PEM. */
export interface KeyPair {
  readonly key: string
  readonly cert: string
}

/** A certificate authority that nobody knows, with a certificate that it has signed itself. */
export interface TestAuthority extends KeyPair {
  /** A certificate for a server with this name. */
  readonly issue: (hostname: string) => KeyPair
}

/*
 * Node reads certificates, but makes none. This writes the few fields that TLS needs in DER: a tag, a length, a content. So no private key
 * is kept in the repository, and no certificate expires.
 */
const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const octets = (content: Uint8Array) => der(0x04, content)
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const yes = Buffer.from([0x01, 0x01, 0xff])

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"))
const COMMON_NAME = oid("550403")
const IS_AUTHORITY = sequence(oid("551d13"), yes, octets(sequence(yes)))
const forHost = (hostname: string) => sequence(oid("551d11"), octets(sequence(der(0x82, Buffer.from(hostname)))))

const nameOf = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))))

const HOUR_MILLIS = 3_600_000

/** The hour before and after now. */
const validity = () => {
  const times = [-HOUR_MILLIS, HOUR_MILLIS].map((away) => new Date(Date.now() + away).toISOString())
  return sequence(...times.map((time) => der(0x17, Buffer.from(`${time.slice(2, 19).replace(/[-T:]/g, "")}Z`))))
}

const certify = (subject: string, publicKey: KeyObject, extension: Buffer, signer: KeyObject): string => {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf("Test authority"),
    validity(),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension))
  )
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, signer))
  const text = sequence(body, ECDSA_WITH_SHA256, signature).toString("base64").replace(/.{64}/g, "$&\n")
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`
}

const makeKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" })

const pem = (key: KeyObject): string => String(key.export({ type: "pkcs8", format: "pem" }))

/** Makes a new authority. */
export const make = (): TestAuthority => {
  const { privateKey, publicKey } = makeKeys()
  return {
    key: pem(privateKey),
    cert: certify("Test authority", publicKey, IS_AUTHORITY, privateKey),
    issue: (hostname) => {
      const keys = makeKeys()
      return {
        key: pem(keys.privateKey),
        cert: certify(hostname, keys.publicKey, forHost(hostname), privateKey)
      }
    }
  }
}
