import { FetchHttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Decode, HostPolicy, Pagination, RateBudget, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Duration, Effect, Exit, Layer, Option, Redacted } from "effect"
import { type Answer, BASE_URL, converse } from "../FakeVendor.js"

const SECRET = "planted-secret-3f1c9a"

const send = (request: Partial<VendorHttp.VendorRequest> = {}) =>
  Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint: "/rows", url: "/rows", ...request }))

const post = { method: "POST", body: { name: "x" } } as const

const inTurn =
  (...answers: ReadonlyArray<Answer>) =>
  (_: unknown, index: number): Answer =>
    answers[Math.min(index, answers.length - 1)] ?? {}

const failureOf = <A>(exit: Exit.Exit<A, VendorError.VendorError>) =>
  Option.getOrThrow(Cause.failureOption(Option.getOrThrow(Exit.causeOption(exit))))

const limited = (headers: Readonly<Record<string, string>> = {}): Answer => ({ status: 429, headers })

describe("VendorHttp requests", () => {
  it("resolve the path against the base address and replace query parameters of the same name", async () => {
    const { received } = await converse(inTurn({}), send({ url: "/rows?a=1&b=2", query: { a: 3, c: ["x", "y"] } }), {
      baseUrl: `${BASE_URL}/api/v1/`
    })
    expect(received[0]?.url).toBe(`${BASE_URL}/api/v1/rows?b=2&a=3&c=x&c=y`)
  })

  it("name a user agent, because some vendors refuse requests without one, unless the connector names its own", async () => {
    const unnamed = await converse(inTurn({}), send())
    expect(unnamed.received[0]?.headers).toMatchObject({ "user-agent": "tributary" })
    const named = await converse(inTurn({}), send(), { headers: { "User-Agent": "acme" } })
    expect(named.received[0]?.headers).toMatchObject({ "user-agent": "acme" })
  })

  it("carry the settings' headers in plain text and the request's own", async () => {
    const { received } = await converse(inTurn({}), send({ headers: { "x-own": "1" } }), {
      headers: { authorization: Redacted.make(SECRET), "x-plain": "2" }
    })
    expect(received[0]?.headers).toMatchObject({ authorization: SECRET, "x-own": "1", "x-plain": "2" })
  })

  it("send the body as JSON, and no body with GET", async () => {
    const { received } = await converse(inTurn({}), Effect.zip(send(post), send({ body: { a: 1 } })))
    expect(received.map(({ body }) => body)).toEqual(['{"name":"x"}', null])
  })

  it("read an empty response as null", async () => {
    const { exit } = await converse(inTurn({ status: 204 }), send())
    expect(exit).toMatchObject({ value: { status: 204, body: null } })
  })
})

describe("VendorHttp answers that arrive byte by byte", () => {
  it("are read as those that arrive at once, if their last byte is in time", async () => {
    const body = { name: "Zoë" }
    const text = JSON.stringify(body)
    const bytes = new TextEncoder().encode(text).length
    const { exit, received, seconds } = await converse(inTurn({ drip: text }), send(), { timeout: "1 minute" })
    expect(exit).toMatchObject({ value: { status: 200, body } })
    expect([received.length, seconds]).toEqual([1, bytes])
  })

  it("fail after the time limit of a whole answer, although every byte was in time", async () => {
    const { exit, received } = await converse(inTurn({ drip: `"${"x".repeat(100)}"` }), send(), { timeout: "1 minute" })
    expect(failureOf(exit)).toMatchObject({ _tag: "ServerError", status: null, detail: "did not answer in time" })
    expect(received).toHaveLength(VendorHttp.MAX_ATTEMPTS)
  })

  it("are requested again, so that a vendor that is slow once costs nothing", async () => {
    const { exit, received } = await converse(inTurn({ drip: `"${"x".repeat(100)}"` }, { body: [1] }), send(), {
      timeout: "1 minute"
    })
    expect(exit).toMatchObject({ value: { body: [1] } })
    expect(received).toHaveLength(2)
  })
})

describe("VendorHttp retries", () => {
  it.each([
    ["a number of seconds", "7", 7],
    ["a date", "Thu, 01 Jan 1970 00:00:42 GMT", 42]
  ])("after the pause in Retry-After, given as %s", async (_, header, expected) => {
    const { exit, received, seconds } = await converse(inTurn(limited({ "retry-after": header }), {}), send())
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(received).toHaveLength(2)
    expect(seconds).toBe(expected)
  })

  it("at the reset time in the vendor's own headers", async () => {
    const rate = (headers: Readonly<Record<string, string>>) =>
      headers["x-reset"] === undefined
        ? null
        : { limit: 100, remaining: 0, resetAt: Number(headers["x-reset"]) * 1_000 }
    const { exit, received, seconds } = await converse(inTurn(limited({ "X-Reset": "42" }), {}), send(), { rate })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(received).toHaveLength(2)
    expect(seconds).toBe(42)
  })

  it("no write after a 429, whose error has the requested pause from either header", async () => {
    const rate = () => ({ limit: 100, remaining: 0, resetAt: 42_000 })
    const byReset = await converse(inTurn(limited()), send(post), { rate })
    expect(failureOf(byReset.exit)).toMatchObject({ _tag: "RateLimited", retryAfter: Duration.seconds(42) })
    const byHeader = await converse(inTurn(limited({ "retry-after": "7" })), send(post), { rate })
    expect(failureOf(byHeader.exit)).toMatchObject({ retryAfter: Duration.seconds(7) })
    const unsaid = await converse(inTurn(limited()), send(post))
    expect(failureOf(unsaid.exit)).toMatchObject({ retryAfter: null })
  })

  it("at most four times, with a longer pause each time", async () => {
    const { exit, received, seconds } = await converse(inTurn({ status: 503 }), send())
    expect(failureOf(exit)).toMatchObject({ _tag: "ServerError", status: 503, endpoint: "/rows" })
    expect(received).toHaveLength(VendorHttp.MAX_ATTEMPTS)
    // 1 + 2 + 4 + 8 seconds, a quarter more or less.
    expect(seconds).toBeGreaterThanOrEqual(11.25)
    expect(seconds).toBeLessThanOrEqual(18.75)
  })

  it("never after a requested pause that is too long for one run", async () => {
    const { exit, received, seconds } = await converse(inTurn(limited({ "retry-after": "3600" })), send())
    expect(failureOf(exit)._tag).toBe("RateLimited")
    expect(received).toHaveLength(1)
    expect(seconds).toBe(0)
  })

  it("after the pause that a 503 asks for, and never if it is too long for one run", async () => {
    const down = (secs: string): Answer => ({ status: 503, headers: { "retry-after": secs } })
    const short = await converse(inTurn(down("42"), {}), send())
    expect([Exit.isSuccess(short.exit), short.seconds]).toEqual([true, 42])
    const long = await converse(inTurn(down("3600")), send())
    expect(failureOf(long.exit)).toMatchObject({ _tag: "ServerError", status: 503, retryAt: 3_600_000 })
    expect([long.received.length, long.seconds]).toEqual([1, 0])
  })

  it.each(["hang", "drop"] as const)("a request after the fault %s", async (fault) => {
    const { exit, received } = await converse(inTurn(fault, {}), send(), { timeout: "5 seconds" })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(received).toHaveLength(2)
  })

  it.each([400, 401, 403, 404, 409])("never after status %s", async (status) => {
    const { received } = await converse(inTurn({ status }), send())
    expect(received).toHaveLength(1)
  })

  it.each([{ status: 503 }, limited({ "retry-after": "1" }), "hang", "drop"] as const)(
    "no write, because it may have succeeded: %o",
    async (answer) => {
      const { exit, received } = await converse(inTurn(answer), send(post))
      expect(Exit.isFailure(exit)).toBe(true)
      expect(received).toHaveLength(1)
    }
  )

  it("a write that is declared repeatable", async () => {
    const { received } = await converse(inTurn({ status: 503 }, {}), send({ ...post, isRepeatable: true }))
    expect(received).toHaveLength(2)
  })
})

describe("VendorHttp classifies", () => {
  it.each([
    [401, "Unauthorized"],
    [403, "Unauthorized"],
    [404, "ClientError"],
    [408, "ServerError"],
    [418, "ClientError"],
    [429, "RateLimited"],
    [500, "ServerError"],
    [503, "ServerError"]
  ])("%s as %s", async (status, tag) => {
    const { exit } = await converse(inTurn({ status }), send())
    expect(failureOf(exit)).toMatchObject({ _tag: tag, status })
  })

  it("by the connector's own classify first", async () => {
    const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer) =>
      Pagination.at(body, "error") === "expired"
        ? new VendorError.Unauthorized({ endpoint, status, detail: "expired" })
        : null
    const { exit } = await converse(inTurn({ body: { error: "expired" } }), send(), { classify })
    expect(failureOf(exit)).toMatchObject({ _tag: "Unauthorized", status: 200 })
  })

  it("by the connector's own classify, which sees the decoded body of each answer", async () => {
    const bodyOf = async (answer: Answer, request: Partial<VendorHttp.VendorRequest> = {}) => {
      const seen: Array<unknown> = []
      const classify = ({ body }: VendorHttp.RawAnswer) => {
        seen.push(body)
        return null
      }
      await converse(inTurn(answer), send(request), { classify })
      return seen[0]
    }
    const decode = Decode.csv({ columns: ["id"] })
    expect(await bodyOf({ body: { code: 1 } })).toEqual({ code: 1 })
    expect(await bodyOf({ status: 400, body: { code: 1 } })).toEqual({ code: 1 })
    expect(await bodyOf({ body: "id\n1" }, { decode })).toEqual([{ id: "1" }])
    // Refused, a list in another format has its error in that of all others.
    expect(await bodyOf({ status: 400, body: { code: 1 } }, { decode })).toEqual({ code: 1 })
    expect(await bodyOf({ status: 400, body: "<html>" })).toBeNull()
    expect(await bodyOf({ status: 400, body: "" })).toBeNull()
  })
})

describe("VendorHttp redirects", () => {
  const to = (status: number, location: string): Answer => ({ status, headers: { location } })

  it.each([307, 308])("keep the method and the body after %s", async (status) => {
    const { received } = await converse(inTurn(to(status, "/moved"), {}), send(post))
    expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", `${BASE_URL}/rows`, '{"name":"x"}'],
      ["POST", `${BASE_URL}/moved`, '{"name":"x"}']
    ])
  })

  it.each([
    [303, post],
    [301, { method: "POST" }],
    [302, { method: "POST" }]
  ] as const)("use GET for the new address after %s", async (status, request) => {
    const { received } = await converse(inTurn(to(status, "/moved"), {}), send(request))
    expect(received.at(-1)).toMatchObject({ method: "GET", url: `${BASE_URL}/moved`, body: null })
  })

  it.each([301, 302])("are refused after %s if they would lose the body", async (status) => {
    const { exit, received } = await converse(inTurn(to(status, "/moved"), {}), send(post))
    expect(failureOf(exit)).toMatchObject({ _tag: "BadPayload", detail: expect.stringContaining(`status ${status}`) })
    expect(received).toHaveLength(1)
  })

  it("are refused if they lead to an undeclared host", async () => {
    const { exit, received } = await converse(inTurn(to(302, "https://foreign.example/rows"), {}), send())
    expect(failureOf(exit)).toMatchObject({ _tag: "BadPayload", detail: expect.stringContaining("foreign.example") })
    expect(received).toHaveLength(1)
  })

  it("are followed to a declared host", async () => {
    const { received } = await converse(inTurn(to(302, "https://files.example/1"), {}), send(), {
      hosts: ["files.example"]
    })
    expect(received.at(-1)?.url).toBe("https://files.example/1")
  })

  it.each(["http://acme.example/rows", "https://acme.example:8443/rows"])(
    "are refused if they lead to %s",
    async (location) => {
      const { exit, received } = await converse(inTurn(to(302, location), {}), send())
      expect(failureOf(exit)._tag).toBe("BadPayload")
      expect(received).toHaveLength(1)
    }
  )

  it("are given up after the fifth", async () => {
    const { exit, received } = await converse(inTurn(to(302, "/rows")), send())
    expect(failureOf(exit)).toMatchObject({ _tag: "BadPayload", detail: "redirected more than 5 times" })
    expect(received).toHaveLength(6)
  })

  it("are never left to fetch", async () => {
    const modes: Array<unknown> = []
    const fetch: typeof globalThis.fetch = (_, init) => {
      modes.push(init?.redirect)
      return Promise.resolve(new Response("[]"))
    }
    const layer = VendorHttp.layer({ baseUrl: BASE_URL }).pipe(
      Layer.provide(Layer.merge(FetchHttpClient.layer, RateBudget.layer))
    )
    await Effect.runPromise(send().pipe(Effect.provide(layer), Effect.provideService(FetchHttpClient.Fetch, fetch)))
    expect(modes).toEqual(["manual"])
  })
})

describe("VendorHttp hosts", () => {
  it.each([
    "http://acme.example",
    "https://localhost",
    "https://127.0.0.1:8080",
    "https://[::1]",
    "https://api.localhost"
  ])("refuses %s by the default policy", async (baseUrl) => {
    const { exit, received } = await converse(inTurn({}), send(), { baseUrl })
    expect(failureOf(exit)._tag).toBe("BadPayload")
    expect(received).toEqual([])
  })

  it("allows this machine if the operator says so", async () => {
    const decide = HostPolicy.orLoopback(HostPolicy.httpsOnly)
    const reasons = ["http://127.0.0.1:4010", "http://localhost", "https://acme.example", "http://acme.example"]
    expect(reasons.map((url) => decide(new URL(url)))).toEqual([null, null, null, "only https addresses are allowed"])
  })

  it("refuses a full address on an undeclared host", async () => {
    const { exit, received } = await converse(inTurn({}), send({ url: "https://foreign.example/rows" }))
    expect(failureOf(exit)._tag).toBe("BadPayload")
    expect(received).toEqual([])
  })
})

describe("VendorHttp errors", () => {
  it.each<Answer>([
    { status: 401, body: SECRET },
    { status: 500, body: SECRET },
    { body: `<${SECRET}` },
    "drop",
    "hang"
  ])("never contain a secret: %o", async (answer) => {
    const { exit } = await converse(inTurn(answer), send({ query: { page: 1 } }), {
      headers: { authorization: Redacted.make(SECRET) }
    })
    const failure = failureOf(exit)
    expect(`${failure} ${failure.message} ${failure.stack} ${JSON.stringify(failure)}`).not.toContain(SECRET)
  })

  it("say whether the request certainly never reached the vendor", async () => {
    const auth = { url: `${BASE_URL}/token`, form: {} }
    const noToken = await converse(inTurn({ status: 400 }), send(post), { auth })
    const wrongHost = await converse(inTurn({}), send({ ...post, url: "https://other.example/rows" }))
    const dropped = await converse(inTurn("drop"), send(post))
    const failed = await converse(inTurn({ status: 504 }), send(post))
    expect([noToken, wrongHost, dropped, failed].map(({ exit }) => failureOf(exit).isUnsent ?? false)).toEqual([
      true,
      true,
      false,
      false
    ])
  })
})
