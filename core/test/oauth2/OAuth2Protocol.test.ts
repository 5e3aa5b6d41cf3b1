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

  const full = { access_token: "token", token_type: "bearer", refresh_token: "next", expires_in: 3_600 }
  const all = { access: "token", refresh: "next", expiresInSecs: 3_600 }
  const { token_type: _, ...untyped } = full

  it.effect.each([
    ["as the standard says", json(full), all],
    ["with the status 201", json(full, { status: 201 }), all],
    ["as a form", new Response(new URLSearchParams({ ...full, expires_in: "3600" })), all],
    [
      "as a form that calls itself a page",
      new Response("access_token=token&scope="),
      { ...all, refresh: null, expiresInSecs: null }
    ],
    ["without a type", json(untyped), all],
    ["with a type of its own", json({ ...full, token_type: "BearerToken" }), all],
    ["with the seconds as a text", json({ ...full, expires_in: "3600" }), all],
    ["with null for the error that did not happen", json({ ...full, error: null }), all],
    ["with null for the refresh token", json({ ...full, refresh_token: null }), { ...all, refresh: null }],
    ["with an empty refresh token", json({ ...full, refresh_token: "" }), { ...all, refresh: null }],
    ["with null for the seconds", json({ ...full, expires_in: null }), { ...all, expiresInSecs: 600 }],
    ["with an identity that nobody has asked for", json({ ...full, id_token: "of.another.issuer" }), all]
  ] as const)("gives tokens %s", ([, answer, expected]) =>
    Effect.gen(function* () {
      const shown = ({ access, expiresInSecs, refresh }: OAuth2Protocol.Tokens) => ({
        access: Redacted.value(access),
        refresh: refresh === null ? null : Redacted.value(refresh),
        expiresInSecs
      })
      const given = yield* Effect.provide(exchange, answering(answer.clone()))
      expect(shown(given.tokens)).toEqual(expected)
      const renewed = yield* Effect.provide(refresh, answering(answer))
      // The refresh token that was sent stays, and with it another access token can be had.
      expect(shown(renewed)).toEqual({
        ...expected,
        refresh: expected.refresh ?? "refresh",
        expiresInSecs: expected.expiresInSecs ?? 600
      })
    })
  )

  const refused = { _tag: "GrantRefused" }
  const unavailable = (status: number, detail: string, isOfServer = false) => ({
    _tag: "TokensUnavailable",
    status,
    detail,
    isOfServer
  })
  const ofClient = "refused the OAuth client of this installation with invalid_client"

  it.effect.each([
    ["as the standard says", json({ error: "invalid_grant" }, { status: 400 }), refused],
    ["with the status 200", json({ error: "invalid_grant" }), refused],
    ["with the status 200, as a form", new Response("error=invalid_grant&error_description=Gone"), refused],
    ["with 401, as a form", new Response("error=invalid_client", { status: 401 }), unavailable(401, ofClient, true)],
    ["beside a token that is null", json({ access_token: null, error: "invalid_grant" }), refused],
    ["beside a token", json({ ...full, error: "invalid_grant" }), refused],
    ["with a code of its own", json({ error: "bad_code" }), unavailable(400, "answered 400 with bad_code")],
    ["with a text for a code", json({ error: "<b>No</b>" }), unavailable(400, "answered 400 with an error")],
    ["as a page", new Response("<html>", { status: 502 }), unavailable(502, "answered 502 without tokens")]
  ] as const)("refuses %s", ([, answer, expected]) =>
    Effect.gen(function* () {
      for (const step of [Effect.asVoid(exchange), Effect.asVoid(refresh)]) {
        expect(yield* Effect.flip(Effect.provide(step, answering(answer.clone())))).toMatchObject(expected)
      }
    })
  )

  it("does not miss scopes that vendors never repeat", () => {
    expect(OAuth2Protocol.lackingIn(["openid", "offline_access", "users.read"], "users.read")).toEqual([])
  })
})
