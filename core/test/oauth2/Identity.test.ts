import { generateKeyPairSync, sign } from "node:crypto"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { OAuth2Protocol } from "../../src/oauth2/index.js"

const AUTHORITY = "https://login.example"

const issuer: OAuth2Protocol.Issuer = {
  oauth2: {
    authorizeUrl: `${AUTHORITY}/authorize`,
    tokenUrl: `${AUTHORITY}/token`,
    scopes: ["openid"],
    identity: { issuer: `${AUTHORITY}/{tid}/v2.0`, keysUrl: `${AUTHORITY}/keys` }
  },
  client: { clientId: "client", clientSecret: Redacted.make("secret") }
}

const keys = generateKeyPairSync("rsa", { modulusLength: 2_048 })

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** An id token of a tenant that is valid now. */
const idTokenOf = (tid: string, more: Readonly<Record<string, unknown>> = {}) => {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: `${AUTHORITY}/${tid}/v2.0`, aud: "client", sub: "ada", tid, iat: now, exp: now + 600, ...more }
  const signed = `${encoded({ alg: "RS256", kid: "k" })}.${encoded(claims)}`
  return `${signed}.${sign("sha256", Buffer.from(signed), keys.privateKey).toString("base64url")}`
}

/** Who has signed in, at a vendor that gives this id token and says whose the key is. */
const claimsOf = (idToken: string, keyIssuer: unknown) => {
  const jwk = { ...keys.publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig", issuer: keyIssuer }
  const http = HttpClient.make((request, url) =>
    Effect.succeed(
      HttpClientResponse.fromWeb(
        request,
        Response.json(
          url.pathname === "/keys" ? { keys: [jwk] } : { access_token: "a", token_type: "bearer", id_token: idToken }
        )
      )
    )
  )
  const visit = { code: "code", redirectUri: "https://us.example/callback", verifier: "v".repeat(43) }
  return Effect.flatMap(OAuth2Protocol.OAuth2Protocol, (protocol) => protocol.exchange(issuer, visit)).pipe(
    Effect.map(({ claims }) => claims["tid"]),
    Effect.provide(Layer.provide(OAuth2Protocol.layer, Layer.succeed(HttpClient.HttpClient, http)))
  )
}

describe("the identity of whoever has signed in", () => {
  it.live("is signed with a key of the issuer of the id token, or with one that names no issuer", () =>
    Effect.gen(function* () {
      for (const keyIssuer of [undefined, `${AUTHORITY}/{tenantid}/v2.0`, `${AUTHORITY}/acme/v2.0`]) {
        expect([keyIssuer, yield* claimsOf(idTokenOf("acme"), keyIssuer)]).toEqual([keyIssuer, "acme"])
      }
    })
  )

  it.live("is refused if the key is of another issuer, although it has signed the id token", () =>
    Effect.gen(function* () {
      for (const keyIssuer of [`${AUTHORITY}/globex/v2.0`, "https://evil.example/{tenantid}/v2.0", null, 1]) {
        const error = yield* Effect.flip(claimsOf(idTokenOf("acme"), keyIssuer))
        expect([keyIssuer, error]).toMatchObject([keyIssuer, { detail: "gave no identity that can be verified" }])
      }
    })
  )

  it.live("is refused if the issuer, the audience, the time or the tenant of the id token is wrong", () =>
    Effect.gen(function* () {
      const wrong = [
        { iss: `${AUTHORITY}/globex/v2.0` },
        { aud: "another" },
        { exp: Math.floor(Date.now() / 1_000) - 600 },
        { tid: "acme/../globex", iss: `${AUTHORITY}/acme/../globex/v2.0` },
        { tid: 1 }
      ]
      for (const claims of wrong) {
        const error = yield* Effect.flip(claimsOf(idTokenOf("acme", claims), undefined))
        expect([claims, error]).toMatchObject([claims, { detail: "gave no identity that can be verified" }])
      }
    })
  )
})
