import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Deferred, Effect, Layer, Logger, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as BackgroundLoop from "../../src/BackgroundLoop.js"
import { ProcessPhase } from "../../src/http/server/listen/ProcessPhase.js"
import * as Organizations from "../../src/store/accounts/Organizations.js"
import { ConnectSessions } from "../../src/store/connect/ConnectSessions.js"
import * as Readiness from "../../src/store/postgres/Readiness.js"
import { RecordQuery, TakesTooLong } from "../../src/store/read/RecordQuery.js"
import {
  dataHeaders,
  emptyPage,
  makeTenant,
  type Options,
  opened,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer
} from "./TestServer.js"

/** Runs a test with a server of its own. */
const withServer = async (options: Options, use: (server: TestServer, tenant: Tenant) => Promise<void>) => {
  const server = await start(options)
  try {
    await use(server, await server.run(makeTenant))
  } finally {
    await server.stop()
  }
}

/** A logger that keeps its JSON lines in memory. */
const memoryLog = () => {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.jsonLogger, (line) => {
    lines.push(line)
  })
  return { lines, logger }
}

const queryThat = (fails: Effect.Effect<never, SqlError | TakesTooLong>) =>
  Layer.succeed(
    RecordQuery,
    RecordQuery.of({
      list: () => fails,
      members: () => fails,
      get: () => fails,
      counts: () => Effect.dieMessage("Only lists and records are read."),
      vendorId: () => Effect.dieMessage("Only lists and records are read.")
    })
  )

describe("around the API", () => {
  let server: TestServer
  let tenant: Tenant
  beforeAll(async () => {
    server = await start()
    tenant = await server.run(makeTenant)
  })
  afterAll(() => server.stop())

  const request = (path: string, init?: RequestInit) => send(server.origin + path, init)
  const authorized = (path: string, init: RequestInit = {}) =>
    request(path, { ...init, headers: { ...dataHeaders(tenant), ...init.headers } })

  it.each(["/v1", "/v2/idp/users", "/v1/idp/users/a/b", "/v1/idp/colours", "/%ff", `/v1/idp/user${"/".repeat(500)}`])(
    "answers %s with 404 [contract: base-path]",
    async (path) => {
      const reply = await request(path)
      expect([reply.status, reply.json]).toEqual([
        404,
        {
          detail: "No endpoint at this path. GET /v1/openapi.json describes every endpoint."
        }
      ])
    }
  )

  it.each(["%zz", "%", "%ff", "%c3%a9%e9"])(
    "answers a path that contains %s with 404, whatever else is wrong",
    async (id) => {
      const tagged = { headers: { "If-None-Match": "*" } }
      for (const reply of [
        await request(`/v1/idp/users/${id}`),
        await authorized(`/v1/idp/users/${id}?limit=x&strict=true`, tagged),
        await authorized(`/v1/idp/policies/${id}/users`),
        await authorized(`/v1/provisioning/organizations/${id}`)
      ]) {
        expect([reply.status, reply.headers.get("x-error-code")]).toEqual([404, "PATH_NOT_FOUND"])
      }
      expect((await authorized(`/v1/idp/users/${id}`, { method: "PUT" })).status).toBe(405)
    }
  )

  const anOrganization = "/v1/provisioning/organizations/{organization_id}"
  it.each([
    ["/v1/idp/user", "/v1/idp/users"],
    ["/v1/idp/users/", "/v1/idp/users"],
    ["/v1//idp/users?limit=1", "/v1/idp/users"],
    ["/v1/IDP/users", "/v1/idp/users"],
    ["/idp/users", "/v1/idp/users"],
    ["/v1/idp/user/0b1c", "/v1/idp/users/{user_id}"],
    ["/v1/entities/device_groups", "/v1/entities/device-groups"],
    [
      "/v1/provisioning/organizations/0b1c/connections/0b1d/statu",
      `${anOrganization}/connections/{connection_id}/status`
    ],
    ["/healtz", "/healthz"],
    ["/v1/openapi", "/v1/openapi.json"]
  ])("answers %s with a 404 that names %s", async (path, nearest) => {
    for (const method of ["GET", "POST"]) {
      const reply = await request(path, { method })
      expect([reply.status, reply.json]).toEqual([
        404,
        {
          detail: `No endpoint at this path. Did you mean ${nearest}? GET /v1/openapi.json describes every endpoint.`
        }
      ])
    }
  })

  it("reads path parameters of any length", async () => {
    const { json, status } = await authorized(`/v1/cspm/compliance_findings/${"a".repeat(4_000)}`)
    expect([status, json]).toMatchObject([422, { type: "validation_error", code: "INVALID_PARAMETER" }])
  })

  it("answers a wrong method with 405 and the allowed methods [contract: base-path]", async () => {
    const reply = await request("/v1/idp/users", { method: "POST", body: "{}" })
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "HEAD, GET"])
    expect(reply.json).toEqual({ detail: expect.stringContaining("Allow header") })
    const connection = `/v1/provisioning/organizations/${tenant.organization.id}/connections/${tenant.connection.id}`
    const put = await request(connection, { method: "PUT", body: "{}" })
    expect([put.status, put.headers.get("allow")]).toEqual([405, "HEAD, GET, PATCH, DELETE"])
    expect((await request("/healthz", { method: "DELETE" })).status).toBe(405)
  })

  it("answers HEAD like GET, without the body", async () => {
    const whole = await authorized("/v1/idp/users")
    const head = await authorized("/v1/idp/users", { method: "HEAD" })
    expect([head.status, head.text]).toEqual([200, ""])
    expect(head.headers.get("content-length")).toBe(whole.headers.get("content-length"))
    expect((await request("/v1/idp/users", { method: "HEAD" })).status).toBe(401)
  })

  it("gives every request an id [contract: request-id]", async () => {
    const ids = await Promise.all(
      ["/healthz", "/v1/idp/users", "/nowhere", "/v1/connectors"].map(async (path) =>
        (await request(path)).headers.get("x-request-id")
      )
    )
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("keeps the caller's request id if it is safe to log [contract: request-id]", async () => {
    const idOf = async (sent: string) =>
      (await request("/healthz", { headers: { "X-Request-Id": sent } })).headers.get("x-request-id")
    for (const sane of ["abc", "a".repeat(128), "req_1.2-3:4/5=6+7@8~9"]) expect(await idOf(sane)).toBe(sane)
    for (const other of ["", "a b", "a".repeat(129), "a\tb", '{"a":1}', "é"]) expect(await idOf(other)).not.toBe(other)
  })

  it("sends the security headers", async () => {
    for (const path of ["/v1/idp/users", "/nowhere", "/healthz"]) {
      const { headers } = await request(path)
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("cache-control")).toBe("no-store")
      expect(headers.get("content-security-policy")).toContain("default-src 'none'")
    }
  })

  it("rejects bodies that are too large [contract: request-bodies]", async () => {
    const body = JSON.stringify({ name: "a".repeat(1024 * 1024) })
    const reply = await authorized("/v1/provisioning/organizations", { method: "POST", body })
    expect([reply.status, reply.json]).toEqual([413, { detail: "The request body is too large. Send at most 1 MiB." }])
    const chunks = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 40; sent++) controller.enqueue(new TextEncoder().encode("a".repeat(32 * 1024)))
        controller.close()
      }
    })
    const init = { method: "POST", body: chunks, duplex: "half" } as RequestInit
    expect((await authorized("/v1/provisioning/organizations", init)).status).toBe(413)
  })

  const notJson = ["", "{", "name=x", "\u0000", "[1,", "<xml/>"]
  it.each(notJson)("rejects the body %j [contract: request-bodies]", async (body) => {
    const reply = await authorized("/v1/provisioning/organizations", { method: "POST", body })
    expect(reply.status).toBe(422)
    expect((reply.json as { detail: ReadonlyArray<{ loc: unknown }> }).detail[0]?.loc).toEqual(["body"])
  })

  const organization = (body: string) => authorized("/v1/provisioning/organizations", { method: "POST", body })
  const nested = (depth: number) => `{"name":${"[".repeat(depth)}${"]".repeat(depth)}}`
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i.toString(), 0])))

  it.each([
    { says: "3,000 levels", body: nested(3_000), type: "too_deep", maximum: 32 },
    { says: "33 levels", body: nested(32), type: "too_deep", maximum: 32 },
    { says: "90,000 fields", body: keys(90_000), type: "too_many_values", maximum: 1_000 },
    { says: "1,001 fields", body: keys(1_001), type: "too_many_values", maximum: 1_000 },
    { says: "1,001 elements", body: `{"name":[${"0,".repeat(1_000)}0]}`, type: "too_many_values", maximum: 1_000 }
  ])("rejects a body of $says before it is read as JSON", async ({ body, type, maximum }) => {
    const reply = await organization(body)
    expect([reply.status, reply.json]).toEqual([
      422,
      {
        detail: [
          {
            loc: ["body"],
            msg: expect.stringContaining(`at most ${maximum.toLocaleString("en")}`),
            type,
            ctx: { maximum },
            input: "[redacted]"
          }
        ]
      }
    ])
  })

  it("does not count brackets and commas within strings", async () => {
    const name = `${"[".repeat(60)}\\",\\\\${",".repeat(60)}`
    expect((await organization(JSON.stringify({ name, identifier: name.slice(0, 99) }))).status).toBe(201)
    const long = JSON.stringify({ name: `${"[{".repeat(2_000)}${",".repeat(2_000)}` })
    expect(((await organization(long)).json as { detail: ReadonlyArray<{ loc: unknown }> }).detail[0]?.loc).toEqual([
      "body",
      "name"
    ])
  })

  it("names at most 100 mistakes in a body, does not quote long keys, and says how many more there are", async () => {
    const body = { ...JSON.parse(keys(900)), ["x".repeat(100_000)]: 1, name: "Org" }
    const reply = await organization(JSON.stringify(body))
    const { detail } = reply.json as { detail: ReadonlyArray<unknown> }
    expect([reply.status, detail.length]).toEqual([422, 101])
    expect(detail.at(-1)).toEqual({
      loc: [],
      msg: "801 more mistakes are not listed",
      type: "more",
      ctx: { count: 801 },
      input: null
    })
    const one = await organization(JSON.stringify({ ["x".repeat(100_000)]: 1, name: "Org" }))
    expect(one.text.length).toBeLessThan(1_000)
  })

  const typed = (type: string | null, more: Readonly<Record<string, string>> = {}) => {
    const body = new TextEncoder().encode('{"name":"Org"}')
    const headers = { ...more, ...(type === null ? {} : { "content-type": type }) }
    return fetch(`${server.origin}/v1/provisioning/organizations`, {
      method: "POST",
      body,
      headers: { ...dataHeaders(tenant), ...headers }
    })
  }

  it("reads a body whose type is JSON or missing", async () => {
    for (const type of [
      null,
      "application/json",
      "Application/JSON",
      "application/json; charset=utf-8",
      'application/json;charset="UTF-8"',
      "application/merge-patch+json"
    ]) {
      expect((await typed(type)).status, String(type)).toBe(201)
    }
    expect((await typed("application/json", { "content-encoding": "identity" })).status).toBe(201)
  })

  it("answers 415 to a body of another type, charset or coding [contract: request-bodies]", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "json",
      "application/json; charset=utf-16"
    ]) {
      const reply = await typed(type)
      expect([reply.status, reply.headers.get("X-Error-Code")], type).toEqual([415, "CONTENT_TYPE_UNSUPPORTED"])
      expect(await reply.json()).toEqual({ detail: expect.stringContaining("Content-Type: application/json") })
    }
    expect((await typed("application/json", { "content-encoding": "gzip" })).status).toBe(415)
  })

  it("checks the key before the type of the body", async () => {
    const headers = { "content-type": "text/plain" }
    expect((await request("/v1/provisioning/organizations", { method: "POST", body: "{}", headers })).status).toBe(401)
  })

  it("reports that it is alive and ready", async () => {
    expect((await request("/healthz")).json).toEqual({ status: "ok" })
    expect((await request("/readyz")).json).toEqual({ status: "ok" })
  })
})

describe("failures", () => {
  const secretive = (reply: Reply) => {
    expect(reply.headers.get("x-request-id")).toBe("req-1")
    expect(reply.text).not.toMatch(/boom|select|stack|Error/)
  }
  const call = (server: TestServer, tenant: Tenant, path = "/v1/idp/users?limit=7") =>
    send(server.origin + path, { headers: { ...dataHeaders(tenant), "X-Request-Id": "req-1" } })

  it("that are unexpected become a 500, and the log has the cause under the request id [contract: unexpected-failures]", async () => {
    const { lines, logger } = memoryLog()
    for (const fails of [
      Effect.die(new Error("boom")),
      Effect.fail(new SqlError({ cause: new Error("boom"), message: "select" }))
    ]) {
      await withServer({ override: queryThat(fails), logger }, async (server, tenant) => {
        const reply = await call(server, tenant)
        expect([reply.status, Object.keys(reply.json as object)]).toEqual([500, ["detail"]])
        secretive(reply)
      })
    }
    const causes = lines.filter((line) => line.includes("boom"))
    expect(causes).toHaveLength(2)
    for (const line of causes)
      expect(JSON.parse(line)).toMatchObject({ logLevel: "ERROR", annotations: { request_id: "req-1" } })
  })

  it("of a request that something other than its client interrupts become a 503", async () => {
    await withServer({ override: queryThat(Effect.interrupt) }, async (server, tenant) => {
      const reply = await call(server, tenant)
      expect([reply.status, reply.headers.get("x-error-code")]).toEqual([503, "STORE_UNAVAILABLE"])
      secretive(reply)
    })
  })

  it("of the database become a 503 with Retry-After [contract: database-unavailable]", async () => {
    const cause = Object.assign(new Error("boom"), { code: "ECONNREFUSED" })
    const fails = Effect.fail(new SqlError({ cause, message: "select" }))
    await withServer({ override: queryThat(fails) }, async (server, tenant) => {
      const reply = await call(server, tenant)
      expect([reply.status, Object.keys(reply.json as object)]).toEqual([503, ["detail"]])
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0)
      secretive(reply)
    })
  })

  it("of requests that have all connections to the database become a 503 of their own", async () => {
    const cause = new Error("timeout exceeded when trying to connect")
    const fails = Effect.fail(new SqlError({ cause, message: "select" }))
    await withServer({ override: queryThat(fails) }, async (server, tenant) => {
      const reply = await call(server, tenant)
      expect([reply.status, reply.headers.get("x-error-code")]).toEqual([503, "STORE_BUSY"])
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0)
    })
  })

  it("of statements that took too long become a 503 if the request needs them, and else a 422 that says what to leave out", async () => {
    const cause = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" })
    for (const [fails, status, answer] of [
      [new SqlError({ cause, message: "select" }), 503, ["STORE_BUSY"]],
      [new TakesTooLong({ part: "total" }), 422, ["excludeTotal", "excludeTotal=true", "enableCursor=true"]],
      [new TakesTooLong({ part: "offset" }), 422, ["offset", "enableCursor=true"]]
    ] as const) {
      await withServer({ override: queryThat(Effect.fail(fails)) }, async (server, tenant) => {
        const reply = await call(server, tenant)
        expect(reply.status).toBe(status)
        const [first, ...words] = answer
        const { detail } = reply.json as { detail: ReadonlyArray<{ loc: ReadonlyArray<string>; msg: string }> }
        expect(status === 503 ? reply.headers.get("x-error-code") : detail[0]?.loc[1]).toBe(first)
        for (const word of words) expect(detail[0]?.msg).toContain(word)
      })
    }
  })

  it("to encode a response become a logged 500, never a 422", async () => {
    const broken = Organizations.Organizations.of({
      create: () => Effect.die("not used"),
      remove: () => Effect.die("not used"),
      list: () => Effect.succeed({ items: [], total: 0 }),
      get: (_scope, id) => Effect.succeed({ id, name: 42 as never, identifier: null, created_at: "", updated_at: "" })
    })
    const { lines, logger } = memoryLog()
    const override = Layer.succeed(Organizations.Organizations, broken)
    const server = await start({ override, logger })
    const key = await server.run(
      Effect.gen(function* () {
        const { Keys } = yield* Effect.promise(() => import("../../src/store/accounts/ApiKeys.js"))
        const keys = yield* Keys
        return yield* keys.create(yield* keys.createAccount("a"), "a")
      })
    )
    const { Redacted } = await import("effect")
    const reply = await send(`${server.origin}/v1/provisioning/organizations/00000000-0000-4000-8000-000000000000`, {
      headers: { "X-API-KEY": Redacted.value(key.key) }
    })
    expect(reply.status).toBe(500)
    expect(lines.some((line) => line.includes("ERROR") && line.includes("Expected string"))).toBe(true)
    await server.stop()
  })

  it("of readiness become a 503", async () => {
    const override = Layer.succeed(
      Readiness.Readiness,
      Readiness.Readiness.of({ problem: Effect.succeed("The database does not answer.") })
    )
    await withServer({ override }, async (server) => {
      const reply = await send(`${server.origin}/readyz`)
      expect([reply.status, reply.json]).toEqual([503, { detail: "The database does not answer." }])
      expect((await send(`${server.origin}/healthz`)).status).toBe(200)
    })
  })
})

describe("background work that fails", () => {
  it("makes the process unready, and says what fails", async () => {
    const problem = Effect.succeed("The poll for due connections has failed for 61 seconds. The log says why.")
    const loops = Layer.succeed(BackgroundLoop.Registry, { ...BackgroundLoop.makeRegistry(), problem })
    await withServer({ around: loops }, async (server) => {
      const reply = await send(`${server.origin}/readyz`)
      expect([reply.status, reply.json]).toEqual([503, { detail: await Effect.runPromise(problem) }])
      expect((await send(`${server.origin}/healthz`)).status).toBe(200)
    })
  })
})

describe("a process that has not started completely", () => {
  it("serves requests, but is not ready", async () => {
    await withServer({ around: Layer.succeed(ProcessPhase, { current: "starting" }) }, async (server) => {
      const reply = await send(`${server.origin}/readyz`)
      expect([reply.status, reply.json]).toEqual([503, { detail: "The process is still starting." }])
      expect((await send(`${server.origin}/healthz`)).status).toBe(200)
    })
  })
})

describe("the request log", () => {
  it("has one line per request, with ids, and without values from its path, query, headers or body", async () => {
    const { lines, logger } = memoryLog()
    await withServer({ logger, settings: { logRequests: true } }, async (server, tenant) => {
      const headers = { ...dataHeaders(tenant), "X-Request-Id": "req-1", "User-Agent": "agent-value" }
      await send(`${server.origin}/v1/idp/users/${tenant.connection.id}?colour=query-value`, { headers })
      await send(`${server.origin}/v1/provisioning/organizations`, {
        headers,
        method: "POST",
        body: '{"name":"body-value"}'
      })
      await send(`${server.origin}/nowhere/path-value`, { headers })
      await send(`${server.origin}/v1/provisioning/organizations/org-value/connections/${tenant.connection.id}`, {
        headers: { "X-API-KEY": tenant.key, "X-CONNECTION-ID": "header-value", "X-Request-Id": "req-1" }
      })
      const requests = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "Request answered.")
      const connection_id = tenant.connection.id
      const caller = { account_id: tenant.accountId, key_id: tenant.keyId }
      expect(requests.map(({ annotations }) => annotations)).toEqual([
        {
          ...caller,
          connection_id,
          method: "GET",
          route: "/v1/idp/users/:user_id",
          status: 404,
          duration_ms: expect.any(Number),
          request_id: "req-1"
        },
        {
          ...caller,
          connection_id,
          method: "POST",
          route: "/v1/provisioning/organizations",
          status: 201,
          duration_ms: expect.any(Number),
          request_id: "req-1"
        },
        {
          connection_id,
          method: "GET",
          route: "unknown",
          status: 404,
          duration_ms: expect.any(Number),
          request_id: "req-1"
        },
        {
          ...caller,
          connection_id,
          method: "GET",
          route: "/v1/provisioning/organizations/:organization_id/connections/:connection_id",
          status: 422,
          duration_ms: expect.any(Number),
          request_id: "req-1"
        }
      ])
      expect(lines.join("\n")).not.toMatch(/-value/)
      expect(lines.join("\n")).not.toContain(tenant.key)
    })
  })
})

/** Opens a link with more requests than it may send, of which only the last could open it; says what became of it. */
const openTooOften = ({ origin }: TestServer, { organization, scope }: Tenant) =>
  Effect.gen(function* () {
    const sessions = yield* ConnectSessions
    const { session, token } = yield* sessions.create(scope, organization.id, {
      vendors: [],
      connectionId: null,
      identifier: null,
      dataExportTypes: null,
      returnUrl: null,
      lifetimeSecs: 60
    })
    const statuses = yield* Effect.forEach(["guessable", "guessable", "x".repeat(22)], (opener) =>
      Effect.promise(async () => {
        const headers = { Authorization: `Bearer ${Redacted.value(token)}`, "X-CONNECT-OPENER": opener }
        return (await send(`${origin}/v1/connect-sessions/${session.id}/open`, { method: "POST", headers })).status
      })
    )
    return { statuses, state: (yield* sessions.get(scope, organization.id, session.id)).state }
  })

describe("the request limit", () => {
  it("answers 429 with Retry-After to a key that sends too many requests, and to a link, which that does not use up [contract: too-many-requests]", async () => {
    await withServer({ rate: { perSecond: 0.01, burst: 2 } }, async (server, tenant) => {
      const other = await server.run(makeTenant)
      const ask = (own: Tenant, more: Readonly<Record<string, string>> = {}) =>
        send(`${server.origin}/v1/idp/users`, { headers: { ...dataHeaders(own), ...more } })
      const began = performance.now()
      expect([(await ask(tenant)).status, (await ask(tenant)).status]).toEqual([200, 200])
      const reply = await ask(tenant)
      const elapsedSecs = (performance.now() - began) / 1_000
      expect([reply.status, Object.keys(reply.json as object)]).toEqual([429, ["detail"]])
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThanOrEqual(100 - elapsedSecs)
      expect(Number(reply.headers.get("retry-after"))).toBeLessThanOrEqual(100)
      expect((await ask(other)).status).toBe(200)
      const { state, statuses } = await server.run(openTooOften(server, other))
      expect([statuses, state]).toEqual([[422, 422, 429], "CREATED"])
      const rename = (from: string, to: string) =>
        server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`alter table ${sql(from)} rename to ${sql(to)}`))
      /** The answer that follows a refusal so soon that the process remembers it; the database would answer with an error. */
      const askAgain = async (attempts = 20): Promise<Reply> => {
        expect((await ask(tenant)).status).toBe(429)
        await rename("api_key", "gone")
        const again = await ask(tenant, { "x-request-id": "late-1" })
        if (again.status === 429 || attempts === 1) return again
        await rename("gone", "api_key")
        return askAgain(attempts - 1)
      }
      const later = await askAgain()
      expect([later.status, later.json]).toEqual([429, reply.json])
      expect(later.headers.get("x-request-id")).toBe("late-1")
      // All headers of the first refusal, which the handlers made.
      const names = (of: Headers) => [...of.keys()].filter((name) => name !== "keep-alive").sort()
      expect(names(later.headers)).toEqual(names(reply.headers))
      expect((await send(`${server.origin}/healthz`, { headers: dataHeaders(tenant) })).status).toBe(200)
    })
  })
})

describe("heavy requests", () => {
  it("of one key run two at a time, get a 429 beyond 32, and do not delay those of other keys", async () => {
    const answer = Effect.runSync(Deferred.make<void>())
    let running = 0
    const list = () =>
      Effect.suspend(() => {
        running++
        return Effect.as(Deferred.await(answer), opened(emptyPage))
      })
    const override = Layer.succeed(
      RecordQuery,
      RecordQuery.of({
        list,
        members: list,
        get: () => Effect.succeed(opened({ item: "{}", omitted: [] })),
        counts: () => Effect.die("not used"),
        vendorId: () => Effect.die("not used")
      })
    )
    await withServer({ override }, async (server, tenant) => {
      const ask = (query: string, own = tenant) =>
        send(`${server.origin}/v1/idp/users?${query}`, { headers: dataHeaders(own) })
      const heavy = ["includeIdpGroups=true", "limit=101", "offset=1001"]
      const waiting = Array.from({ length: 40 }, (_, index) => ask(heavy[index % 3] ?? ""))
      const refused = await Promise.race(waiting)
      let refusals = 0
      for (const each of waiting) void each.then(({ status }) => (refusals += status === 429 ? 1 : 0))
      expect([refused.status, refused.headers.get("retry-after"), refused.json]).toEqual([
        429,
        "1",
        { detail: expect.stringContaining("limit above 100") }
      ])
      expect(running).toBe(2)
      const record = await send(`${server.origin}/v1/idp/users/${tenant.connection.id}`, {
        headers: dataHeaders(tenant)
      })
      expect(record.status).toBe(200)
      const stranger = await server.run(makeTenant)
      const elsewhere = { "X-API-KEY": tenant.key, "X-CONNECTION-ID": stranger.connection.id }
      const foreign = await send(`${server.origin}/v1/idp/users?limit=500`, { headers: elsewhere })
      expect(foreign.status).toBe(404)
      const others = [ask("limit=100&offset=1000"), ask("limit=500", stranger)]
      // Requests that come after the answer find a place.
      while (running < 4 || refusals < 8) await new Promise((resolve) => setImmediate(resolve))
      Effect.runSync(Deferred.succeed(answer, undefined))
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
      const statuses = (await Promise.all(waiting)).map(({ status }) => status)
      expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([32, 8])
      expect((await ask("limit=500")).status).toBe(200)
    })
  })
})
