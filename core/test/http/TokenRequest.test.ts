import { generateKeyPairSync } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { Authentication, type VendorError, VendorHttp } from "@tributary/core"
import { Cause, Effect, Exit, Option, Redacted } from "effect"
import { jwtVerify } from "jose"
import { converse, type ReceivedRequest } from "../FakeVendor.js"

const SECRET = "planted-secret-3f1c9a"
const TOKEN_URL = "https://login.example/oauth2/token"

const isToken = ({ url }: ReceivedRequest) => new URL(url).pathname === "/oauth2/token"

const vendor = () => {
  let issued = 0
  return (request: ReceivedRequest) => {
    if (!isToken(request)) return {}
    issued += 1
    return { body: { access_token: `token-${issued}`, expires_in: 1_800 } }
  }
}

const send = () => Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint: "/rows", url: "/rows" }))

const failureOf = <A>(exit: Exit.Exit<A, VendorError.VendorError>) =>
  Option.getOrThrow(Cause.failureOption(Option.getOrThrow(Exit.causeOption(exit))))

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
const pem = (type: "pkcs1" | "pkcs8") => Redacted.make(String(privateKey.export({ type, format: "pem" })))

/** The body and headers of the token request of a source, and the header of the request after it. */
const asked = async (source: Authentication.TokenSource) => {
  const { exit, received } = await converse(vendor(), send(), { auth: source })
  const [token, rows] = received
  return {
    exit,
    body: token?.body ?? "",
    headers: token?.headers ?? {},
    bearer: rows?.headers["authorization"] ?? null
  }
}

describe("A token request", () => {
  it("sends JSON to a login that takes no form, and its token with the vendor's word", async () => {
    const json = { username: "api", password: Redacted.make(SECRET) }
    const { bearer, body, headers } = await asked({ url: TOKEN_URL, json, scheme: "Token" })
    expect(JSON.parse(body)).toEqual({ username: "api", password: SECRET })
    expect(headers["content-type"]).toBe("application/json")
    expect(bearer).toBe("Token token-1")
  })

  it("sends no body if it has no fields", async () => {
    const { body, headers } = await asked({ url: TOKEN_URL, headers: { authorization: "Basic YTpi" } })
    expect({ body, type: headers["content-type"] }).toEqual({ body: "", type: undefined })
  })

  it.each(["pkcs1", "pkcs8"] as const)("signs an assertion with a key in %s (RFC 7523)", async (type) => {
    const key = pem(type)
    const source = Authentication.jwtBearer({
      url: TOKEN_URL,
      key,
      keyId: "k1",
      issuer: "app-1",
      claims: { scope: "read" }
    })
    const fields = new URLSearchParams((await asked(source)).body)
    expect(fields.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer")
    const { payload, protectedHeader } = await jwtVerify(fields.get("assertion") ?? "", publicKey, {
      currentDate: new Date(0)
    })
    expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: "k1" })
    expect(payload).toEqual({ scope: "read", iss: "app-1", aud: TOKEN_URL, iat: -30, exp: 270 })
  })

  it("signs anew each time, with what depends on the clock", async () => {
    const code = Authentication.timed({ seed: Redacted.make(SECRET) }, (now) => `code at ${now / 1_000}`)
    const later = Effect.zipRight(Effect.sleep("2 hours"), send())
    const source = { url: TOKEN_URL, headers: { "x-code": code } }
    const { received } = await converse(vendor(), Effect.all([send(), later]), { auth: source })
    expect(received.filter(isToken).map(({ headers }) => headers["x-code"])).toEqual(["code at 0", "code at 7200"])
  })

  it("is the customer's to mend if the key is of another kind, and shows nothing of it", async () => {
    const { publicKey: _, privateKey: other } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const key = Redacted.make(String(other.export({ type: "pkcs8", format: "pem" })))
    const { bearer, exit } = await asked(Authentication.jwtBearer({ url: TOKEN_URL, key, issuer: "app-1" }))
    expect(bearer).toBeNull()
    expect(failureOf(exit)).toMatchObject({
      _tag: "Unauthorized",
      isOfCredentials: true,
      detail: "the assertion of the token request cannot be made: the key in the credentials is none of its kind"
    })
  })

  it("says which secrets it is made of", () => {
    const key = pem("pkcs8")
    const source = Authentication.jwtBearer({ url: TOKEN_URL, key, issuer: "app-1" })
    expect(Authentication.secretsOf({ ...source, headers: { "x-key": Redacted.make(SECRET) } })).toEqual([
      Redacted.value(key),
      SECRET
    ])
  })
})
