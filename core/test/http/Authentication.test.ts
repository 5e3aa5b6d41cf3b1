import { describe, expect, it } from "@effect/vitest"
import { Authentication, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Effect, Exit, Option, Redacted, Stream } from "effect"
import * as Recording from "../../src/testing/run/Recording.js"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../FakeVendor.js"
import { groups } from "../testing/Acme.js"

const SECRET = "planted-secret-3f1c9a"
const TOKEN_URL = "https://login.example/oauth2/token"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const group = { id: "a", name: "A", created: "2024-05-01T08:30:00Z" }

const auth = Authentication.clientCredentials({
  url: TOKEN_URL,
  clientId: "client-1",
  clientSecret: Redacted.make(SECRET),
  scope: "read"
})

const send = (request: Partial<VendorHttp.VendorRequest> = {}) =>
  Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint: "/rows", url: "/rows", ...request }))

const isToken = ({ url }: ReceivedRequest) => new URL(url).pathname === "/oauth2/token"
const bearer = ({ headers }: ReceivedRequest) => headers["authorization"]

/** A vendor that numbers its tokens and leaves every other request to `rows`. */
const vendor = (rows: (request: ReceivedRequest) => Answer = () => ({}), token: object = { expires_in: 1_800 }) => {
  let issued = 0
  return (request: ReceivedRequest): Answer => {
    if (!isToken(request)) return rows(request)
    issued += 1
    return { status: 201, body: { access_token: `token-${issued}`, token_type: "bearer", ...token } }
  }
}

const failureOf = <A>(exit: Exit.Exit<A, VendorError.VendorError>) =>
  Option.getOrThrow(Cause.failureOption(Option.getOrThrow(Exit.causeOption(exit))))

const accepting =
  (...tokens: ReadonlyArray<string>) =>
  (request: ReceivedRequest): Answer =>
    tokens.includes(bearer(request) ?? "") ? {} : { status: 401 }

describe("An access token", () => {
  it("is requested with the credentials in a form and without the API's own headers", async () => {
    const settings = { auth, headers: { "x-api-version": "2" } }
    const { received } = await converse(vendor(), send(), settings)
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([`POST ${TOKEN_URL}`, `GET ${BASE_URL}/rows`])
    const [first, second] = received
    expect(first?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
    expect(Object.fromEntries(new URLSearchParams(first?.body ?? ""))).toEqual({
      grant_type: "client_credentials",
      client_id: "client-1",
      client_secret: SECRET,
      scope: "read"
    })
    expect(first?.headers).not.toHaveProperty("x-api-version")
    expect(first?.headers).not.toHaveProperty("authorization")
    expect(second?.headers).toMatchObject({ authorization: "Bearer token-1", "x-api-version": "2" })
  })

  it("is requested once, however many requests wait for it", async () => {
    const requests = Effect.all(
      Array.from({ length: 20 }, () => send()),
      { concurrency: "unbounded" }
    )
    const { received } = await converse(vendor(), requests, { auth })
    expect(received.filter(isToken)).toHaveLength(1)
    expect(new Set(received.filter((request) => !isToken(request)).map(bearer))).toEqual(new Set(["Bearer token-1"]))
  })

  it("is renewed a minute before it expires", async () => {
    const later = (seconds: number) => Effect.zipRight(Effect.sleep(`${seconds} seconds`), send())
    const { received } = await converse(vendor(), Effect.all([send(), later(1_739), later(1)]), { auth })
    expect(received.map((request) => (isToken(request) ? "token" : bearer(request)))).toEqual([
      "token",
      "Bearer token-1",
      "Bearer token-1",
      "token",
      "Bearer token-2"
    ])
  })

  it.each([
    ["is used for half of its lifetime if that is under a minute", { expires_in: 30 }, 15, {}],
    ["is used for nine minutes if the vendor gives no lifetime", {}, 540, {}],
    ["is renewed a minute before its expiry in seconds", { expires: 1_800 }, 1_740, { expiresAt: "expires" }],
    [
      "is renewed a minute before its expiry as a text",
      { expires: "1970-01-01T01:30:00.5+01:00" },
      1_740.5,
      { expiresAt: "expires" }
    ],
    ["is used for nine minutes if its expiry is no instant", { expires: "soon" }, 540, { expiresAt: "expires" }]
  ])("%s", async (_, token, seconds, place) => {
    const following = (pause: number) => Effect.zipRight(Effect.sleep(`${pause} seconds`), send())
    const { received } = await converse(
      vendor(undefined, token),
      Effect.all([send(), following(seconds - 1), following(1)]),
      { auth: { ...auth, ...place } }
    )
    expect(received.filter(isToken)).toHaveLength(2)
  })

  it("is replaced when the vendor refuses it during a run, and the request is sent again", async () => {
    const { exit, received } = await converse(vendor(accepting("Bearer token-2")), send(), { auth })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(received.map((request) => (isToken(request) ? "token" : bearer(request)))).toEqual([
      "token",
      "Bearer token-1",
      "token",
      "Bearer token-2"
    ])
  })

  it("is renewed once when many requests are refused at the same time", async () => {
    const requests = Effect.all(
      Array.from({ length: 10 }, () => send()),
      { concurrency: "unbounded" }
    )
    const { exit, received } = await converse(vendor(accepting("Bearer token-2")), requests, { auth })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(received.filter(isToken)).toHaveLength(2)
  })

  it("is also renewed for a write, because a refused request has written nothing", async () => {
    const post = { method: "POST", body: { name: "x" } } as const
    const { exit, received } = await converse(vendor(accepting("Bearer token-2")), send(post), { auth })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(received.filter((request) => !isToken(request)).map(({ body }) => body)).toEqual([
      '{"name":"x"}',
      '{"name":"x"}'
    ])
  })

  it("is not renewed twice: a second 401 means that the API refuses the credentials", async () => {
    const { exit, received } = await converse(vendor(accepting()), send(), { auth })
    expect(failureOf(exit)).toMatchObject({ _tag: "Unauthorized", status: 401, endpoint: "/rows" })
    expect(received).toHaveLength(4)
  })

  it("is kept after a 403, which refuses one list and not the token", async () => {
    const { exit, received } = await converse(
      vendor(() => ({ status: 403 })),
      send(),
      { auth }
    )
    expect(failureOf(exit)).toMatchObject({ _tag: "Unauthorized", status: 403, endpoint: "/rows" })
    expect(received).toHaveLength(2)
  })

  it("follows a redirect to a declared host, with the body, and goes to no other host", async () => {
    const moved = (host: string) => ({ status: 308, headers: { location: `https://${host}/rows` } })
    const post = { method: "POST", body: { ids: ["1"] }, isRepeatable: true } as const
    const to = (host: string) => vendor(({ url }) => (url.startsWith(BASE_URL) ? moved(host) : {}))
    const settings = { auth, hosts: ["region.example"] }
    const declared = await converse(to("region.example"), send(post), settings)
    expect(Exit.isSuccess(declared.exit)).toBe(true)
    expect(declared.received.at(-1)).toMatchObject({
      method: "POST",
      url: "https://region.example/rows",
      body: '{"ids":["1"]}',
      headers: { authorization: "Bearer token-1" }
    })
    const foreign = await converse(to("foreign.example"), send(post), settings)
    expect(failureOf(foreign.exit)._tag).toBe("BadPayload")
    expect(foreign.received.some(({ url }) => url.includes("foreign.example"))).toBe(false)
  })

  it("is requested with the form at the host that the token endpoint redirects to", async () => {
    const answer = (request: ReceivedRequest): Answer => {
      if (!isToken(request)) return {}
      if (request.url === TOKEN_URL)
        return { status: 308, headers: { location: "https://region.example/oauth2/token" } }
      return { status: 201, body: { access_token: "token-1", expires_in: 1_800 } }
    }
    const { exit, received } = await converse(answer, send(), { auth, hosts: ["region.example"] })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(received[1]?.body).toBe(received[0]?.body)
    expect(received[1]?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
  })
})

describe("A failing token request", () => {
  it.each([400, 401, 403])("means refused credentials when the token endpoint answers %s", async (status) => {
    const { exit, received } = await converse(() => ({ status, body: { error: "invalid_client" } }), send(), { auth })
    expect(failureOf(exit)).toMatchObject({ _tag: "Unauthorized", status, endpoint: "/oauth2/token" })
    expect(VendorError.areCredentialsRefused(failureOf(exit))).toBe(true)
    expect(received).toHaveLength(1)
  })

  it.each(["unsupported_grant_type", "invalid_scope"])(
    "blames the connector, not the credentials, when the token endpoint answers 400 with %s",
    async (error) => {
      const { exit } = await converse(() => ({ status: 400, body: { error } }), send(), { auth })
      expect(failureOf(exit)).toMatchObject({
        _tag: "ClientError",
        status: 400,
        detail: `answered 400 with the error ${error}`
      })
    }
  )

  it.each([
    [401, { error: "invalid_client" }, "ServerError"],
    [401, {}, "ServerError"],
    [400, { error: "unauthorized_client" }, "Unauthorized"],
    [401, { error: "invalid_client", errors: [{ code: 5 }, { code: 7 }] }, "Unauthorized"],
    [401, { error: "invalid_client", errors: [{ code: 5 }] }, "ServerError"],
    [403, {}, "Unauthorized"],
    [404, {}, "Unauthorized"],
    [400, { error: "invalid_scope" }, "ClientError"]
  ])("(%s %j) of the operator's own application is a %s", async (status, body, _tag) => {
    const removed = { at: "errors[].code", codes: ["7"] }
    const own = { auth: { ...auth, ownClient: { removed } } }
    const { exit, received } = await converse(() => ({ status, body }), send(), own)
    const error = failureOf(exit)
    // Whoever has to act does not do so within seconds.
    expect(received).toHaveLength(1)
    expect(error).toMatchObject({ _tag, status, endpoint: "/oauth2/token" })
    expect(VendorError.reasonOf(error)).toBe(
      { ServerError: "INTERNAL", Unauthorized: "CONSENT_ENDED", ClientError: "VENDOR_REFUSED" }[_tag]
    )
  })

  it("(404) of an application of the customer is no refusal of the credentials", async () => {
    const { exit } = await converse(() => ({ status: 404 }), send(), { auth })
    expect(failureOf(exit)).toMatchObject({ _tag: "ClientError", status: 404 })
  })

  it("is distinguished from a list that the credentials may not read", async () => {
    const { exit } = await converse(
      vendor(() => ({ status: 403 })),
      send(),
      { auth }
    )
    expect(VendorError.areCredentialsRefused(failureOf(exit))).toBe(false)
  })

  it.each([403, 404])("(%s) is not mistaken for the answer to a lookup", async (status) => {
    let issued = 0
    const expiring = (request: ReceivedRequest): Answer => {
      if (isToken(request)) {
        issued += 1
        return issued === 1 ? { body: { access_token: "token-1", expires_in: 1_800 } } : { status }
      }
      return request.url.endsWith("/tags") ? { status: 401 } : { body: { items: [group], total: 1 } }
    }
    const reading = Stream.runDrain(groups().pages({ owner, since: null, checkpoint: null, delta: null }))
    const { received, exit } = await converse(expiring, reading, { auth })
    expect(failureOf(exit)).toMatchObject({ endpoint: "/oauth2/token", status })
    expect(received.map(({ url }) => new URL(url).pathname)).toEqual([
      "/oauth2/token",
      "/groups",
      "/groups/a/tags",
      "/oauth2/token"
    ])
  })

  it("is retried while the failure may be temporary", async () => {
    const answers: ReadonlyArray<Answer> = [{ status: 503 }, "drop", { status: 429, headers: { "retry-after": "7" } }]
    const issue = vendor()
    const { exit, received } = await converse((request, index) => answers[index] ?? issue(request), send(), { auth })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(received.filter(isToken)).toHaveLength(4)
  })

  it("is attempted five times in total, not five times per attempt of the waiting request", async () => {
    const { exit, received } = await converse(() => ({ status: 500 }), send(), { auth })
    expect(failureOf(exit)).toMatchObject({ _tag: "ServerError", status: 500, endpoint: "/oauth2/token" })
    expect(received).toHaveLength(VendorHttp.MAX_ATTEMPTS)
  })

  it.each([{}, { access_token: "" }, { access_token: 7 }])(
    "is retried if the response has no token: %j",
    async (body) => {
      const { exit, received } = await converse(() => ({ body }), send(), { auth })
      expect(failureOf(exit)).toMatchObject({ _tag: "UnreadableAnswer", endpoint: "/oauth2/token" })
      expect(received).toHaveLength(VendorHttp.MAX_ATTEMPTS)
    }
  )

  it("does not prevent the next request from fetching a token", async () => {
    const issue = vendor()
    const { exit } = await converse(
      (request, index) => (index === 0 ? { status: 401 } : issue(request)),
      Effect.zipRight(Effect.ignore(send()), send()),
      { auth }
    )
    expect(Exit.isSuccess(exit)).toBe(true)
  })
})

describe("The rate limit of a token endpoint", () => {
  it("does not change the API's rate budget", async () => {
    const rate = (headers: Readonly<Record<string, string>>) =>
      headers["x-left"] === undefined ? null : { limit: 10, remaining: Number(headers["x-left"]), resetAt: 60_000 }
    const issue = vendor()
    const answer = (request: ReceivedRequest): Answer => ({
      ...(issue(request) as object),
      headers: isToken(request) ? { "x-left": "0" } : {}
    })
    const { seconds } = await converse(answer, send(), { auth, rate })
    expect(seconds).toBe(0)
  })
})

describe("Tokens and secrets", () => {
  it("stay out of errors, log lines and spans", async () => {
    const recording = Recording.make()
    const quoting = ({ headers, body }: ReceivedRequest): Answer => ({ status: 401, body: { said: [headers, body] } })
    const runs = [
      converse(quoting, recording.record(send()), { auth }),
      converse(vendor(quoting), recording.record(send()), { auth }),
      converse(
        vendor(() => ({ status: 500 })),
        recording.record(send()),
        { auth }
      )
    ]
    const exits = (await Promise.all(runs)).map(({ exit }) => exit)
    const said = `${recording.lines().join("\n")}\n${JSON.stringify(exits)}\n${String(exits)}`
    expect(said).toContain("retrying vendor request")
    expect(said).not.toContain(SECRET)
    expect(said).not.toMatch(/token-\d/)
  })
})
