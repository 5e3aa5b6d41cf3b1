import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { type Connector, VendorError } from "@tributary/core"
import { Deferred, Duration, Effect, Layer, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { openApiDocument } from "../../../src/api/index.js"
import * as CustomerErrors from "../../../src/api/parts/CustomerErrors.js"
import * as ClientAddress from "../../../src/http/server/access/ClientAddress.js"
import * as FloodGuards from "../../../src/http/server/access/FloodGuards.js"
import { AccountUsage } from "../../../src/store/accounts/AccountUsage.js"
import { DEFAULT_REGION, Keys } from "../../../src/store/accounts/ApiKeys.js"
import { MAX_FAILED_CHECKS } from "../../../src/store/connect/ConnectSessions.js"
import * as Retention from "../../../src/store/Retention.js"
import type { CheckedCredentials, CheckFailure, TestReport } from "../../../src/vendor/CredentialTest.js"
import { AddressInvalid, addressIssue } from "../../../src/vendor/VendorSession.js"
import {
  acme,
  credentialTestOf,
  locs,
  makeTenant,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer
} from "../TestServer.js"

// biome-ignore lint/suspicious/noExplicitAny: a test reads into the body as into any JSON
type Json = any
type Answer = Omit<Reply, "json"> & { readonly json: Json }

const SECRET = "s3cret-token-of-the-customer"
const credentials = { base_url: "https://acme.example", api_token: SECRET }
const [extractor] = acme.exports.idp ?? []
/** Exports two types of data. */
const globex: Connector.Connector = {
  ...acme,
  vendor: "GLOBEX",
  name: "Globex",
  exports: { idp: [extractor as never], devices: [extractor as never] }
}

/** What the vendor says of credentials; by default it accepts them. */
let verdict: Effect.Effect<void, CheckFailure> = Effect.void
let checked: ReadonlyArray<unknown> = []
let tenantId = "t1"
/** What a test of credentials finds. */
let report: TestReport = { isValid: true, message: "ok", dataExportTypes: [], problems: [] }

const check = (connector: Parameters<ReturnType<typeof credentialTestOf>["check"]>[0], sent: unknown) =>
  Effect.gen(function* () {
    checked = [...checked, sent]
    yield* verdict
    const accepted: CheckedCredentials = yield* credentialTestOf({}).check(connector, sent)
    return { ...accepted, tenant: { ...accepted.tenant, id: tenantId } }
  })

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start({
    connectors: [acme, globex],
    credentialTest: { check, test: () => Effect.succeed(report) },
    settings: { servers: [{ url: "https://api.example/eu/v1" }] },
    // So that requests can come from many addresses: those of one with unknown keys are limited.
    override: Layer.succeed(ClientAddress.TrustedProxies, 1)
  })
})
beforeEach(async () => {
  verdict = Effect.void
  checked = []
  tenantId = "t1"
  report = { isValid: true, message: "ok", dataExportTypes: [], problems: [] }
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const call = (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> =>
  send(`${server.origin}/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const withKey = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(method, path, { "X-API-KEY": tenant.key, ...headers }, body)

const withToken = (token: string, method: string, path: string, body?: unknown) =>
  call(method, path, { Authorization: `Bearer ${token}` }, body)

const codeOf = ({ headers, status }: Pick<Reply, "headers" | "status">) => [status, headers.get("x-error-code")]

const sessions = () => `/provisioning/organizations/${tenant.organization.id}/connect-sessions`
const connections = () => `/provisioning/organizations/${tenant.organization.id}/connections`

const tokenOf = (url: string): string => new URL(url).hash.slice(1)

type Customer = Pick<Tenant, "key"> & { readonly organization: { readonly id: string } }

/** Another organization of the same account. */
const secondOrganization = async (): Promise<Customer> => ({
  key: tenant.key,
  organization: (await withKey("POST", "/provisioning/organizations", { name: "Second" })).json
})

const made = async (
  body: object = {},
  { key, organization }: Customer = tenant
): Promise<{ readonly id: string; readonly link: string }> => {
  const path = `/provisioning/organizations/${organization.id}/connect-sessions`
  const { json, status, text } = await call("POST", path, { "X-API-KEY": key }, body)
  expect(status, text).toBe(201)
  return { id: json.id, link: tokenOf(json.url) }
}

/** Opens a link as whoever has made the text, or without one. */
const openAs = ({ id, link }: { readonly id: string; readonly link: string }, opener?: string) =>
  call("POST", `/connect-sessions/${id}/open`, {
    Authorization: `Bearer ${link}`,
    ...(opener === undefined ? {} : { "X-CONNECT-OPENER": opener })
  })

const opened = async (
  body: object = {},
  of: Customer = tenant
): Promise<{ readonly id: string; readonly link: string; readonly token: string }> => {
  const session = await made(body, of)
  const { json, status, text } = await withToken(session.link, "POST", `/connect-sessions/${session.id}/open`)
  expect(status, text).toBe(200)
  return { ...session, token: json.token }
}

const connect = ({ id, token }: { readonly id: string; readonly token: string }, body: object = {}) =>
  withToken(token, "POST", `/connect-sessions/${id}/connection`, { vendor: "ACME", credentials, ...body })

const inDatabase = <A extends object>(run: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
  server.run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, run)))

const expire = (id: string) =>
  inDatabase((sql) => sql`update connect_session set expires_at = clock_timestamp() where id = ${id} returning 1`)

const failedChecks = async (id: string): Promise<number> => {
  const [row] = await inDatabase(
    (sql) => sql<{ readonly count: number }>`select failed_checks as count from connect_session where id = ${id}`
  )
  return row?.count ?? -1
}

/** Every request of a page, with what its body is. */
const ofPage = [
  ["POST", "/open", undefined],
  ["GET", "", undefined],
  ["POST", "/test", { vendor: "ACME", credentials }],
  ["POST", "/connection", { vendor: "ACME", credentials }],
  ["GET", "/connection", undefined]
] as const

describe("a link for a customer", () => {
  it("is shown once, and is listed without its token [contract: connect-sessions]", async () => {
    const body = { vendors: ["ACME"], identifier: "emea", return_url: "https://product.example/done?x=1" }
    const { json, status } = await withKey("POST", sessions(), body)
    expect(status).toBe(201)
    const { url, ...shown } = json
    expect(url).toMatch(new RegExp(`^https://api\\.example/eu/connect/${shown.id}#tribl_[\\w-]{43}$`))
    expect(shown).toEqual({
      id: expect.any(String),
      organization_id: tenant.organization.id,
      vendors: ["ACME"],
      connection_id: null,
      identifier: "emea",
      data_export_types: null,
      return_url: "https://product.example/done?x=1",
      state: "CREATED",
      expires_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/)
    })
    expect(Math.round((Date.parse(shown.expires_at) - Date.parse(shown.created_at)) / 1_000)).toBe(604_800)
    expect((await withKey("GET", `${sessions()}/${shown.id}`)).json).toEqual(shown)
    expect((await withKey("GET", sessions())).json).toEqual({ count: 1, total: 1, items: [shown] })
    const token = tokenOf(url)
    const kept = await inDatabase(
      (sql) => sql`select 1 from connect_session as row where row::text like ${`%${token}%`}`
    )
    expect(kept).toEqual([])
  })

  it("is made once for all requests with the same key, and later ones do not get its token", async () => {
    const headers = { "Idempotency-Key": "one" }
    const first = await withKey("POST", sessions(), {}, headers)
    const again = await withKey("POST", sessions(), {}, headers)
    expect(again).toMatchObject({ status: 201, json: { ...first.json, url: null } })
    expect((await withKey("GET", sessions())).json.total).toBe(1)
    const token = tokenOf(first.json.url)
    const kept = await inDatabase((sql) => sql`select 1 from idempotency_key where answer like ${`%${token}%`}`)
    expect(kept).toEqual([])
  })

  it("is refused with an address to return to that is not https, or has credentials [contract: connect-sessions]", async () => {
    for (const return_url of [
      "http://product.example",
      "http://localhost.evil.example",
      "http://127.0.0.1.evil.example",
      "http://notlocalhost",
      "https://a:b@product.example",
      "https://a@product.example",
      "javascript:alert(1)",
      "https://product.example/a\u0000b",
      "//product.example",
      "product",
      `https://product.example/${"x".repeat(2_000)}`,
      1
    ]) {
      const asked = await withKey("POST", sessions(), { return_url })
      expect([return_url, asked.status, locs(asked)]).toEqual([return_url, 422, ["body.return_url"]])
    }
    for (const return_url of ["http://localhost:3000/x", "http://127.0.0.1/", "http://[::1]:1/", null]) {
      expect([return_url, (await withKey("POST", sessions(), { return_url })).json.return_url]).toEqual([
        return_url,
        return_url
      ])
    }
    // What a browser opens is what was checked.
    const parsed = await withKey("POST", sessions(), { return_url: "https://PRODUCT.example:443/a b" })
    expect(parsed.json.return_url).toBe("https://product.example/a%20b")
  })

  it("is refused for an unknown vendor, types, lifetimes, fields, and what a connection excludes [contract: connect-sessions]", async () => {
    const { id } = tenant.connection
    const bad: ReadonlyArray<readonly [object, string]> = [
      [{ vendors: ["ACNE"] }, "body.vendors"],
      [{ data_export_types: ["nothing"] }, "body.data_export_types"],
      [{ data_export_types: [] }, "body.data_export_types"],
      [{ link_lifetime_secs: 59 }, "body.link_lifetime_secs"],
      [{ link_lifetime_secs: 604_801 }, "body.link_lifetime_secs"],
      [{ vendor: "ACME" }, "body.vendor"],
      [{ connection_id: id, vendors: ["ACME"] }, "body.vendors"],
      [{ connection_id: id, identifier: "emea" }, "body.identifier"]
    ]
    for (const [body, loc] of bad) {
      const asked = await withKey("POST", sessions(), body)
      expect([body, asked.status, locs(asked)]).toEqual([body, 422, [loc]])
    }
  })

  it("is not made for a connection or an organization of another account, which do not see it either [contract: connect-sessions]", async () => {
    const other = await server.run(makeTenant)
    const { organization } = await secondOrganization()
    const path = `/provisioning/organizations/${organization.id}/connections`
    const ofSecond = await withKey("POST", path, { vendor: "ACME", credentials })
    expect(ofSecond.status, ofSecond.text).toBe(201)
    for (const connection_id of [other.connection.id, ofSecond.json.id]) {
      const foreign = await withKey("POST", sessions(), { connection_id })
      expect(codeOf(foreign)).toEqual([404, "CONNECTION_NOT_FOUND"])
    }
    const { id } = await made()
    const asOther = (method: string, path: string, body?: object) =>
      call(method, path, { "X-API-KEY": other.key }, body)
    expect(codeOf(await asOther("POST", sessions(), {}))).toEqual([404, "ORGANIZATION_NOT_FOUND"])
    expect(codeOf(await asOther("GET", sessions()))).toEqual([404, "ORGANIZATION_NOT_FOUND"])
    const own = `/provisioning/organizations/${other.organization.id}/connect-sessions/${id}`
    for (const path of [`${sessions()}/${id}`, own]) {
      for (const method of ["GET", "DELETE"]) {
        expect(codeOf(await asOther(method, path))).toEqual([404, "CONNECT_SESSION_NOT_FOUND"])
      }
    }
    expect((await withKey("GET", `${sessions()}/${id}`)).json.state).toBe("CREATED")
  })

  it("opens once, also if it is opened twice at the same time [contract: connect-sessions]", async () => {
    const { id, link } = await made()
    const open = () => withToken(link, "POST", `/connect-sessions/${id}/open`)
    const both = await Promise.all([open(), open()])
    expect(both.map(codeOf).toSorted()).toEqual([
      [200, null],
      [409, "CONNECT_LINK_OPENED"]
    ])
    const again = await open()
    expect(codeOf(again)).toEqual([409, "CONNECT_LINK_OPENED"])
    expect(again.json.detail).toBe("This link was opened already. Ask for a new one.")
    const [won] = both.filter(({ status }) => status === 200)
    expect(won?.json.token).toMatch(/^tribs_[\w-]{43}$/)
    const lifetime = Date.parse(won?.json.expires_at) - Date.now()
    expect(lifetime).toBeLessThanOrEqual(3_600_000)
    expect(lifetime).toBeGreaterThan(3_540_000)
    expect((await withKey("GET", `${sessions()}/${id}`)).json.state).toBe("OPENED")
  })

  it("opens again for whoever has opened it, with the same answer, and for nobody else [contract: connect-sessions]", async () => {
    const session = await made()
    const [own, other] = [randomUUID(), randomUUID()]
    const both = await Promise.all([openAs(session, own), openAs(session, own)])
    const again = await openAs(session, own)
    expect([...both, again].map(codeOf)).toEqual(Array(3).fill([200, null]))
    const { token } = again.json
    expect(new Set([...both, again].map(({ text }) => text)).size).toBe(1)
    for (const opener of [other, undefined, "short", `${own}x`]) {
      expect([opener, ...codeOf(await openAs(session, opener))]).toEqual([opener, 409, "CONNECT_LINK_OPENED"])
    }
    const { items } = (await withKey("GET", "/audit-events?limit=2")).json
    expect(items.map(({ action }: Json) => action)).toEqual(["connect_session.open", "connect_session.create"])
    const row = await inDatabase(
      (sql) => sql<{ readonly text: string }>`
        select connect_session::text || ' ' || encode(token_hash, 'escape') as text from connect_session where id = ${session.id}`
    )
    for (const secret of [own, token, token.slice("tribs_".length)]) expect(row[0]?.text).not.toContain(secret)
    expect((await connect({ id: session.id, token })).status).toBe(201)
    expect((await openAs(session, own)).text).toBe(again.text)
    await expire(session.id)
    expect(codeOf(await openAs(session, own))).toEqual([401, "CONNECT_SESSION_EXPIRED"])
    expect(codeOf(await openAs(session, other))).toEqual([409, "CONNECT_LINK_OPENED"])
    await withKey("DELETE", `${sessions()}/${session.id}`)
    expect(codeOf(await openAs(session, own))).toEqual([401, "CONNECT_SESSION_INVALID"])
  })

  it("gives another session for another link of the same opener, and refuses a text that could be guessed", async () => {
    const opener = randomUUID()
    const [one, two] = [await made(), await made()]
    for (const text of [
      "short",
      "x".repeat(21),
      "x".repeat(129),
      "with spaces and more than that",
      "ümläute-ümläute-ümläute"
    ]) {
      const asked = await openAs(one, encodeURI(text).replaceAll("%20", " "))
      expect([text, asked.status, locs(asked)]).toEqual([text, 422, ["header.X-CONNECT-OPENER"]])
    }
    expect((await withKey("GET", `${sessions()}/${one.id}`)).json.state).toBe("CREATED")
    const tokens = [await openAs(one, opener), await openAs(two, opener)].map(({ json }) => json.token)
    expect(tokens).toEqual([expect.stringMatching(/^tribs_[\w-]{43}$/), expect.stringMatching(/^tribs_[\w-]{43}$/)])
    expect(tokens[0]).not.toBe(tokens[1])
  })

  it("is not used up by a request that fails", async () => {
    const session = await made()
    await inDatabase((sql) => sql`alter table audit_event rename to audit_event_away`)
    const failed = await openAs(session).finally(() =>
      inDatabase((sql) => sql`alter table audit_event_away rename to audit_event`)
    )
    expect(codeOf(failed)).toEqual([500, "INTERNAL_ERROR"])
    expect((await withKey("GET", `${sessions()}/${session.id}`)).json.state).toBe("CREATED")
    expect((await openAs(session)).status).toBe(200)
  })

  it("ends by itself, and with a DELETE, which also ends its session [contract: connect-sessions]", async () => {
    const late = await made()
    await expire(late.id)
    expect(codeOf(await withToken(late.link, "POST", `/connect-sessions/${late.id}/open`))).toEqual([
      401,
      "CONNECT_SESSION_EXPIRED"
    ])
    expect((await withKey("GET", `${sessions()}/${late.id}`)).json.state).toBe("EXPIRED")
    const link = await made()
    expect((await withKey("DELETE", `${sessions()}/${link.id}`)).status).toBe(204)
    expect((await withKey("DELETE", `${sessions()}/${link.id}`)).status).toBe(204)
    expect(codeOf(await withToken(link.link, "POST", `/connect-sessions/${link.id}/open`))).toEqual([
      401,
      "CONNECT_SESSION_INVALID"
    ])
    const session = await opened()
    await withKey("DELETE", `${sessions()}/${session.id}`)
    for (const [method, path, body] of ofPage) {
      const asked = await withToken(session.token, method, `/connect-sessions/${session.id}${path}`, body)
      expect([path, ...codeOf(asked)]).toEqual([path, 401, "CONNECT_SESSION_INVALID"])
    }
    expect((await withKey("GET", `${sessions()}/${session.id}`)).json.state).toBe("REVOKED")
    expect(checked).toEqual([])
  })

  it("leaves the list a week after it has ended, and not before", async () => {
    const [old, young] = [await made(), await made()]
    await inDatabase(
      (sql) => sql`
        update connect_session
        set expires_at = clock_timestamp() - make_interval(days => case when id = ${old.id} then 8 else 6 end)
        where id in (${old.id}, ${young.id})
        returning 1`
    )
    await server.run(Retention.purge(30))
    const { items } = (await withKey("GET", sessions())).json
    expect(items.map(({ id }: Json) => id)).toEqual([young.id])
  })
})

describe("the session of a customer", () => {
  it("shows what can be connected, and nothing may keep its answers [contract: connect-sessions]", async () => {
    const { id, token } = await opened({ vendors: ["ACME"], return_url: "https://product.example/" })
    const asked = await withToken(token, "GET", `/connect-sessions/${id}`)
    expect(asked.json).toMatchObject({
      id,
      organization_name: "Org",
      connection: null,
      return_url: "https://product.example/",
      state: "OPENED"
    })
    const { json: catalogue } = await call("GET", "/connectors", {})
    expect(asked.json.connectors).toEqual(catalogue.filter(({ vendor }: Json) => vendor === "ACME"))
    expect(asked.headers.get("cache-control")).toBe("no-store")
    const all = await opened()
    const { connectors } = (await withToken(all.token, "GET", `/connect-sessions/${all.id}`)).json
    expect(connectors).toEqual(catalogue)
  })

  it("answers a wrong token, a wrong id, a link's token and a key with the same bytes [contract: connect-sessions]", async () => {
    const { id, link, token } = await opened()
    const other = await opened()
    const elsewhere = [
      await opened({}, await secondOrganization()),
      await opened({ connection_id: tenant.connection.id }),
      await opened({}, await server.run(makeTenant))
    ]
    const flipped = `${token.slice(0, -2)}${token.at(-2) === "a" ? "b" : "a"}${token.at(-1)}`
    const wrong: ReadonlyArray<readonly [string, Record<string, string>]> = [
      [id, {}],
      [id, { Authorization: `Bearer ${flipped}` }],
      [id, { Authorization: `Bearer ${other.token}` }],
      ...elsewhere.flatMap((session): typeof wrong => [
        [id, { Authorization: `Bearer ${session.token}` }],
        [session.id, { Authorization: `Bearer ${token}` }]
      ]),
      [id, { Authorization: `Bearer ${tenant.key}` }],
      [id, { Authorization: token }],
      [id, { "X-API-KEY": tenant.key }],
      [id, { "X-API-KEY": tenant.key, Authorization: `Bearer ${token}` }],
      [other.id, { Authorization: `Bearer ${token}` }],
      [tenant.organization.id, { Authorization: `Bearer ${token}` }],
      ["nonsense", { Authorization: `Bearer ${token}` }]
    ]
    const answers = new Set<string>()
    for (const [method, path, body] of ofPage) {
      for (const [at, headers] of wrong) {
        const asked = await call(method, `/connect-sessions/${at}${path}`, headers, body)
        expect([path, at, ...codeOf(asked)]).toEqual([path, at, 401, "CONNECT_SESSION_INVALID"])
        answers.add(asked.text)
      }
      const sent = path === "/open" ? token : link
      const mistaken = await withToken(sent, method, `/connect-sessions/${id}${path}`, body)
      expect([path, ...codeOf(mistaken)]).toEqual([path, 401, "CONNECT_SESSION_INVALID"])
      answers.add(mistaken.text)
    }
    expect(answers.size).toBe(1)
    expect(checked).toEqual([])
  })

  it("gives no access to any operation that needs a key, neither as a key nor as it is [contract: connect-sessions]", async () => {
    const { id, link, token } = await opened()
    const ids: Readonly<Record<string, string>> = {
      organization_id: tenant.organization.id,
      connection_id: tenant.connection.id,
      session_id: id,
      key_id: tenant.keyId
    }
    const operations = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { security }]) => {
        const schemes = security.flatMap((requirement: object) => Object.keys(requirement))
        const isOfCustomer = schemes.length === 0 || schemes.includes("connectSession")
        const at = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? randomUUID())
        return isOfCustomer ? [] : [{ method: method.toUpperCase(), path: at, schemes }]
      })
    )
    expect(operations.length).toBeGreaterThan(100)
    let sent = 0
    for (const { method, path, schemes } of operations) {
      const body = method === "GET" || method === "DELETE" ? undefined : {}
      for (const secret of [link, token]) {
        const ways: ReadonlyArray<Readonly<Record<string, string>>> = [
          { "X-API-KEY": secret },
          { "X-OPERATOR-KEY": secret },
          { Authorization: `Bearer ${secret}` }
        ]
        for (const headers of ways) {
          sent += 1
          const from = { "X-CONNECTION-ID": tenant.connection.id, "X-Forwarded-For": `10.0.${sent >> 6}.1` }
          const isOfAnAccount = schemes.includes("operatorKey") && "X-API-KEY" in headers
          const refusal = isOfAnAccount ? [403, "KEY_OF_ACCOUNT"] : [401, "KEY_INVALID"]
          const asked = await call(method, path, { ...from, ...headers }, body)
          expect([method, path, Object.keys(headers), ...codeOf(asked)]).toEqual([
            method,
            path,
            Object.keys(headers),
            ...refusal
          ])
        }
      }
    }
  })

  it("makes one connection with the identifier and types of the link, and is used up by it [contract: connect-sessions]", async () => {
    const session = await opened({ identifier: "emea", data_export_types: ["devices"] })
    const stored = await connect(session, { vendor: "GLOBEX" })
    expect(stored.status, stored.text).toBe(201)
    expect(stored.json).toMatchObject({ vendor: "GLOBEX", state: "ACTIVE", phase: "FIRST_SYNC_PENDING", problems: [] })
    expect(stored.text).not.toContain(SECRET)
    const { json: connection } = await withKey("GET", `${connections()}/${stored.json.id}`)
    expect(connection).toMatchObject({ identifier: "emea", data_export_types: ["devices"], vendor: "GLOBEX" })
    for (const path of ["test", "connection"]) {
      const body = { vendor: "GLOBEX", credentials }
      const asked = await withToken(session.token, "POST", `/connect-sessions/${session.id}/${path}`, body)
      expect([path, ...codeOf(asked)]).toEqual([path, 409, "CONNECT_SESSION_USED"])
    }
    expect(checked).toHaveLength(1)
    expect((await withKey("GET", connections())).json.total).toBe(2)
    const status = await withToken(session.token, "GET", `/connect-sessions/${session.id}/connection`)
    expect(status.json).toEqual(stored.json)
    expect((await withKey("GET", `${sessions()}/${session.id}`)).json).toMatchObject({
      state: "CONNECTED",
      connection_id: stored.json.id
    })
  })

  it("makes one connection of two requests that come together, also after both have passed the check [contract: connect-sessions]", async () => {
    const session = await opened()
    const [arrived, go] = await server.run(Effect.all([Deferred.make<void>(), Deferred.make<void>()]))
    let waiting = 0
    verdict = Effect.suspend(() => {
      waiting += 1
      return Effect.zipRight(waiting === 2 ? Deferred.succeed(arrived, undefined) : Effect.void, Deferred.await(go))
    })
    const both = Promise.all([connect(session), connect(session)])
    await server.run(Effect.zipRight(Deferred.await(arrived), Deferred.succeed(go, undefined)))
    expect((await both).map(codeOf).toSorted()).toEqual([
      [201, null],
      [409, "CONNECT_SESSION_USED"]
    ])
    expect((await withKey("GET", connections())).json.total).toBe(2)
  })

  it("makes no connection if it ends while the vendor is asked [contract: connect-sessions]", async () => {
    const ends: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
      revoked: (id) => withKey("DELETE", `${sessions()}/${id}`),
      expired: expire
    }
    for (const [how, end] of Object.entries(ends)) {
      const session = await opened()
      verdict = Effect.asVoid(Effect.promise(() => end(session.id)))
      expect([how, ...codeOf(await connect(session))]).toEqual([how, 409, "CONNECT_SESSION_USED"])
    }
    expect((await withKey("GET", connections())).json.total).toBe(1)
  })

  it("can be used again after credentials that could not be stored [contract: connect-sessions]", async () => {
    const session = await opened({ identifier: "emea" })
    await withKey("PATCH", `${connections()}/${tenant.connection.id}`, { identifier: "emea" })
    expect(codeOf(await connect(session))).toEqual([409, "IDENTIFIER_TAKEN"])
    await withKey("PATCH", `${connections()}/${tenant.connection.id}`, { identifier: "apac" })
    expect((await connect(session)).status).toBe(201)
  })

  it("is not made for an identifier that each of its vendors has already, or for an account that is full", async () => {
    await withKey("PATCH", `${connections()}/${tenant.connection.id}`, { identifier: "emea" })
    const taken = await withKey("POST", sessions(), { vendors: ["ACME"], identifier: "emea" })
    expect(codeOf(taken)).toEqual([409, "IDENTIFIER_TAKEN"])
    expect(taken.json.detail).toContain(tenant.connection.id)
    for (const body of [
      { vendors: ["ACME", "GLOBEX"], identifier: "emea" },
      { identifier: "emea" },
      { vendors: ["ACME"] }
    ]) {
      expect([body, (await withKey("POST", sessions(), body)).status]).toEqual([body, 201])
    }
    await server.run(Effect.flatMap(AccountUsage, ({ setQuota }) => setQuota(tenant.accountId, "connections", 1)))
    expect(codeOf(await withKey("POST", sessions(), { vendors: ["ACME"] }))).toEqual([409, "QUOTA_EXCEEDED"])
    // Whoever renews a connection makes none.
    expect((await withKey("POST", sessions(), { connection_id: tenant.connection.id })).status).toBe(201)
    const limited = await server.run(
      Effect.flatMap(Keys, (keys) =>
        keys.create(tenant.accountId, "one organization", { scopes: null, organizations: [tenant.organization.id] })
      )
    )
    const unseen = await call("POST", sessions(), { "X-API-KEY": Redacted.value(limited.key) }, {})
    expect([...codeOf(unseen), unseen.json.detail.includes("1 connections")]).toEqual([409, "QUOTA_EXCEEDED", false])
  })

  it("says before a secret is entered that nothing can be connected, and asks no vendor", async () => {
    const session = await opened({ identifier: "emea" })
    const view = async () => (await withToken(session.token, "GET", `/connect-sessions/${session.id}`)).json
    const shown = async () => {
      const { blocked, connectors } = await view()
      return [connectors.map(({ vendor }: Json) => vendor), blocked]
    }
    expect(await shown()).toEqual([["ACME", "GLOBEX"], null])
    await withKey("PATCH", `${connections()}/${tenant.connection.id}`, { identifier: "emea" })
    expect(await shown()).toEqual([["GLOBEX"], null])
    const other = await withKey("POST", connections(), { vendor: "GLOBEX", credentials, identifier: "emea" })
    expect(await shown()).toEqual([[], CustomerErrors.blocks.taken])
    checked = []
    for (const path of ["test", "connection"]) {
      const asked = await withToken(session.token, "POST", `/connect-sessions/${session.id}/${path}`, {
        vendor: "ACME",
        credentials
      })
      expect([path, ...codeOf(asked)]).toEqual([path, 409, "IDENTIFIER_TAKEN"])
      expect(asked.json.detail).toBe(`Nothing was stored. ${CustomerErrors.blocks.taken}`)
    }
    await withKey("DELETE", `${connections()}/${other.json.id}`)
    await server.run(Effect.flatMap(AccountUsage, ({ setQuota }) => setQuota(tenant.accountId, "connections", 1)))
    expect(await shown()).toEqual([["GLOBEX"], CustomerErrors.blocks.full])
    for (const path of ["test", "connection"]) {
      const asked = await withToken(session.token, "POST", `/connect-sessions/${session.id}/${path}`, {
        vendor: "GLOBEX",
        credentials
      })
      expect([path, ...codeOf(asked)]).toEqual([path, 409, "QUOTA_EXCEEDED"])
      expect(asked.json.detail).toBe(`Nothing was stored. ${CustomerErrors.blocks.full}`)
    }
    expect(checked).toEqual([])
    await server.run(Effect.flatMap(AccountUsage, ({ setQuota }) => setQuota(tenant.accountId, "connections", 2)))
    expect((await connect(session, { vendor: "GLOBEX" })).status).toBe(201)
    expect((await view()).blocked).toBeNull()
  })

  it("connects nothing but what the link offers [contract: connect-sessions]", async () => {
    const session = await opened({ vendors: ["ACME"], data_export_types: ["idp"] })
    const other = await connect(session, { vendor: "GLOBEX" })
    expect([other.status, locs(other), other.json.detail[0].msg]).toEqual([
      422,
      ["body.vendor"],
      "Unknown vendor. This link offers ACME."
    ])
    for (const body of [{ vendor: 1 }, { credentials: "none" }]) {
      const asked = await connect(session, body)
      expect([asked.status, asked.text.includes("/v1/")]).toEqual([422, false])
    }
    const more = await connect(session, { data_export_types: ["devices"] })
    expect([more.status, locs(more)]).toEqual([422, ["body.data_export_types"]])
    expect(checked).toEqual([])
    // Acme exports none of these.
    const narrow = await opened({ data_export_types: ["devices"] })
    const { connectors } = (await withToken(narrow.token, "GET", `/connect-sessions/${narrow.id}`)).json
    expect(connectors.map(({ vendor }: Json) => vendor)).toEqual(["GLOBEX"])
  })

  it("stores nothing with a test, which says what the credentials can read [contract: connect-sessions]", async () => {
    const { id, token } = await opened()
    const tested = await withToken(token, "POST", `/connect-sessions/${id}/test`, { vendor: "ACME", credentials })
    expect(tested.json).toEqual({ is_valid: true, message: "ok", data_export_types: [], problems: [] })
    expect(tested.text).not.toContain(SECRET)
    expect((await withKey("GET", connections())).json.total).toBe(1)
    expect(codeOf(await withToken(token, "GET", `/connect-sessions/${id}/connection`))).toEqual([404, "NOT_CONNECTED"])
  })

  it("refuses further credentials after too many that failed, of tests and connections together [contract: connect-sessions]", async () => {
    const session = await opened()
    expect(
      (await withToken(session.token, "POST", `/connect-sessions/${session.id}/test`, { vendor: "ACME", credentials }))
        .status
    ).toBe(200)
    const wrong = [
      ["CREDENTIALS_REJECTED", new VendorError.Unauthorized({ endpoint: "/check", status: 401, detail: "no" })],
      ["ADDRESS_INVALID", new AddressInvalid({ issues: [addressIssue("base_url", "no host has this name")] })]
    ] as const
    for (let count = 0; count < MAX_FAILED_CHECKS; count += 1) {
      const path = count % 2 === 0 ? "test" : "connection"
      const [code, failure] = wrong[count % 3 === 0 ? 1 : 0]
      verdict = failure
      const body = { vendor: "ACME", credentials }
      const asked = await withToken(session.token, "POST", `/connect-sessions/${session.id}/${path}`, body)
      expect(codeOf(asked)).toEqual([422, code])
    }
    verdict = Effect.void
    expect(codeOf(await connect(session))).toEqual([409, "TOO_MANY_FAILED_CHECKS"])
    expect(checked).toHaveLength(MAX_FAILED_CHECKS + 1)
    expect((await connect(await opened())).status).toBe(201)
  })

  it("counts checks whose answer nobody waits for, so that leaving is no way to try more credentials", async () => {
    const session = await opened()
    for (let count = 0; count < MAX_FAILED_CHECKS; count += 1) {
      const [asked, left] = await server.run(Effect.all([Deferred.make<void>(), Deferred.make<void>()]))
      verdict = Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Deferred.succeed(left, undefined))
      )
      const leaving = new AbortController()
      const body = JSON.stringify({ vendor: "ACME", credentials })
      const headers = { Authorization: `Bearer ${session.token}`, "Content-Type": "application/json" }
      const url = `${server.origin}/v1/connect-sessions/${session.id}/test`
      const sent = fetch(url, { method: "POST", headers, body, signal: leaving.signal })
      await server.run(Deferred.await(asked))
      leaving.abort()
      await expect(sent).rejects.toThrow()
      await server.run(Deferred.await(left))
    }
    verdict = Effect.void
    expect(codeOf(await connect(session))).toEqual([409, "TOO_MANY_FAILED_CHECKS"])
  })

  it("counts no outage of the vendor as failed credentials, but limits their rate", async () => {
    const session = await opened()
    const { burst, perSecond } = FloodGuards.table.openChecks
    const outages = [
      new VendorError.ServerError({ endpoint: "/check", status: 503, detail: "answered 503" }),
      new VendorError.RateLimited({ endpoint: "/check", status: 429, detail: "no", retryAfter: Duration.seconds(7) })
    ]
    const answers: Array<Awaited<ReturnType<typeof connect>>> = []
    const began = performance.now()
    do {
      verdict = outages[answers.length % 2] ?? Effect.void
      answers.push(await connect(session))
    } while (answers.at(-1)?.status !== 429 && answers.length < 2 * burst)
    /** By how much the allowance has grown meanwhile. */
    const grown = Math.ceil(((performance.now() - began) / 1_000) * perSecond)
    const limited = answers.pop()
    expect(limited && codeOf(limited)).toEqual([429, "TOO_MANY_REQUESTS"])
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(answers.length).toBeGreaterThanOrEqual(burst)
    expect(answers.length).toBeLessThanOrEqual(burst + grown)
    expect(checked).toHaveLength(answers.length)
    expect(answers.map(codeOf)).toEqual(
      answers.map((_, index) => [502, index % 2 === 0 ? "VENDOR_UNAVAILABLE" : "VENDOR_LIMITED"])
    )
    expect([...new Set(answers.map(({ json }) => json.detail))]).toEqual([
      "Acme <Directory> did not answer as it should, so nothing could be checked. Nothing was changed; try again later.",
      "Acme <Directory> allows no more requests for now, so nothing could be checked. Nothing was changed; try again in 7 seconds."
    ])
    expect(await failedChecks(session.id)).toBe(0)
    verdict = Effect.void
    expect((await connect(await opened())).status).toBe(201)
  })

  it("counts a test that reads nothing only if the customer has to act", async () => {
    const counts: Array<readonly [string, number]> = []
    for (const owner of ["CUSTOMER", "VENDOR"] as const) {
      report = { ...report, isValid: false, problems: [{ resolution_owner: owner } as never] }
      const session = await opened()
      await withToken(session.token, "POST", `/connect-sessions/${session.id}/test`, { vendor: "ACME", credentials })
      counts.push([owner, await failedChecks(session.id)])
    }
    expect(counts).toEqual([
      ["CUSTOMER", 1],
      ["VENDOR", 0]
    ])
  })

  it("says that the connection which it made is gone once that is deleted, and ends with its organization", async () => {
    const [first, second] = [await opened(), await opened()]
    const { json } = await connect(first)
    const look = ({ id, token }: typeof first) => withToken(token, "GET", `/connect-sessions/${id}/connection`)
    expect((await look(first)).status).toBe(200)
    await withKey("DELETE", `${connections()}/${json.id}`)
    const gone = await look(first)
    expect([...codeOf(gone), gone.json.detail]).toEqual([
      404,
      "CONNECTION_NOT_FOUND",
      CustomerErrors.sentences.ConnectionNotFound
    ])
    expect((await connect(second)).status).toBe(201)
    await withKey("DELETE", `/provisioning/organizations/${tenant.organization.id}`)
    expect(codeOf(await look(second))).toEqual([401, "CONNECT_SESSION_INVALID"])
  })

  it("ends after its time, and with its organization, and is of no use in another region [contract: connect-sessions]", async () => {
    const session = await opened()
    await expire(session.id)
    for (const [method, path, body] of ofPage.slice(1)) {
      const asked = await withToken(session.token, method, `/connect-sessions/${session.id}${path}`, body)
      expect([path, ...codeOf(asked)]).toEqual([path, 401, "CONNECT_SESSION_EXPIRED"])
    }
    const [other, foreign] = [await opened(), await opened()]
    const moveTo = (region: string) =>
      inDatabase((sql) => sql`update account set region = ${region} where id = ${tenant.accountId} returning 1`)
    await moveTo("elsewhere")
    expect(codeOf(await connect(foreign))).toEqual([401, "CONNECT_SESSION_INVALID"])
    await moveTo(DEFAULT_REGION)
    await withKey("DELETE", `/provisioning/organizations/${tenant.organization.id}`)
    expect(codeOf(await connect(other))).toEqual([401, "CONNECT_SESSION_INVALID"])
    expect(checked).toEqual([])
  })

  it("leaves its steps in the audit log, with who took them [contract: connect-sessions]", async () => {
    const session = await opened()
    const { json } = await connect(session)
    const removed = await made()
    await withKey("DELETE", `${sessions()}/${removed.id}`)
    const { items } = (await withKey("GET", "/audit-events?limit=7")).json
    expect(
      items.map((event: Json) => [event.action, event.actor, event.actor_id, event.resource_id, event.connection_id])
    ).toEqual([
      ["connect_session.revoke", "API_KEY", tenant.keyId, removed.id, null],
      ["connect_session.create", "API_KEY", tenant.keyId, removed.id, null],
      ["connect_session.connect", "CONNECT_SESSION", session.id, session.id, json.id],
      ["connection.create", "CONNECT_SESSION", session.id, json.id, json.id],
      ["connect_session.open", "CONNECT_SESSION", session.id, session.id, null],
      ["connect_session.create", "API_KEY", tenant.keyId, session.id, null],
      ["connection.create", expect.any(String), null, tenant.connection.id, tenant.connection.id]
    ])
  })
})

describe("a session that renews the credentials of a connection", () => {
  const reconnecting = () => opened({ connection_id: tenant.connection.id })

  const replace = (session: { readonly id: string; readonly token: string }, sent: object) =>
    withToken(session.token, "POST", `/connect-sessions/${session.id}/connection`, {
      vendor: "ACME",
      credentials: sent
    })

  beforeEach(async () => {
    await withKey("PATCH", `${connections()}/${tenant.connection.id}`, {
      credentials: { ...credentials, api_token: "f0rmer-secret" }
    })
    checked = []
  })

  it("shows the connection without its secrets [contract: connect-sessions]", async () => {
    const { id, token } = await reconnecting()
    const asked = await withToken(token, "GET", `/connect-sessions/${id}`)
    expect(asked.json.connection).toMatchObject({
      id: tenant.connection.id,
      vendor: "ACME",
      credentials: { base_url: "https://acme.example" },
      state: "ACTIVE",
      health: { name: "HEALTHY" },
      problems: []
    })
    expect(asked.json.connectors.map(({ vendor }: Json) => vendor)).toEqual(["ACME"])
    expect(asked.text).not.toContain("f0rmer-secret")
  })

  it("shows what is wrong and who must act, without the words for the operator [contract: connect-sessions]", async () => {
    const { id, token } = await reconnecting()
    await inDatabase(
      (sql) => sql`
        insert into connection_problem (connection_id, extractor, reason, export_type, endpoint, detail, permissions)
        values (${tenant.connection.id}, '', 'CREDENTIALS_REFUSED', null, '/users', 'said no', '[]')
        returning 1`
    )
    const { json } = await withToken(token, "GET", `/connect-sessions/${id}`)
    const { problems } = (await withKey("GET", `${connections()}/${tenant.connection.id}/status`)).json
    const [{ operator_message, ...shown }] = problems
    expect(operator_message).toEqual(expect.any(String))
    expect(shown).toMatchObject({
      reason: "CREDENTIALS_REFUSED",
      resolution_owner: "CUSTOMER",
      since: expect.any(String)
    })
    expect(json.connection.problems).toEqual([shown])
  })

  it("completes what is sent with what is stored, and makes no other connection [contract: connect-sessions]", async () => {
    const session = await reconnecting()
    const stored = await replace(session, { api_token: SECRET })
    expect(stored).toMatchObject({ status: 201, json: { id: tenant.connection.id } })
    expect(checked).toEqual([{ base_url: "https://acme.example", api_token: SECRET }])
    expect(stored.text).not.toContain(SECRET)
    expect((await withKey("GET", connections())).json.total).toBe(1)
    expect(codeOf(await replace(session, { api_token: SECRET }))).toEqual([409, "CONNECT_SESSION_USED"])
  })

  it("lets the customer choose of the types that the connection has, and those of the link, and no others [contract: connect-sessions]", async () => {
    const { json } = await withKey("POST", connections(), { vendor: "GLOBEX", credentials, data_export_types: ["idp"] })
    const at = `${connections()}/${json.id}`
    const typesNow = async () => (await withKey("GET", at)).json.data_export_types.toSorted()
    const both = ["devices", "idp"]
    const session = await opened({ connection_id: json.id })
    expect((await withToken(session.token, "GET", `/connect-sessions/${session.id}`)).json.data_export_types).toEqual([
      "idp"
    ])
    checked = []
    for (const path of ["test", "connection"]) {
      const body = { vendor: "GLOBEX", credentials, data_export_types: ["idp", "devices"] }
      const asked = await withToken(session.token, "POST", `/connect-sessions/${session.id}/${path}`, body)
      expect([path, asked.status, locs(asked)]).toEqual([path, 422, ["body.data_export_types"]])
    }
    expect([checked, await typesNow()]).toEqual([[], ["idp"]])

    const wider = await opened({ connection_id: json.id, data_export_types: ["devices"] })
    const { data_export_types } = (await withToken(wider.token, "GET", `/connect-sessions/${wider.id}`)).json
    expect(data_export_types.toSorted()).toEqual(both)
    expect((await connect(wider, { vendor: "GLOBEX", data_export_types })).status).toBe(201)
    expect(await typesNow()).toEqual(both)

    // Whoever chooses nothing changes nothing.
    const narrow = await opened({ connection_id: json.id, data_export_types: ["idp"] })
    expect((await connect(narrow, { vendor: "GLOBEX" })).status).toBe(201)
    expect(await typesNow()).toEqual(both)

    // The account takes a type away while the vendor is asked.
    const late = await opened({ connection_id: json.id })
    verdict = Effect.promise(() => withKey("PATCH", at, { data_export_types: ["idp"] }))
    const refused = await connect(late, { vendor: "GLOBEX", data_export_types })
    expect([...codeOf(refused), await typesNow()]).toEqual([412, "CHANGED_MEANWHILE", ["idp"]])
  })

  it("says whether a job has ended that began with the new credentials [contract: connect-sessions]", async () => {
    const session = await reconnecting()
    const stored = await replace(session, { api_token: SECRET })
    const hasRead = async () =>
      (await withToken(session.token, "GET", `/connect-sessions/${session.id}/connection`)).json.has_read
    /** A job that ends now and began so many seconds after the session was used up. */
    const jobEnds = (secs: number) =>
      inDatabase(
        (sql) => sql`
          insert into job (id, connection_id, status, started_at, finished_at)
          select gen_random_uuid(), connection_id, 'FAILED', connected_at + make_interval(secs => ${secs}), clock_timestamp()
          from connect_session where id = ${session.id}
          returning 1`
      )
    expect([stored.json.has_read, await hasRead()]).toEqual([false, false])
    await jobEnds(-1)
    expect(await hasRead()).toBe(false)
    await jobEnds(0.1)
    expect(await hasRead()).toBe(true)
    // The tokens of the jobs before a consent are those before it.
    await inDatabase(
      (sql) => sql`
        insert into consent (id, connection_id, granted_at)
        select gen_random_uuid(), connection_id, connected_at + interval '1 second' from connect_session where id = ${session.id}
        returning 1`
    )
    expect(await hasRead()).toBe(false)
    await jobEnds(2)
    expect(await hasRead()).toBe(true)
  })

  it("checks the stored credentials again if nothing is sent, because what they may read can have changed", async () => {
    const session = await reconnecting()
    const tested = await withToken(session.token, "POST", `/connect-sessions/${session.id}/test`, {
      vendor: "ACME",
      credentials: {}
    })
    expect(tested.status, tested.text).toBe(200)
    expect((await replace(session, {})).status).toBe(201)
    expect(checked).toEqual(Array(2).fill({ ...credentials, api_token: "f0rmer-secret" }))
  })

  it("sends no stored secret to another address, and tells none [contract: connect-sessions]", async () => {
    const session = await reconnecting()
    for (const path of ["test", "connection"]) {
      const body = { vendor: "ACME", credentials: { base_url: "https://evil.example" } }
      const asked = await withToken(session.token, "POST", `/connect-sessions/${session.id}/${path}`, body)
      expect([path, ...codeOf(asked), locs(asked)]).toEqual([
        path,
        422,
        "CREDENTIALS_MALFORMED",
        ["body.credentials.api_token"]
      ])
      expect(asked.text).not.toContain("f0rmer-secret")
    }
    expect(checked).toEqual([])
  })

  it("offers nothing if the service has no connector of the vendor any more", async () => {
    const { id, token } = await reconnecting()
    await inDatabase((sql) => sql`update connection set vendor = 'GONE' where id = ${tenant.connection.id} returning 1`)
    expect((await withToken(token, "GET", `/connect-sessions/${id}`)).json).toMatchObject({
      connectors: [],
      blocked: CustomerErrors.blocks.nothing
    })
    const asked = await connect({ id, token }, { vendor: "GONE" })
    expect([asked.status, asked.json.detail[0].msg]).toEqual([422, "Unknown vendor. This link offers none."])
  })

  it("refuses credentials of another tenant, which count as wrong, and can be used again [contract: connect-sessions]", async () => {
    const session = await reconnecting()
    tenantId = "t2"
    const refused = await replace(session, { api_token: SECRET })
    expect([...codeOf(refused), await failedChecks(session.id)]).toEqual([422, "TENANT_CHANGED", 1])
    expect(refused.json.detail[0].msg).toBe(
      "These credentials lead to another tenant of Acme <Directory>: the stored data is of t1 at acme.example, they are of t2 at acme.example. " +
        "Use the same tenant as before, or ask for a link with which you can connect the other one as well."
    )
    const patched = await withKey("PATCH", `${connections()}/${tenant.connection.id}`, {
      credentials: { api_token: SECRET }
    })
    expect(patched.json.detail[0].msg).toContain("replace_tenant: true")
    tenantId = "t1"
    expect((await replace(session, { api_token: SECRET })).status).toBe(201)
  })

  it("renews them once of two requests that come together [contract: connect-sessions]", async () => {
    const session = await reconnecting()
    const both = await Promise.all([replace(session, { api_token: "one" }), replace(session, { api_token: "two" })])
    expect(both.map(codeOf).toSorted()).toEqual([
      [201, null],
      [409, "CONNECT_SESSION_USED"]
    ])
  })

  it("finds nothing any more once the connection is deleted", async () => {
    const session = await reconnecting()
    await withKey("DELETE", `${connections()}/${tenant.connection.id}`)
    const asked = await replace(session, { api_token: SECRET })
    expect([...codeOf(asked), asked.json.detail]).toEqual([
      404,
      "CONNECTION_NOT_FOUND",
      CustomerErrors.sentences.ConnectionNotFound
    ])
    expect(codeOf(await withToken(session.token, "GET", `/connect-sessions/${session.id}`))[0]).toBe(404)
  })
})

describe("the key of an account", () => {
  it("leaves the links that it made when it is revoked, because they are of the account", async () => {
    const { id: keyId, key } = await server.run(Effect.flatMap(Keys, (keys) => keys.create(tenant.accountId, "leaver")))
    const asLeaver = { "X-API-KEY": Redacted.value(key) }
    const { json } = await call("POST", sessions(), asLeaver, {})
    await server.run(Effect.flatMap(Keys, (keys) => keys.revoke(keyId)))
    expect(codeOf(await call("GET", sessions(), asLeaver))).toEqual([401, "KEY_INVALID"])
    const { json: session } = await withToken(tokenOf(json.url), "POST", `/connect-sessions/${json.id}/open`)
    expect((await connect({ id: json.id, token: session.token })).status).toBe(201)
    const other = await made()
    expect((await withKey("DELETE", `${sessions()}/${other.id}`)).status).toBe(204)
  })

  it("makes and revokes links only with the scope provisioning", async () => {
    const limited = async (scope: "read" | "write") =>
      Redacted.value(
        (await server.run(Effect.flatMap(Keys, (keys) => keys.create(tenant.accountId, scope, { scopes: [scope] }))))
          .key
      )
    const { id } = await made()
    const [reader, writer] = [await limited("read"), await limited("write")]
    expect((await call("GET", sessions(), { "X-API-KEY": reader })).status).toBe(200)
    for (const key of [reader, writer]) {
      expect(codeOf(await call("POST", sessions(), { "X-API-KEY": key }, {}))).toEqual([403, "SCOPE_MISSING"])
      expect(codeOf(await call("DELETE", `${sessions()}/${id}`, { "X-API-KEY": key }))).toEqual([403, "SCOPE_MISSING"])
    }
  })
})
