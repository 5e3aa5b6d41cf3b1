import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** What the stand-in does with the next requests. */
export type Mood =
  | "well"
  /** 503, as after a restart. */
  | "sealed"
  /** It never answers. */
  | "hangs"
  /** It closes the connection. */
  | "resets"
  /** A page of something else. */
  | "html"
  /** JSON without the field. */
  | "empty"
  /** A well-formed answer with other bytes. */
  | "wrong"
  /** An answer without an end. */
  | "endless"
  /** To another host. */
  | "redirects"
  | "throttled"

/** Behaves as the Transit engine of Vault and OpenBao does. */
export interface TransitServer {
  /** The address of the key, for TRIBUTARY_KEY_SERVICE_URL. */
  readonly url: string
  readonly origin: string
  token: string
  mood: Mood
  /** The oldest version that it decrypts. */
  minDecryptionVersion: number
  /** Adds a version of the key, with which it encrypts from then on. */
  readonly rotate: () => void
  /** How many requests it has got. */
  readonly asked: () => number
  readonly stop: () => Promise<void>
}

const moods: Readonly<Partial<Record<Mood, readonly [status: number, body: string]>>> = {
  sealed: [503, '{"errors":["Vault is sealed"]}'],
  throttled: [429, '{"errors":["request path kms: rate limit quota exceeded"]}'],
  html: [200, "<html>Welcome</html>"],
  empty: [200, '{"data":{}}'],
  wrong: [
    200,
    JSON.stringify({ data: { plaintext: Buffer.alloc(32, 9).toString("base64"), ciphertext: "vault:v1:AAAA" } })
  ]
}

/** Starts the stand-in on loopback. */
export const start = async (token = "hvs.invented-token"): Promise<TransitServer> => {
  const versions = [randomBytes(32)]
  let asked = 0

  const encrypt = ({ plaintext }: Record<string, string>) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv("aes-256-gcm", versions.at(-1) ?? "", nonce)
    const content = Buffer.concat([nonce, cipher.update(Buffer.from(plaintext ?? "", "base64")), cipher.final()])
    return {
      ciphertext: `vault:v${versions.length}:${Buffer.concat([content, cipher.getAuthTag()]).toString("base64")}`
    }
  }
  const decrypt = ({ ciphertext = "" }: Record<string, string>) => {
    const [, version, text = ""] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? []
    if (version === undefined) throw new Error("invalid ciphertext: no prefix")
    if (Number(version) < server.minDecryptionVersion) {
      throw new Error("ciphertext or signature version is disallowed by policy (too old)")
    }
    const bytes = Buffer.from(text, "base64")
    const decipher = createDecipheriv("aes-256-gcm", versions[Number(version) - 1] ?? "", bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(-16))
    return { plaintext: Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("base64") }
  }

  const http = createServer(async (request, response) => {
    asked += 1
    let body = ""
    for await (const chunk of request.setEncoding("utf8")) body += chunk
    const answer = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(text)
    }
    const said = moods[server.mood]
    if (said !== undefined) return answer(...said)
    if (server.mood === "hangs") return
    if (server.mood === "resets") return void response.destroy()
    if (server.mood === "redirects")
      return answer(307, "", { location: "http://127.0.0.2/v1/transit/encrypt/tributary" })
    if (server.mood === "endless") {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
        if (!response.destroyed) response.once("drain", more)
      }
      return more()
    }
    if (request.headers["x-vault-token"] !== server.token) return answer(403, '{"errors":["permission denied"]}')
    try {
      const operations: Readonly<Record<string, (body: Record<string, string>) => object>> = {
        "/v1/transit/encrypt/tributary": encrypt,
        "/v1/transit/decrypt/tributary": decrypt
      }
      const operation = operations[request.url ?? ""]
      if (operation === undefined) return answer(404, '{"errors":[]}')
      answer(200, JSON.stringify({ request_id: "1", data: operation(JSON.parse(body)) }))
    } catch (error) {
      answer(400, JSON.stringify({ errors: [error instanceof Error ? error.message : "an unknown error"] }))
    }
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: TransitServer = {
    url: `${origin}/v1/transit/keys/tributary`,
    origin,
    token,
    mood: "well",
    minDecryptionVersion: 1,
    rotate: () => void versions.push(randomBytes(32)),
    asked: () => asked,
    stop: () => {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      http.closeAllConnections()
      return closed
    }
  }
  return server
}
