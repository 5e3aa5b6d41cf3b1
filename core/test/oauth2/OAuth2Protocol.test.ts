import { HttpClient, HttpClientResponse } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Redacted, TestClock } from "effect"
import { OAuth2Protocol } from "../../src/oauth2/index.js"

const issuer: OAuth2Protocol.Issuer = {
  oauth2: {
    authorizeUrl: "https://acme.example/authorize",
    tokenUrl: "https://acme.example/token",
    scopes: ["users.read", "groups.read"]
  },
  client: { clientId: "client", clientSecret: Redacted.make("secret") }
}

/** A token endpoint that answers like this; one that is null never does. */
const answering = (answer: Response | null) =>
  Layer.provide(
    OAuth2Protocol.layer,
    Layer.succeed(
      HttpClient.HttpClient,
      HttpClient.make((request) =>
        answer === null ? Effect.never : Effect.succeed(HttpClientResponse.fromWeb(request, answer))
      )
    )
  )

const refresh = Effect.flatMap(OAuth2Protocol.OAuth2Protocol, (protocol) =>
  protocol.refresh(issuer, Redacted.make("refresh"))
)

const visit = { code: "code", redirectUri: "https://us.example/callback", verifier: "v".repeat(43) }

const exchange = Effect.flatMap(OAuth2Protocol.OAuth2Protocol, (protocol) => protocol.exchange(issuer, visit))

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init)

describe("the token endpoint", () => {
  it.effect("is given up after ten seconds without an answer, even where nothing can be interrupted", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.uninterruptible(Effect.flip(refresh)))
      const ended = yield* Effect.repeat(
        Effect.zipRight(
          // The library makes its request in a promise.
          Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve))),
          Effect.zipRight(TestClock.adjust("1 second"), Fiber.poll(fiber))
        ),
        { until: (exit) => exit._tag === "Some", times: 60 }
      )
      expect(ended._tag).toBe("Some")
      expect(yield* Fiber.join(fiber)).toMatchObject({
        _tag: "TokensUnavailable",
        detail: "did not answer in time",
        retryAfter: null
      })
    }).pipe(Effect.provide(answering(null)))
  )

  it.effect.each([
    [new Response("busy", { status: 429, headers: { "retry-after": "7" } }), "answered 429 without tokens", 7_000],
    [new Response(null, { status: 429, headers: { "retry-after": "9" } }), "ended its answer early", 9_000],
    [new Response("busy", { status: 503, headers: { "retry-after": "60" } }), "answered 503 without tokens", 60_000],
    [new Response("busy", { status: 503 }), "answered 503 without tokens", null],
    [
      json({ error: "temporarily_unavailable" }, { status: 400, headers: { "retry-after": "5" } }),
      "answered 400 with temporarily_unavailable",
      5_000
    ]
  ] as const)("says when it may be asked again", ([answer, detail, millis]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(refresh)
      expect(error).toMatchObject({ _tag: "TokensUnavailable", detail, status: answer.status })
      const pause = error._tag === "TokensUnavailable" ? error.retryAfter : null
      expect(pause === null ? null : Duration.toMillis(pause)).toBe(millis)
    }).pipe(Effect.provide(answering(answer)))
  )

  it.effect.each([
    [undefined, []],
    ["users.read groups.read", []],
    ["users.read", ["groups.read"]],
    ["https://acme.example/auth/users.read,Groups.Read", []]
  ] as const)("names the scopes that it leaves out: %s", ([scope, lacking]) =>
    Effect.gen(function* () {
      const grant = yield* exchange
      expect(grant.lacking).toEqual(lacking)
      expect(Redacted.value(grant.tokens.access)).toBe("token")
    }).pipe(
      Effect.provide(
        answering(json({ access_token: "token", token_type: "bearer", ...(scope === undefined ? {} : { scope }) }))
      )
    )
  )

  it.effect.each(["two words\r\nx-other: 1", "t\u00f6ken", "\u0000"])(
    "brings no token that a header cannot carry",
    (token) =>
      Effect.gen(function* () {
        for (const step of [Effect.asVoid(exchange), Effect.asVoid(refresh)]) {
          const answer = json({ access_token: token, token_type: "bearer" })
          const error = yield* Effect.flip(Effect.provide(step, answering(answer)))
          expect(error).toMatchObject({ _tag: "TokensUnavailable", detail: "gave an answer without tokens" })
        }
      })
  )

  it("does not miss scopes that vendors never repeat", () => {
    expect(OAuth2Protocol.lackingIn(["openid", "offline_access", "users.read"], "users.read")).toEqual([])
  })
})
