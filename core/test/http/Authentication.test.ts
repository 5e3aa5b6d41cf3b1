import { describe, expect, it } from "@effect/vitest"
import { Authentication, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Effect, Exit, Option, Redacted, Stream } from "effect"
import * as Recording from "../../src/testing/run/Recording.js"
import { groups } from "../testing/Acme.js"
import { type Answer, type Asked, BASE_URL, converse } from "../Vendor.js"

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

const isToken = ({ url }: Asked) => new URL(url).pathname === "/oauth2/token"
const bearer = ({ headers }: Asked) => headers["authorization"]

/** A vendor that numbers its tokens, and answers everything else by `rows`. */
const vendor = (rows: (request: Asked) => Answer = () => ({}), token: object = { expires_in: 1_800 }) => {
  let issued = 0
  return (request: Asked): Answer => {
    if (!isToken(request)) return rows(request)
    issued += 1
    return { status: 201, body: { access_token: `token-${issued}`, token_type: "bearer", ...token } }
  }
}

const failureOf = <A>(exit: Exit.Exit<A, VendorError.VendorError>) =>
  Option.getOrThrow(Cause.failureOption(Option.getOrThrow(Exit.causeOption(exit))))

const accepting =
  (...tokens: ReadonlyArray<string>) =>
  (request: Asked): Answer =>
    tokens.includes(bearer(request) ?? "") ? {} : { status: 401 }

describe("a token", () => {
  it("is asked for with the credentials in a form, and carries none of the API's own headers", async () => {
    const settings = { auth, headers: { "x-api-version": "2" } }
    const { asked } = await converse(vendor(), send(), settings)
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([`POST ${TOKEN_URL}`, `GET ${BASE_URL}/rows`])
    const [first, second] = asked
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

  it("is asked for once by many requests that wait for it", async () => {
    const requests = Effect.all(
      Array.from({ length: 20 }, () => send()),
      { concurrency: "unbounded" }
    )
    const { asked } = await converse(vendor(), requests, { auth })
    expect(asked.filter(isToken)).toHaveLength(1)
    expect(new Set(asked.filter((request) => !isToken(request)).map(bearer))).toEqual(new Set(["Bearer token-1"]))
  })

  it("is renewed a minute before it expires", async () => {
    const later = (seconds: number) => Effect.zipRight(Effect.sleep(`${seconds} seconds`), send())
    const { asked } = await converse(vendor(), Effect.all([send(), later(1_739), later(1)]), { auth })
    expect(asked.map((request) => (isToken(request) ? "token" : bearer(request)))).toEqual([
      "token",
      "Bearer token-1",
      "Bearer token-1",
      "token",
      "Bearer token-2"
    ])
  })

  it.each([
    ["that lives shorter than that minute is used for half of its life", { expires_in: 30 }, 15],
    ["whose life is not said is used for nine minutes", {}, 540]
  ])("%s", async (_, token, seconds) => {
    const following = (pause: number) => Effect.zipRight(Effect.sleep(`${pause} seconds`), send())
    const { asked } = await converse(
      vendor(undefined, token),
      Effect.all([send(), following(seconds - 1), following(1)]),
      {
        auth
      }
    )
    expect(asked.filter(isToken)).toHaveLength(2)
  })

  it("that is refused in mid-run is forgotten, and the request asked once more with a new one", async () => {
    const { exit, asked } = await converse(vendor(accepting("Bearer token-2")), send(), { auth })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(asked.map((request) => (isToken(request) ? "token" : bearer(request)))).toEqual([
      "token",
      "Bearer token-1",
      "token",
      "Bearer token-2"
    ])
  })

  it("that is refused for many requests at once is renewed once", async () => {
    const requests = Effect.all(
      Array.from({ length: 10 }, () => send()),
      { concurrency: "unbounded" }
    )
    const { exit, asked } = await converse(vendor(accepting("Bearer token-2")), requests, { auth })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(asked.filter(isToken)).toHaveLength(2)
  })

  it("is renewed for a write too, since a refused request has written nothing", async () => {
    const post = { method: "POST", body: { name: "x" } } as const
    const { exit, asked } = await converse(vendor(accepting("Bearer token-2")), send(post), { auth })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(asked.filter((request) => !isToken(request)).map(({ body }) => body)).toEqual([
      '{"name":"x"}',
      '{"name":"x"}'
    ])
  })

  it("is not renewed a second time: the API refuses the credentials", async () => {
    const { exit, asked } = await converse(vendor(accepting()), send(), { auth })
    expect(failureOf(exit)).toMatchObject({ _tag: "Unauthorized", status: 401, endpoint: "/rows" })
    expect(asked).toHaveLength(4)
  })

  it("is kept where the API refuses what it may read (403)", async () => {
    const { exit, asked } = await converse(
      vendor(() => ({ status: 403 })),
      send(),
      { auth }
    )
    expect(failureOf(exit)).toMatchObject({ _tag: "Unauthorized", status: 403, endpoint: "/rows" })
    expect(asked).toHaveLength(2)
  })

  it("survives a redirect to a declared host, with the body, and goes to no other host", async () => {
    const moved = (host: string) => ({ status: 308, headers: { location: `https://${host}/rows` } })
    const post = { method: "POST", body: { ids: ["1"] }, isRepeatable: true } as const
    const to = (host: string) => vendor(({ url }) => (url.startsWith(BASE_URL) ? moved(host) : {}))
    const settings = { auth, hosts: ["region.example"] }
    const declared = await converse(to("region.example"), send(post), settings)
    expect(Exit.isSuccess(declared.exit)).toBe(true)
    expect(declared.asked.at(-1)).toMatchObject({
      method: "POST",
      url: "https://region.example/rows",
      body: '{"ids":["1"]}',
      headers: { authorization: "Bearer token-1" }
    })
    const foreign = await converse(to("foreign.example"), send(post), settings)
    expect(failureOf(foreign.exit)._tag).toBe("BadPayload")
    expect(foreign.asked.some(({ url }) => url.includes("foreign.example"))).toBe(false)
  })

  it("is asked for at the host to which the vendor redirects, with the form", async () => {
    const answer = (request: Asked): Answer => {
      if (!isToken(request)) return {}
      if (request.url === TOKEN_URL)
        return { status: 308, headers: { location: "https://region.example/oauth2/token" } }
      return { status: 201, body: { access_token: "token-1", expires_in: 1_800 } }
    }
    const { exit, asked } = await converse(answer, send(), { auth, hosts: ["region.example"] })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(asked[1]?.body).toBe(asked[0]?.body)
    expect(asked[1]?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
  })
})

describe("a token that cannot be had", () => {
  it.each([400, 401, 403])(
    "for credentials that are refused with %s: the customer's, at the token endpoint",
    async (status) => {
      const { exit, asked } = await converse(() => ({ status, body: { error: "invalid_client" } }), send(), { auth })
      expect(failureOf(exit)).toMatchObject({ _tag: "Unauthorized", status, endpoint: "/oauth2/token" })
      expect(VendorError.areCredentialsRefused(failureOf(exit))).toBe(true)
      expect(asked).toHaveLength(1)
    }
  )

  it("is told from a list that may not be read", async () => {
    const { exit } = await converse(
      vendor(() => ({ status: 403 })),
      send(),
      { auth }
    )
    expect(VendorError.areCredentialsRefused(failureOf(exit))).toBe(false)
  })

  it.each([403, 404])("(%s) is no answer to a question about a row", async (status) => {
    let issued = 0
    const expiring = (request: Asked): Answer => {
      if (isToken(request)) {
        issued += 1
        return issued === 1 ? { body: { access_token: "token-1", expires_in: 1_800 } } : { status }
      }
      return request.url.endsWith("/tags") ? { status: 401 } : { body: { items: [group], total: 1 } }
    }
    const reading = Stream.runDrain(groups().pages({ owner, since: null, checkpoint: null, delta: null }))
    const { asked, exit } = await converse(expiring, reading, { auth })
    expect(failureOf(exit)).toMatchObject({ endpoint: "/oauth2/token", status })
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
      "/oauth2/token",
      "/groups",
      "/groups/a/tags",
      "/oauth2/token"
    ])
  })

  it("for a while is asked for again", async () => {
    const answers: ReadonlyArray<Answer> = [{ status: 503 }, "drop", { status: 429, headers: { "retry-after": "7" } }]
    const issue = vendor()
    const { exit, asked } = await converse((request, index) => answers[index] ?? issue(request), send(), { auth })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(asked.filter(isToken)).toHaveLength(4)
  })

  it("is asked for five times, and not five times more for the request that waits for it", async () => {
    const { exit, asked } = await converse(() => ({ status: 500 }), send(), { auth })
    expect(failureOf(exit)).toMatchObject({ _tag: "ServerError", status: 500, endpoint: "/oauth2/token" })
    expect(asked).toHaveLength(VendorHttp.MAX_ATTEMPTS)
  })

  it.each([{}, { access_token: "" }, { access_token: 7 }])("out of an answer without one: %j", async (body) => {
    const { exit } = await converse(() => ({ body }), send(), { auth })
    expect(failureOf(exit)).toMatchObject({ _tag: "BadPayload", endpoint: "/oauth2/token" })
  })

  it("leaves the next request to ask for one", async () => {
    const issue = vendor()
    const { exit } = await converse(
      (request, index) => (index === 0 ? { status: 401 } : issue(request)),
      Effect.zipRight(Effect.ignore(send()), send()),
      { auth }
    )
    expect(Exit.isSuccess(exit)).toBe(true)
  })
})

describe("the limit of a token endpoint", () => {
  it("is not taken for the API's", async () => {
    const rate = (headers: Readonly<Record<string, string>>) =>
      headers["x-left"] === undefined ? null : { limit: 10, remaining: Number(headers["x-left"]), resetAt: 60_000 }
    const issue = vendor()
    const answer = (request: Asked): Answer => ({
      ...(issue(request) as object),
      headers: isToken(request) ? { "x-left": "0" } : {}
    })
    const { seconds } = await converse(answer, send(), { auth, rate })
    expect(seconds).toBe(0)
  })
})

describe("tokens and secrets", () => {
  it("stay out of errors, log lines and spans", async () => {
    const recording = Recording.make()
    const quoting = ({ headers, body }: Asked): Answer => ({ status: 401, body: { said: [headers, body] } })
    const runs = [
      converse(quoting, Effect.provide(send(), recording.layer), { auth }),
      converse(vendor(quoting), Effect.provide(send(), recording.layer), { auth }),
      converse(
        vendor(() => ({ status: 500 })),
        Effect.provide(send(), recording.layer),
        { auth }
      )
    ]
    const exits = (await Promise.all(runs)).map(({ exit }) => exit)
    const said = `${recording.lines().join("\n")}\n${JSON.stringify(exits)}\n${String(exits)}`
    expect(said).toContain("vendor request is tried again")
    expect(said).not.toContain(SECRET)
    expect(said).not.toMatch(/token-\d/)
  })
})
