import { HttpClient } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { AuthorizeAddress, OAuth2Protocol, TokensInMemory } from "@tributary/core/oauth2"
import { ScriptedIssuer, ScriptedVendor } from "@tributary/core/testing"
import { Duration, Effect, Exit, Fiber, Redacted, TestClock } from "effect"
import { describe } from "vitest"

const oauth2 = {
  authorizeUrl: "https://login.acme.example/authorize",
  tokenUrl: "https://login.acme.example/token",
  scopes: ["users.read"]
}
const SECRET = "secret-of-the-product"
const own = { oauth2, client: { clientId: "product", clientSecret: Redacted.make(SECRET) } }
const departure = {
  clientId: "product",
  redirectUri: "https://product.example/back",
  state: "s",
  verifier: "v".repeat(43)
}

/** Tokens of a consent that was given just now, at an issuer that a test can change. */
const world = (change: (tokens: OAuth2Protocol.Tokens) => OAuth2Protocol.Tokens = (tokens) => tokens) =>
  Effect.gen(function* () {
    const issuer = ScriptedIssuer.make({ oauth2, client: { clientId: "product", clientSecret: SECRET } })
    const protocol = yield* Effect.provideService(OAuth2Protocol.make, HttpClient.HttpClient, issuing(issuer))
    const url = new URL(AuthorizeAddress.of(oauth2, departure))
    const back = issuer.answer({ method: "GET", url, headers: {}, body: "" })?.headers?.["location"] ?? ""
    const code = new URL(back).searchParams.get("code") ?? ""
    const { tokens } = yield* protocol.exchange(own, {
      code,
      redirectUri: departure.redirectUri,
      verifier: departure.verifier
    })
    const held = yield* Effect.provideService(
      TokensInMemory.make(own, change(tokens)),
      OAuth2Protocol.OAuth2Protocol,
      protocol
    )
    return { issuer, held, header: Effect.map(held.header, Redacted.value) }
  })

/** A client whose requests the issuer answers. */
const issuing = (issuer: ScriptedIssuer.ScriptedIssuer) => {
  let answered: ReturnType<typeof issuer.answer> = null
  const fault: ScriptedVendor.Fault = {
    strikes: ({ body, headers, method, url }) => {
      answered = issuer.answer({ method, url, headers, body: String(body) })
      return answered !== null
    },
    outcome: (reply) => ({ _tag: "Reply", reply: answered ?? reply })
  }
  return ScriptedVendor.make({ a: {}, b: {}, c: {} }, [fault]).client
}

describe("Tokens in memory", () => {
  it.effect("are used until shortly before they expire, and then renewed once", () =>
    Effect.gen(function* () {
      const { header, issuer } = yield* world()
      const [first, again] = [yield* header, yield* header]
      expect([first, again]).toEqual([`Bearer ${issuer.issued()[0]}`, first])
      yield* TestClock.adjust("59 minutes")
      const both = yield* Effect.all([header, header], { concurrency: 2 })
      expect(both).toEqual([`Bearer ${issuer.issued()[1]}`, `Bearer ${issuer.issued()[1]}`])
      expect(issuer.renewals()).toEqual({ done: 1, refused: 0 })
    })
  )

  it.effect("use each refresh token once", () =>
    Effect.gen(function* () {
      const { header, issuer } = yield* world()
      for (const _ of [1, 2, 3]) {
        yield* header
        yield* TestClock.adjust("1 hour")
      }
      yield* header
      expect(issuer.renewals()).toEqual({ done: 3, refused: 0 })
    })
  )

  it.effect("ask again when the token endpoint is away for a moment", () =>
    Effect.gen(function* () {
      const { header, issuer } = yield* world()
      yield* header
      yield* TestClock.adjust("1 hour")
      issuer.fail({ status: 503 }, 2)
      const waiting = yield* Effect.fork(header)
      yield* TestClock.adjust("1 minute")
      expect(yield* Fiber.join(waiting)).toBe(`Bearer ${issuer.issued()[1]}`)
    })
  )

  it.effect("are the customer's to mend when the consent was withdrawn, and nobody's when the endpoint fails", () =>
    Effect.gen(function* () {
      const { header, issuer } = yield* world()
      yield* header
      yield* TestClock.adjust("1 hour")
      issuer.fail({ status: 503 }, 100)
      const waiting = yield* Effect.fork(Effect.flip(header))
      yield* TestClock.adjust("1 minute")
      expect(yield* Fiber.join(waiting)).toMatchObject({ _tag: "ServerError", endpoint: "/token", status: 503 })
      issuer.fail({ status: 429, headers: { "retry-after": "7200" } }, 100)
      const limited = yield* Effect.fork(Effect.flip(header))
      yield* TestClock.adjust("1 minute")
      // It is asked again after an hour at the latest; the last of four attempts was after seven seconds.
      const lastAttempt = Duration.toMillis("1 hour") + Duration.toMillis("1 minute") + Duration.toMillis("7 seconds")
      const retryAt = lastAttempt + Duration.toMillis("1 hour")
      expect(yield* Fiber.join(limited)).toMatchObject({ _tag: "RateLimited", retryAt })
      issuer.fail({ status: 401, body: { error: "invalid_client" } }, 1)
      expect(yield* Effect.flip(header)).toMatchObject({ _tag: "ServerError", isOfServer: true })
      issuer.fail({}, 0)
      issuer.revoke()
      expect(yield* Effect.flip(header)).toMatchObject({ _tag: "Unauthorized", isOfCredentials: true })
    })
  )

  it.effect("are over with the access token if there is no refresh token", () =>
    Effect.gen(function* () {
      const { header } = yield* world((tokens) => ({ ...tokens, refresh: null, expiresInSecs: null }))
      yield* header
      yield* TestClock.adjust("30 days")
      expect(Exit.isSuccess(yield* Effect.exit(header))).toBe(true)
      const refused = yield* world((tokens) => ({ ...tokens, refresh: null }))
      yield* Effect.flatMap(refused.held.header, refused.held.forget)
      expect(yield* Effect.flip(refused.header)).toMatchObject({
        _tag: "Unauthorized",
        detail: expect.stringContaining("gave no refresh token")
      })
    })
  )
})

describe("The address of the vendor's page", () => {
  it("asks for the scopes, binds the code and has no secret", () => {
    const parameters = { access_type: "offline" }
    const url = new URL(AuthorizeAddress.of({ ...oauth2, authorizeParameters: parameters }, departure))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "product",
      redirect_uri: departure.redirectUri,
      scope: "users.read",
      state: "s",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      access_type: "offline"
    })
    expect(url.href).not.toContain(departure.verifier)
    expect(AuthorizeAddress.of({ ...oauth2, pkce: false }, departure)).not.toContain("code_challenge")
  })
})
