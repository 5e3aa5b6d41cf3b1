import { randomBytes, randomUUID } from "node:crypto"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Errors, openApiDocument } from "../../../../src/api/index.js"
import * as ApiKeys from "../../../../src/store/accounts/ApiKeys.js"
import * as Connections from "../../../../src/store/accounts/Connections.js"
import { dataHeaders, locs, makeTenant, send, start, type Tenant, type TestServer } from "../../TestServer.js"

let server: TestServer
let tenant: Tenant
let other: Tenant

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  other = await server.run(makeTenant)
})
afterAll(() => server.stop())

const nowhere = "00000000-0000-4000-8000-000000000000"

const users = (headers: Readonly<Record<string, string>>, query = "") =>
  send(`${server.origin}/v1/idp/users${query}`, { headers })

describe("X-API-KEY", () => {
  it("missing, unknown, malformed and revoked keys get the same 401 [contract: key-required]", async () => {
    const revoked = await server.run(
      Effect.gen(function* () {
        const made = yield* makeTenant
        yield* (yield* ApiKeys.Keys).revoke(made.keyId)
        return made
      })
    )
    const id = tenant.connection.id
    const bad = [
      {},
      { "X-CONNECTION-ID": id },
      { "X-API-KEY": "", "X-CONNECTION-ID": id },
      { "X-API-KEY": "x", "X-CONNECTION-ID": id },
      { "X-API-KEY": `trib_${"A".repeat(43)}`, "X-CONNECTION-ID": id },
      { "X-API-KEY": `${tenant.key}A`, "X-CONNECTION-ID": id },
      { "X-API-KEY": `${tenant.key}, ${tenant.key}`, "X-CONNECTION-ID": id },
      dataHeaders(revoked)
    ]
    const replies = await Promise.all(bad.map((headers) => users(headers)))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([
        '401 {"detail":"The X-API-KEY header is missing, or its key is unknown or revoked. Send a valid API key."}'
      ])
    )
  })

  it("is checked before the parameters", async () => {
    expect((await users({ "X-CONNECTION-ID": "x" }, "?limit=x")).status).toBe(401)
    const body = { method: "POST", body: "{" }
    expect((await send(`${server.origin}/v1/provisioning/organizations`, body)).status).toBe(401)
    expect((await send(`${server.origin}/v1/provisioning/organizations/x`)).status).toBe(401)
  })
})

describe("a request that is refused before its handler reads anything", () => {
  const conflicts = [
    "/idp/users?enableCursor=true&cursor=x&offset=1",
    "/idp/users?cursor=x",
    "/idp/users?fields=name&expandAs=ids",
    `/idp/users/${nowhere}?expandAs=ids`
  ]

  it.each(conflicts)("needs a valid key and connection first: %s", async (path) => {
    const gone = await server.run(makeTenant)
    const ask = (headers: Readonly<Record<string, string>>) => send(`${server.origin}/v1${path}`, { headers })
    expect((await ask(dataHeaders(gone))).status).toBe(422)
    expect((await ask({ ...dataHeaders(gone), "X-CONNECTION-ID": tenant.connection.id })).status).toBe(404)
    await server.run(Effect.flatMap(ApiKeys.Keys, ({ revoke }) => revoke(gone.keyId)))
    expect((await ask(dataHeaders(gone))).status).toBe(401)
  })
})

describe("every operation", () => {
  // `ScopeCheck.test.ts` has those of operators, and `ConnectHttp.test.ts` those of customers.
  const paths = Object.entries(openApiDocument().paths).filter(
    ([path]) => !/^\/(?:operator|connect-sessions)\//.test(path)
  )
  const operations = paths.flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security }]) => {
      const schemes = security.flatMap((requirement: object) => Object.keys(requirement))
      return { name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, schemes }
    })
  )
  // One server alone would refuse the last of so many requests without a key from one address.
  let servers: ReadonlyArray<TestServer> = []
  beforeAll(async () => {
    servers = [server, await start()]
  })
  afterAll(() => servers[1]?.stop())
  const named = (schemes: ReadonlyArray<string>) => (schemes.length === 0 ? "nothing" : schemes.join(" and "))

  it.each(operations.map((each, index) => [each.name, named(each.schemes), { ...each, index }] as const))(
    "%s requires %s [contract: key-required]",
    async (_name, _schemes, { index, method, path, schemes }) => {
      const isData = !["/provisioning/", "/usage", "/audit-events", "/connectors"].some((prefix) =>
        path.startsWith(prefix)
      )
      const isOpen = path.startsWith("/connectors")
      // The document, the contract and the server agree on what the path requires.
      expect(schemes).toEqual([...(isOpen ? [] : ["apiKey"]), ...(isData ? ["connectionId"] : [])])
      const status = async (headers: Readonly<Record<string, string>>, { origin } = server) => {
        const url = `${origin}/v1${path.replace(/\{\w+\}/g, nowhere)}`
        const body = method === "GET" || method === "DELETE" ? {} : { body: "{}" }
        return send(url, { method, headers, ...body })
      }
      const none = await status({ "X-CONNECTION-ID": tenant.connection.id }, servers[index % servers.length])
      expect(none.status === 401, none.text).toBe(!isOpen)
      const half = await status({ "X-API-KEY": tenant.key })
      const asksForConnection = half.status === 422 && locs(half).includes("header.X-CONNECTION-ID")
      expect(asksForConnection, half.text).toBe(isData)
      expect(half.status).not.toBe(401)
    }
  )

  it("of provisioning ignores X-CONNECTION-ID [contract: connection-header]", async () => {
    const url = `${server.origin}/v1/provisioning/organizations/${tenant.organization.id}/connections`
    const plain = await send(url, { headers: { "X-API-KEY": tenant.key } })
    for (const id of ["", "x", nowhere, other.connection.id]) {
      const reply = await send(url, { headers: { "X-API-KEY": tenant.key, "X-CONNECTION-ID": id } })
      expect([reply.status, reply.text]).toEqual([200, plain.text])
    }
  })
})

describe("X-CONNECTION-ID", () => {
  it.each([undefined, "", "42", `${nowhere}0`, "{}"])("%j gets a 422 [contract: connection-header]", async (id) => {
    const reply = await users({ "X-API-KEY": tenant.key, ...(id === undefined ? {} : { "X-CONNECTION-ID": id }) })
    expect([reply.status, locs(reply)]).toEqual([422, ["header.X-CONNECTION-ID"]])
  })

  it("sent twice gets a 422 that says so", async () => {
    const id = tenant.connection.id
    const headers = new Headers(dataHeaders(tenant))
    headers.append("X-CONNECTION-ID", id)
    const reply = await send(`${server.origin}/v1/idp/users`, { headers })
    expect([reply.status, reply.json]).toMatchObject([
      422,
      {
        detail: [
          {
            loc: ["header", "X-CONNECTION-ID"],
            msg: "Expected the UUID of a connection, sent once; the request contains it 2 times",
            input: `${id}, ${id}`
          }
        ]
      }
    ])
  })

  it("of an unknown, foreign or deleted connection gets the same 404 [contract: connection-states]", async () => {
    const gone = await server.run(
      Effect.gen(function* () {
        const connections = yield* Connections.Connections
        const made = yield* Effect.flatten(
          connections.create(tenant.scope, tenant.organization.id, {
            vendor: "ACME",
            credentials: (yield* connections.credentialsOf(tenant.connection.id)).credentials,
            identifier: null,
            refreshIntervalSecs: 3600,
            timeoutSecs: 60
          })
        )
        yield* connections.remove(tenant.scope, tenant.organization.id, made.id)
        return made.id
      })
    )
    const answers = await Promise.all(
      [nowhere, other.connection.id, gone].map((id) => users({ ...dataHeaders(tenant), "X-CONNECTION-ID": id }))
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`404 ${JSON.stringify({ detail: Errors.table.ConnectionNotFound.message })}`])
    )
  })

  it("is accepted in upper and lower case", async () => {
    const upper = { ...dataHeaders(tenant), "X-CONNECTION-ID": tenant.connection.id.toUpperCase() }
    expect((await users(upper)).status).toBe(200)
  })
})

describe("many unknown keys from one address", () => {
  it("get a 429, while valid keys still work", async () => {
    const own = await start()
    try {
      const made = await own.run(makeTenant)
      const ask = (key: string) =>
        send(`${own.origin}/v1/provisioning/organizations`, { headers: { "X-API-KEY": key } })
      const guess = () => ask(`trib_${randomBytes(32).toString("base64url")}`)
      for (let sent = 0; sent < 100; sent++) expect((await guess()).status).toBe(401)
      // Together, because a busy machine may answer guesses one after another more slowly than new ones are allowed.
      const guesses = async () =>
        (await Promise.all(Array.from({ length: 200 }, guess))).find(({ status }) => status === 429)
      let refused = await guesses()
      while (refused === undefined) refused = await guesses()
      expect([Number(refused.headers.get("retry-after")), refused.json]).toEqual([
        1,
        { detail: Errors.table.TooManyUnknownKeys.message }
      ])
      const statuses = await Promise.all(Array.from({ length: 50 }, () => ask(made.key)))
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
      expect((await send(`${own.origin}/v1/idp/users`, { headers: dataHeaders(made) })).status).toBe(200)
    } finally {
      await own.stop()
    }
  })
})

describe("many unknown links from one address", () => {
  it("get a 429, while whoever has opened a link can open it again", async () => {
    const own = await start()
    try {
      const { key, organization } = await own.run(makeTenant)
      const made = await send(`${own.origin}/v1/provisioning/organizations/${organization.id}/connect-sessions`, {
        method: "POST",
        headers: { "X-API-KEY": key },
        body: "{}"
      })
      const { id, url } = made.json as { readonly id: string; readonly url: string }
      const link = url.slice(url.indexOf("#") + 1)
      const open = (token: string, opener: string) =>
        send(`${own.origin}/v1/connect-sessions/${id}/open`, {
          method: "POST",
          headers: { Authorization: `Bearer ${token}`, "X-CONNECT-OPENER": opener }
        })
      const opener = randomUUID()
      expect((await open(link, opener)).status).toBe(200)
      const guess = () => open(`tribl_${randomBytes(32).toString("base64url")}`, randomUUID())
      // A busy machine may need several times as many before the address has no tokens left: its pauses earn new ones.
      const untilRefused = async (ask: typeof guess) => {
        const asked = async () => (await Promise.all(Array.from({ length: 200 }, ask))).map(({ status }) => status)
        while (!(await asked()).includes(429)) {}
      }
      await untilRefused(guess)
      const statuses = await Promise.all(Array.from({ length: 50 }, () => open(link, opener)))
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
      await untilRefused(() => open(link, randomUUID()))
    } finally {
      await own.stop()
    }
  })
})

describe("a clock that is set while a key is in use", () => {
  it.each([
    ["back by an hour", -3_600_000],
    ["forward by an hour", 3_600_000]
  ])("%s does not block the requests of the key", async (_, jump) => {
    expect((await users(dataHeaders(tenant))).status).toBe(200)
    const now = Date.now.bind(Date)
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + jump)
    try {
      const answers = [
        await users(dataHeaders(tenant)),
        await send(`${server.origin}/v1/provisioning/organizations`, { headers: dataHeaders(tenant) })
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    } finally {
      clock.mockRestore()
    }
  })
})
