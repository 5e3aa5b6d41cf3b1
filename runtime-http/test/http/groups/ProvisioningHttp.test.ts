import * as SqlClient from "@effect/sql/SqlClient"
import { Connection, Health, type JobExport, OffsetEnvelope, RecordKind, VendorError } from "@tributary/core"
import { Duration, Effect, Redacted, Schema } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as Connections from "../../../src/store/accounts/Connections.js"
import { nothing } from "../../../src/store/accounts/UnreadFields.js"
import * as ConnectorStops from "../../../src/store/jobs/ConnectorStops.js"
import { Jobs } from "../../../src/store/jobs/Jobs.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
import type { CredentialTest } from "../../../src/vendor/CredentialTest.js"
import { AddressInvalid, addressIssue, MalformedCredentials } from "../../../src/vendor/VendorSession.js"
import { acme, locs, makeTenant, type Reply, send, start, type Tenant, type TestServer } from "../TestServer.js"

const SECRET = "s3cret-value"
const vendorFields = { endpoint: "/check", status: 500, detail: "broken" }
const nowhere = "00000000-0000-4000-8000-000000000000"

let server: TestServer
let tenant: Tenant
let other: Tenant
let check: CredentialTest["Type"]["check"]
let test: CredentialTest["Type"]["test"]

const accept: CredentialTest["Type"]["check"] = (_connector, credentials) =>
  Effect.succeed({
    credentials: Redacted.make(JSON.stringify(credentials)),
    tenant: { id: "t1", address: "acme.example", further: [] },
    unreadFields: []
  })

beforeAll(async () => {
  const credentialTest = {
    check: (...args: Parameters<typeof check>) => check(...args),
    test: (...args: Parameters<typeof test>) => test(...args)
  }
  server = await start({ credentialTest })
  other = await server.run(makeTenant)
})
beforeEach(async () => {
  check = accept
  test = () => Effect.succeed({ isValid: true, message: "ok", dataExportTypes: [], problems: [] })
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const call = (method: string, path: string, body?: unknown, key = tenant.key): Promise<Reply> =>
  send(`${server.origin}/v1/provisioning/organizations${path}`, {
    method,
    headers: { "X-API-KEY": key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const connections = () => `/${tenant.organization.id}/connections`
const connection = () => `${connections()}/${tenant.connection.id}`
const credentials = { base_url: "https://acme.example", api_token: SECRET }

const detailOf = (reply: Reply) => (reply.json as { detail: ReadonlyArray<Record<string, unknown>> }).detail

describe("organizations", () => {
  it("can be created, listed, read and deleted [contract: organizations]", async () => {
    const created = await call("POST", "", { name: "  Initech ", identifier: "i-1" })
    expect([created.status, created.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "Initech",
        identifier: "i-1",
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/)
      }
    ])
    const { id } = created.json as { id: string }
    expect((await call("GET", `/${id}`)).json).toEqual(created.json)
    expect((await call("GET", "")).json).toMatchObject({
      count: 2,
      total: 2,
      items: [{ name: "Org" }, { name: "Initech" }]
    })
    expect((await call("GET", "?limit=1&offset=1")).json).toMatchObject({ count: 1, total: 2, items: [{ id }] })
    const deleted = await call("DELETE", `/${id}`)
    expect([deleted.status, deleted.text]).toEqual([204, ""])
    expect((await call("GET", `/${id}`)).status).toBe(404)
    expect((await call("DELETE", `/${id}`)).status).toBe(404)
    expect((await call("GET", "")).json).toMatchObject({ total: 1 })
  })

  it("delete their connections with them", async () => {
    expect((await call("DELETE", `/${tenant.organization.id}`)).status).toBe(204)
    expect((await call("GET", connection())).status).toBe(404)
    const headers = { "X-API-KEY": tenant.key, "X-CONNECTION-ID": tenant.connection.id }
    expect((await send(`${server.origin}/v1/idp/users`, { headers })).status).toBe(404)
  })

  it("say what is wrong with their address", async () => {
    check = () => Effect.fail(new AddressInvalid({ issues: [addressIssue("base_url", "no host has this name")] }))
    const reply = await call("POST", connections(), { vendor: "ACME", credentials })
    expect(reply.headers.get("x-error-code")).toBe("ADDRESS_INVALID")
    const detail = { msg: "This address cannot be used: no host has this name", type: "address_invalid" }
    expect(reply.json).toMatchObject({ detail: [detail] })
  })

  it.each([
    [
      new VendorError.ServerError({ endpoint: "/check", status: null, detail: "did not answer in time" }),
      "Acme <Directory> failed (/check: did not answer in time). If it lasts, look for an outage of Acme <Directory>."
    ],
    [
      new VendorError.ClientError({
        endpoint: "/check",
        status: 400,
        detail: "answered 400",
        request: "GET https://acme.example/check?limit=1"
      }),
      "Acme <Directory> rejected a request (/check: answered 400 to GET https://acme.example/check?limit=1). Check whether that address exists"
    ]
  ])(
    "say what happened, in the words of the failure table, if the vendor could not check them: %s",
    async (error, sentence) => {
      check = () => Effect.fail(error)
      const reply = await call("POST", connections(), { vendor: "ACME", credentials })
      expect([reply.status, reply.json]).toEqual([502, { detail: expect.stringContaining(` ${sentence}`) }])
    }
  )

  it("says how long to wait if the vendor's rate limit is used up", async () => {
    check = () => Effect.fail(new VendorError.RateLimited({ ...vendorFields, retryAfter: Duration.hours(2) }))
    const reply = await call("POST", connections(), { vendor: "ACME", credentials })
    expect(reply.status).toBe(502)
    expect(reply.json).toEqual({ detail: expect.stringContaining("rate limit") })
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(7_100)
  })

  const bad: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
    [{}, ["body.name"]],
    [{ name: "" }, ["body.name"]],
    [{ name: "   " }, ["body.name"]],
    [{ name: 3 }, ["body.name"]],
    [{ name: null }, ["body.name"]],
    [{ name: "a\u0000b" }, ["body.name"]],
    [{ name: "a\ud800" }, ["body.name"]],
    [{ name: "a".repeat(501) }, ["body.name"]],
    [{ name: "a", identifier: "" }, ["body.identifier"]],
    [{ name: "a", identifier: {} }, ["body.identifier"]],
    [{ nmae: "a" }, ["body.name", "body.nmae"]],
    [[], ["body"]],
    ["a", ["body"]],
    [null, ["body"]]
  ]
  it.each(bad)("reject %j [contract: organizations]", async (body, expected) => {
    const reply = await call("POST", "", body)
    expect([reply.status, [...locs(reply)].sort()]).toEqual([422, expected])
    for (const entry of detailOf(reply)) expect(entry).toHaveProperty("input")
  })
})

describe("foreign and nonexistent resources", () => {
  const paths: ReadonlyArray<readonly [method: string, path: string, body: unknown]> = [
    ["GET", "", undefined],
    ["DELETE", "", undefined],
    ["GET", "/connections", undefined],
    ["POST", "/connections", { vendor: "ACME", credentials }],
    ["GET", "/connections/:id", undefined],
    ["PATCH", "/connections/:id", { identifier: "x" }],
    ["PATCH", "/connections/:id", { credentials }],
    ["DELETE", "/connections/:id", undefined],
    ["GET", "/connections/:id/status", undefined],
    ["GET", "/connections/:id/test", undefined],
    ["GET", "/connections/:id/jobs", undefined],
    ["GET", "/connections/:id/counts?kind=idp_user&by=is_admin", undefined],
    ["POST", "/connections/:id/sync", undefined]
  ]
  it.each(paths)("%s %s get the same 404 [contract: nothing-of-others]", async (method, path, body) => {
    const at = (organization: string, id: string) => call(method, `/${organization}${path.replace(":id", id)}`, body)
    const theirs = await at(other.organization.id, other.connection.id)
    const none = await at(nowhere, nowhere)
    const mixed = await at(other.organization.id, tenant.connection.id)
    expect([theirs.status, none.status, mixed.status]).toEqual([404, 404, 404])
    expect(theirs.text).toBe(none.text)
    expect(mixed.text).toBe(none.text)
  })

  it("are not changed", async () => {
    expect((await call("GET", `/${other.organization.id}/connections`, undefined, other.key)).json).toMatchObject({
      total: 1
    })
  })

  it("get a 422 for ids that are not UUIDs", async () => {
    const reply = await call("GET", "/x/connections/y")
    expect([reply.status, locs(reply)]).toEqual([422, ["path.organization_id"]])
    expect(locs(await call("GET", `/${nowhere}/connections/y`))).toEqual(["path.connection_id"])
  })
})

describe("creating a connection", () => {
  it("stores verified credentials and returns the connection [contract: connection-creation]", async () => {
    const reply = await call("POST", connections(), { vendor: "ACME", credentials, identifier: "mine" })
    expect([reply.status, reply.json]).toEqual([
      201,
      {
        id: expect.any(String),
        vendor: "ACME",
        is_active: true,
        refresh_interval_secs: 14400,
        timeout_secs: 3600,
        organization_id: tenant.organization.id,
        organization_name: "Org",
        state: "ACTIVE",
        created_at: expect.any(String),
        updated_at: expect.any(String),
        health: {
          name: "HEALTHY",
          status: "HEALTHY",
          description: "connection is healthy",
          resolution_owner: "SERVICE",
          details: null
        },
        identifier: "mine",
        auth_type: "API_KEY",
        oauth2_authorize_url: null,
        oauth2_problem: null,
        credentials: { base_url: "https://acme.example" },
        data_export_types: ["idp"],
        held_back_deletions: [],
        unread_fields: []
      }
    ])
    const { id } = reply.json as { id: string }
    const stored = await server.run(Effect.flatMap(Connections.Connections, (store) => store.credentialsOf(id)))
    expect(JSON.parse(Redacted.value(stored.credentials))).toEqual(credentials)
    expect((await call("GET", `${connections()}/${id}`)).json).toEqual(reply.json)
  })

  const refusals: ReadonlyArray<readonly [string, CredentialTest["Type"]["check"], number, ReadonlyArray<string>]> = [
    [
      "the vendor rejects",
      () => Effect.fail(new VendorError.Unauthorized({ ...vendorFields, status: 401 })),
      422,
      ["body.credentials"]
    ],
    [
      "are malformed",
      () =>
        Effect.fail(
          new MalformedCredentials({ issues: [{ path: ["api_token"], message: "Expected a value for API token" }] })
        ),
      422,
      ["body.credentials.api_token"]
    ],
    [
      "lead nowhere",
      () => Effect.fail(new AddressInvalid({ issues: [addressIssue("base_url", "no host has this name")] })),
      422,
      ["body.credentials.base_url"]
    ],
    ["the vendor cannot check (5xx)", () => Effect.fail(new VendorError.ServerError(vendorFields)), 502, []],
    ["the vendor cannot check (4xx)", () => Effect.fail(new VendorError.ClientError(vendorFields)), 502, []],
    [
      "the vendor cannot check (429)",
      () => Effect.fail(new VendorError.RateLimited({ ...vendorFields, retryAfter: null })),
      502,
      []
    ],
    ["crash the connector", () => Effect.die(new Error(`broken by ${SECRET}`)), 500, []]
  ]
  it.each(refusals)(
    "stores nothing of credentials that %s [contract: credentials-refused]",
    async (_name, fails, status, expected) => {
      check = fails
      for (const [method, path, body] of [
        ["POST", connections(), { vendor: "ACME", credentials }],
        ["PATCH", connection(), { credentials, identifier: "changed" }]
      ] as const) {
        const reply = await call(method, path, body)
        expect(reply.status).toBe(status)
        if (status === 422) expect(locs(reply)).toEqual(expected)
        else expect(reply.json).toEqual({ detail: expect.any(String) })
        expect(reply.text).not.toContain(SECRET)
      }
      const left = await call("GET", connections())
      expect(left.json).toMatchObject({ total: 1, items: [{ identifier: null }] })
      const stored = await server.run(
        Effect.flatMap(Connections.Connections, (store) => store.credentialsOf(tenant.connection.id))
      )
      expect(Redacted.value(stored.credentials)).not.toContain(SECRET)
    }
  )

  const bad: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
    [{}, ["body.credentials", "body.vendor"]],
    [{ vendor: "NOBODY", credentials: SECRET }, ["body.credentials"]],
    [{ vendor: "NOBODY", credentials: {} }, ["body.vendor"]],
    [{ vendor: "ACME", credentials: [SECRET] }, ["body.credentials"]],
    [{ vendor: "ACME", credentials: null }, ["body.credentials"]],
    [{ vendor: 1, credentials: { a: SECRET } }, ["body.vendor"]],
    [{ vendor: "ACME", credentials, api_token: SECRET }, ["body.api_token"]],
    [{ vendor: "ACME", credentials, identifier: [SECRET] }, ["body.identifier"]],
    [{ vendor: "ACME", credentials, refresh_interval_secs: "often" }, ["body.refresh_interval_secs"]],
    [{ vendor: "ACME", credentials, refresh_interval_secs: 60 }, ["body.refresh_interval_secs"]],
    [{ vendor: "ACME", credentials, refresh_interval_secs: 1e10 }, ["body.refresh_interval_secs"]],
    [{ vendor: "ACME", credentials, refresh_interval_secs: 60.5 }, ["body.refresh_interval_secs"]],
    [
      { vendor: "ACME", credentials, timeout_secs: 0, refresh_interval_secs: 0 },
      ["body.refresh_interval_secs", "body.timeout_secs"]
    ],
    [{ vendor: "ACME", credentials, timeout_secs: 86_400 }, ["body.timeout_secs"]],
    [SECRET, ["body"]],
    [[SECRET], ["body"]]
  ]
  it("uses the connector's timing within the operator's bounds when the caller sets none [contract: connection-timing]", async () => {
    const timingBounds = {
      refreshIntervalSecs: { minimum: 300, maximum: 7200 },
      timeoutSecs: { minimum: 10, maximum: 1200 },
      fullScanIntervalSecs: { minimum: 3_600, maximum: 7_200 },
      eventsFirstLoadDays: { minimum: 1, maximum: 30 }
    }
    const strict = await start({
      connectors: [acme, { ...acme, vendor: "HASTY", refreshIntervalSecs: 60, timeoutSecs: 900 }],
      settings: { timingBounds: timingBounds }
    })
    const own = await strict.run(makeTenant)
    const create = async (body: object) => {
      const url = `${strict.origin}/v1/provisioning/organizations/${own.organization.id}/connections`
      const headers = { "X-API-KEY": own.key }
      return send(url, { method: "POST", headers, body: JSON.stringify({ credentials, ...body }) })
    }
    const settings = async (body: object) => {
      const { refresh_interval_secs, timeout_secs } = (await create(body)).json as Record<string, unknown>
      return [refresh_interval_secs, timeout_secs]
    }
    expect(await settings({ vendor: "HASTY" })).toEqual([300, 900])
    expect(await settings({ vendor: "ACME" })).toEqual([7200, 1200])
    expect(await settings({ vendor: "HASTY", refresh_interval_secs: 600, timeout_secs: 10 })).toEqual([600, 10])
    const out = await create({
      vendor: "HASTY",
      refresh_interval_secs: 299,
      timeout_secs: 1201,
      full_scan_interval_secs: 7201,
      events_first_load_days: 31
    })
    expect([out.status, locs(out)]).toEqual([
      422,
      ["body.refresh_interval_secs", "body.timeout_secs", "body.full_scan_interval_secs", "body.events_first_load_days"]
    ])
    expect(out.json).toMatchObject({
      detail: [
        {
          msg: "Expected an integer from 300 to 7200, the limits of this server",
          ctx: { minimum: 300, maximum: 7200 }
        },
        { msg: "Expected an integer from 10 to 1200, the limits of this server", ctx: { minimum: 10, maximum: 1200 } },
        {
          msg: "Expected an integer from 3600 to 7200, the limits of this server",
          ctx: { minimum: 3600, maximum: 7200 }
        },
        { msg: "Expected an integer from 1 to 30, the limits of this server", ctx: { minimum: 1, maximum: 30 } }
      ]
    })
    await strict.stop()
  })

  it("suggests the nearest field or vendor for a misspelled one", async () => {
    const reply = await call("POST", connections(), { vendor: "ACME", credentals: {}, refreshIntervalSecs: 600 })
    expect(detailOf(reply)).toMatchObject([
      { loc: ["body", "credentals"], msg: "Unknown field. Did you mean credentials?", ctx: { nearest: "credentials" } },
      { loc: ["body", "refreshIntervalSecs"], ctx: { nearest: "refresh_interval_secs" } },
      { loc: ["body", "credentials"], type: "missing" }
    ])
    const vendor = await call("POST", connections(), { vendor: "acme", credentials })
    expect(detailOf(vendor)).toMatchObject([{ loc: ["body", "vendor"], msg: expect.stringContaining("mean ACME?") }])
  })

  it("names a field with a very long name by its beginning", async () => {
    const name = "x".repeat(900_000)
    check = () => Effect.fail(new MalformedCredentials({ issues: [{ path: [name], message: "Unknown field." }] }))
    const bodies = [
      { vendor: "ACME", credentials, [name]: 1 },
      { vendor: "ACME", credentials: { [name]: "1" } }
    ]
    for (const body of bodies) {
      const reply = await call("POST", connections(), body)
      expect(reply.status).toBe(422)
      expect(JSON.stringify(detailOf(reply))).toContain(`"${"x".repeat(100)}..."`)
      expect(reply.text.length).toBeLessThan(1_000)
    }
  })

  it.each(bad)("rejects %j without quoting a secret [contract: credentials-refused]", async (body, expected) => {
    const reply = await call("POST", connections(), body)
    expect([reply.status, [...locs(reply)].sort()], reply.text).toEqual([422, expected])
    expect(reply.text).not.toContain(SECRET)
  })
})

describe("listing connections", () => {
  it("shows each connection as GET by id does, in pages of the offset envelope [contract: connection-fields]", async () => {
    const made = await call("POST", connections(), { vendor: "ACME", credentials, identifier: "second" })
    const records = [tenant.connection.id, (made.json as { id: string }).id].map(async (id) => {
      // The list leaves it out, because its path already names the organization.
      const { organization_name, ...record } = (await call("GET", `${connections()}/${id}`)).json as Record<
        string,
        unknown
      >
      expect(organization_name).toBe("Org")
      return record
    })
    const [first, second] = await Promise.all(records)
    const all = await call("GET", connections())
    expect(all.json).toEqual({ count: 2, total: 2, items: [first, second] })
    Schema.decodeUnknownSync(OffsetEnvelope(Connection), { onExcessProperty: "error" })(all.json)
    expect((await call("GET", `${connections()}?limit=1&offset=1`)).json).toEqual({
      count: 1,
      total: 2,
      items: [second]
    })
  })

  it("filters by health [contract: connection-list]", async () => {
    const made = await call("POST", connections(), { vendor: "ACME", credentials })
    const { id } = made.json as { id: string }
    const details = [{ data_export_type: "idp", endpoint: "/users" }]
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`update connection set health_name = 'UNAUTHORIZED', health_details = ${JSON.stringify(details)} where id = ${id}`
      )
    )
    const ids = async (query: string) => {
      const reply = await call("GET", `${connections()}${query}`)
      expect(reply.status, reply.text).toBe(200)
      const { items, total } = reply.json as { items: ReadonlyArray<{ id: string; health: unknown }>; total: number }
      expect(total).toBe(items.length)
      return items.map((item) => item.id)
    }
    expect(await ids("")).toEqual([tenant.connection.id, id])
    expect(await ids("?healthStatusCodes=UNAUTHORIZED")).toEqual([id])
    expect(await ids("?healthStatusCodes=UNAUTHORIZED,HEALTHY")).toEqual([tenant.connection.id, id])
    expect(await ids("?healthStatusCodes=UNAUTHORIZED&healthStatusCodes=HEALTHY")).toHaveLength(2)
    expect(await ids("?healthStatusCodes=INTERNAL_ERROR")).toEqual([])
    expect((await call("GET", `${connections()}/${id}`)).json).toMatchObject({
      health: { name: "UNAUTHORIZED", status: "UNHEALTHY", resolution_owner: "CUSTOMER", details }
    })
  })

  it.each([
    ["healthStatusCodes=SICK", "query.healthStatusCodes"],
    ["healthStatusCodes=", "query.healthStatusCodes"],
    ["limit=0", "query.limit"],
    ["limit=501", "query.limit"],
    ["offset=x", "query.offset"]
  ])("rejects %s [contract: connection-list]", async (query, loc) => {
    const reply = await call("GET", `${connections()}?${query}`)
    expect([reply.status, locs(reply)]).toEqual([422, [loc]])
  })
})

describe("updating a connection", () => {
  it("changes only the fields that are sent [contract: connection-update]", async () => {
    const before = (await call("GET", connection())).json as Record<string, unknown>
    expect((await call("PATCH", connection(), {})).json).toEqual(before)
    const changed = await call("PATCH", connection(), { identifier: "x", refresh_interval_secs: 600 })
    expect(changed.status).toBe(200)
    expect(changed.json).toEqual({
      ...before,
      identifier: "x",
      refresh_interval_secs: 600,
      updated_at: expect.not.stringMatching(String(before["updated_at"]))
    })
    expect((await call("PATCH", connection(), { identifier: null })).json).toMatchObject({
      identifier: null,
      timeout_secs: 600
    })
  })

  it("stores the interval of full scans, resets it on null, and does not show it in the connection", async () => {
    const intervalAfter = async (body: object) => {
      const reply = await call("PATCH", connection(), body)
      expect([reply.status, Object.keys(reply.json as object)]).toEqual([
        200,
        expect.not.arrayContaining(["full_scan_interval_secs"])
      ])
      const [row] = await server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`select full_scan_interval_secs as secs from connection where id = ${tenant.connection.id}`
        )
      )
      return row?.["secs"]
    }
    expect(await intervalAfter({ full_scan_interval_secs: 3_600 })).toBe(3_600)
    expect(await intervalAfter({ identifier: "y" })).toBe(3_600)
    expect(await intervalAfter({ full_scan_interval_secs: null })).toBeNull()
    const made = await call("POST", connections(), { vendor: "ACME", credentials, full_scan_interval_secs: 7_200 })
    expect(made.status).toBe(201)
    const [row] = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          select full_scan_interval_secs as secs from connection where id = ${(made.json as { id: string }).id}`
      )
    )
    expect(row?.["secs"]).toBe(7_200)
  })

  it("stores how many days of a log the first job reads, resets it on null, and notes who changed it", async () => {
    const daysOf = async (id: string) => {
      const [row] = await server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            select
              events_first_load_days as days,
              (select count(*)::int from audit_event where connection_id = connection.id and action = 'connection.update') as notes
            from connection where id = ${id}`
        )
      )
      return { days: row?.["days"], notes: Number(row?.["notes"]) }
    }
    const made = await call("POST", connections(), { vendor: "ACME", credentials, events_first_load_days: 90 })
    const { id } = made.json as { id: string }
    expect([made.status, await daysOf(id)]).toEqual([201, { days: 90, notes: 0 }])
    const own = `${connections()}/${id}`
    await call("PATCH", own, { events_first_load_days: 14 })
    expect(await daysOf(id)).toEqual({ days: 14, notes: 1 })
    await call("PATCH", own, { identifier: "logs" })
    expect(await daysOf(id)).toEqual({ days: 14, notes: 2 })
    await call("PATCH", own, { events_first_load_days: null })
    expect(await daysOf(id)).toEqual({ days: null, notes: 3 })
  })

  it("pauses and resumes [contract: connection-states]", async () => {
    expect((await call("PATCH", connection(), { state: "PAUSED" })).json).toMatchObject({
      state: "PAUSED",
      is_active: false
    })
    const headers = { "X-API-KEY": tenant.key, "X-CONNECTION-ID": tenant.connection.id }
    expect((await send(`${server.origin}/v1/idp/users`, { headers })).status).toBe(200)
    expect((await call("POST", `${connection()}/sync`)).status).toBe(409)
    expect((await call("PATCH", connection(), { state: "ACTIVE" })).json).toMatchObject({
      state: "ACTIVE",
      is_active: true
    })
  })

  it("stores new credentials and leaves the health to the next job [contract: credentials-update]", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update connection set health_name = 'UNAUTHORIZED' where id = ${tenant.connection.id}`
      )
    )
    const reply = await call("PATCH", connection(), { credentials })
    expect(reply.json).toMatchObject({ health: { name: "UNAUTHORIZED" } })
    expect(reply.text).not.toContain(SECRET)
    const stored = await server.run(
      Effect.flatMap(Connections.Connections, (store) => store.credentialsOf(tenant.connection.id))
    )
    expect(Redacted.value(stored.credentials)).toContain(SECRET)
  })

  it("refuses credentials of another tenant, unless the body says that it replaces the data", async () => {
    const globex: CredentialTest["Type"]["check"] = (connector, sent) =>
      Effect.map(accept(connector, sent), (checked) => ({
        ...checked,
        tenant: { id: "t2", address: "globex.example", further: [] },
        unreadFields: []
      }))
    await call("PATCH", connection(), { credentials })
    check = globex
    const refused = await call("PATCH", connection(), { credentials })
    expect([refused.status, locs(refused)]).toEqual([422, ["body.credentials"]])
    expect(refused.json).toMatchObject({
      detail: [{ type: "tenant_changed", ctx: { from: "t1 at acme.example", to: "t2 at globex.example" } }]
    })
    expect(refused.text).toContain("replace_tenant: true")
    expect(refused.text).not.toContain(SECRET)
    const stored = () =>
      server.run(Effect.flatMap(Connections.Connections, (store) => store.credentialsOf(tenant.connection.id)))
    expect(await stored()).toMatchObject({ tenant: { id: "t1" }, tenantReplacements: 0 })

    const lonely = await call("PATCH", connection(), { replace_tenant: true })
    expect([lonely.status, locs(lonely)]).toEqual([422, ["body.replace_tenant"]])
    expect((await call("PATCH", connection(), { credentials, replace_tenant: true })).status).toBe(200)
    expect(await stored()).toMatchObject({ tenant: { id: "t2" }, tenantReplacements: 1 })
    // Now they are credentials of the same tenant.
    expect((await call("PATCH", connection(), { credentials })).status).toBe(200)
  })

  it("is HEALTHY after the job that new credentials triggered [contract: credentials-update]", async () => {
    const { id } = tenant.connection
    const details = [{ data_export_type: "idp" as const, health: "UNAUTHORIZED" as const, endpoint: "/users" }]
    const runs = (health: Health.Health) =>
      server.run(
        Effect.gen(function* () {
          const [schedule, jobs] = [yield* SyncSchedule, yield* Jobs]
          const lease = yield* schedule.claim(id, { runner: "me/1", lock: null })
          if (lease === null) return false
          const status = health.name === "HEALTHY" ? ("SUCCESS" as const) : ("FAILED" as const)
          const jobId = yield* jobs.begin(lease)
          const problems = { found: [], isComplete: true }
          yield* jobs.finish(lease, jobId, {
            status,
            failureReason: null,
            dataExports: [],
            health,
            unread: nothing,
            problems
          })
          yield* schedule.finish(lease, status === "SUCCESS" ? "succeeded" : "unauthorized")
          return true
        })
      )
    const healthNow = async () => ((await call("GET", connection())).json as { health: object }).health
    expect(await runs(Health.fold(details))).toBe(true)
    expect(await healthNow()).toEqual(Health.fold(details))
    // Nothing is due: the next run is one interval away.
    expect(await runs(Health.healthy)).toBe(false)
    expect((await call("PATCH", connection(), { credentials })).status).toBe(200)
    expect(await healthNow()).toEqual(Health.fold(details))
    expect(await runs(Health.healthy)).toBe(true)
    expect(await healthNow()).toEqual(Health.healthy)
  })

  it.each([
    [{ state: "DELETED" }, "body.state"],
    [{ state: "PENDING" }, "body.state"],
    [{ state: 1 }, "body.state"],
    [{ credentials: SECRET }, "body.credentials"],
    [{ timeout_secs: null }, "body.timeout_secs"],
    [{ timeout_secs: 21_601 }, "body.timeout_secs"],
    [{ refresh_interval_secs: 299 }, "body.refresh_interval_secs"],
    [{ full_scan_interval_secs: 3_599 }, "body.full_scan_interval_secs"],
    [{ full_scan_interval_secs: 2_592_001 }, "body.full_scan_interval_secs"],
    [{ full_scan_interval_secs: "daily" }, "body.full_scan_interval_secs"],
    [{ events_first_load_days: 0 }, "body.events_first_load_days"],
    [{ events_first_load_days: 91 }, "body.events_first_load_days"],
    [{ events_first_load_days: 1.5 }, "body.events_first_load_days"],
    [{ vendor: "OKTA" }, "body.vendor"],
    [{ id: nowhere }, "body.id"],
    [{ organization_id: nowhere }, "body.organization_id"],
    [{ created_at: "2024-01-01T00:00:00.000Z" }, "body.created_at"],
    [{ healthy: {} }, "body.healthy"]
  ])("rejects %j [contract: connection-update]", async (body, loc) => {
    const reply = await call("PATCH", connection(), body)
    expect([reply.status, locs(reply)]).toEqual([422, [loc]])
    expect(reply.text).not.toContain(SECRET)
  })

  it("deletes the connection [contract: connection-update]", async () => {
    expect((await call("DELETE", connection())).status).toBe(204)
    expect((await call("GET", connection())).status).toBe(404)
    expect((await call("GET", connections())).json).toEqual({ count: 0, total: 0, items: [] })
    expect((await call("PATCH", connection(), { identifier: "x" })).status).toBe(404)
  })
})

describe("testing and syncing a connection", () => {
  const unreadFields = {
    fields: ["is_admin"],
    endpoint: "/users/{id}/roles",
    permissions: ["roles.read"],
    problem: "PERMISSION_MISSING",
    reason: "answered 403"
  } as const

  it("reports which export types the credentials can read [contract: connection-test]", async () => {
    test = (_connector, stored) =>
      Effect.succeed({
        isValid: Redacted.value(stored).includes("acme.example"),
        message: "Some.",
        dataExportTypes: [
          {
            dataExportType: "idp",
            isValid: true,
            message: "not every field",
            unreadFields: [{ ...unreadFields, kind: RecordKind.IdpUser }]
          }
        ],
        problems: []
      })
    const reply = await call("GET", `${connection()}/test`)
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        is_valid: true,
        message: "Some.",
        data_export_types: [
          {
            data_export_type: "idp",
            is_valid: true,
            message: "not every field",
            unread_fields: [{ ...unreadFields, record_kind: "idp_user", accepted_from: null }]
          }
        ],
        problems: []
      }
    ])
  })

  it("reports stored credentials that no longer match the connector", async () => {
    test = () => Effect.fail(new MalformedCredentials({ issues: [] }))
    const message =
      "This service can no longer read the credentials for Acme <Directory> that were entered. Enter them again."
    expect((await call("GET", `${connection()}/test`)).json).toEqual({
      is_valid: false,
      message,
      data_export_types: [],
      problems: [
        expect.objectContaining({
          health: "UNAUTHORIZED",
          reason: "CREDENTIALS_UNREADABLE",
          resolution_owner: "CUSTOMER",
          customer_message: message
        })
      ]
    })
  })

  it("queues a job only once [contract: sync]", async () => {
    expect((await call("GET", `${connection()}/jobs`)).json).toEqual({ count: 0, total: 0, items: [] })
    const job = await call("POST", `${connection()}/sync`)
    expect([job.status, job.json]).toEqual([
      202,
      {
        id: expect.any(String),
        status: "QUEUED",
        started_at: null,
        finished_at: null,
        failure_reason: null,
        data_exports: []
      }
    ])
    expect((await call("POST", `${connection()}/sync`)).json).toEqual(job.json)
    expect((await call("GET", `${connection()}/jobs`)).json).toEqual({ count: 1, total: 1, items: [job.json] })
  })

  it("shows what a job did, by export type [contract: job-fields]", async () => {
    const dataExport: JobExport = {
      data_export_type: "idp",
      health: "HEALTHY",
      reason: null,
      resolution_owner: null,
      customer_message: null,
      endpoint: null,
      message: null,
      seen: 6,
      created: 1,
      changed: 2,
      unchanged: 2,
      deleted: 7,
      rejected: 1,
      duplicates: 1,
      duplicate_samples: [],
      unreadable: 2,
      unreadable_samples: ["idp_user last_login_at: Expected an ISO 8601 date-time with an offset"],
      unmapped: 3,
      held_back: 8,
      held_back_deletions: [],
      missing_records: [],
      unread_fields: [{ ...unreadFields, record_kind: "idp_user", accepted_from: null }]
    }
    await server.run(
      Effect.gen(function* () {
        const [schedule, jobs] = [yield* SyncSchedule, yield* Jobs]
        yield* schedule.request(tenant.connection.id)
        const lease = yield* schedule.claim(tenant.connection.id, { runner: "me/1", lock: null })
        if (lease === null) return yield* Effect.die("the connection is not due")
        const jobId = yield* jobs.begin(lease)
        const unread = { found: dataExport.unread_fields, settled: [], readAnew: ["idp_user"], kinds: ["idp_user"] }
        const problems = { found: [], isComplete: true }
        const end = { status: "SUCCESS", failureReason: null, health: Health.healthy, unread, problems } as const
        yield* jobs.finish(lease, jobId, { ...end, dataExports: [dataExport] })
      })
    )
    expect((await call("GET", `${connection()}/jobs`)).json).toMatchObject({
      items: [{ status: "SUCCESS", data_exports: [dataExport] }]
    })
    const shown = { unread_fields: dataExport.unread_fields, health: { name: "HEALTHY" } }
    expect((await call("GET", connection())).json).toMatchObject(shown)
    expect((await call("GET", connections())).json).toMatchObject({ items: [shown] })
  })

  const isFullRequested = () =>
    server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ readonly isRequested: boolean }>`
          select full_scan_requested_at is not null as "isRequested"
          from connection where id = ${tenant.connection.id}`
        return row?.isRequested
      })
    )

  it("stores a request for a full job, even if a job is queued, and stores nothing without the flag [contract: sync]", async () => {
    const queued = await call("POST", `${connection()}/sync?full=false`)
    expect([queued.status, await isFullRequested()]).toEqual([202, false])
    const full = await call("POST", `${connection()}/sync?full=true`)
    expect([full.status, full.json, await isFullRequested()]).toEqual([202, queued.json, true])
    const wrong = await call("POST", `${connection()}/sync?full=1`)
    expect([wrong.status, locs(wrong)]).toEqual([422, ["query.full"]])
  })

  it("refuses full jobs that follow each other too soon, and says when the next one is accepted", async () => {
    const run = (statement: string) =>
      server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement, [tenant.connection.id])))
    const full = await call("POST", `${connection()}/sync?full=true`)
    // It has not begun, so this is the same job.
    expect((await call("POST", `${connection()}/sync?full=true`)).json).toEqual(full.json)
    const endJob = () =>
      run("update job set status = 'FAILED', started_at = created_at, finished_at = now() where connection_id = $1")
    await endJob()
    // It ended without reading anything, so nothing has begun either.
    expect((await call("POST", `${connection()}/sync?full=true`)).status).toBe(202)
    await endJob()
    await run("insert into scan (connection_id, extractor, baseline, started_at) values ($1, 'acme', '', now())")
    const soon = await call("POST", `${connection()}/sync?full=true`)
    expect([soon.status, soon.headers.get("x-error-code")]).toEqual([429, "FULL_SCAN_TOO_SOON"])
    const wait = Number(soon.headers.get("retry-after"))
    expect([wait > 3_000, wait <= 3_600]).toEqual([true, true])
    expect((await call("POST", `${connection()}/sync`)).status).toBe(202)
    await run("update connection set full_scan_requested_at = now() - interval '1 hour' where id = $1")
    expect([(await call("POST", `${connection()}/sync?full=true`)).status, await isFullRequested()]).toEqual([
      202,
      true
    ])
  })

  it("answers 409 while a job runs [contract: sync]", async () => {
    const job = (await call("POST", `${connection()}/sync`)).json as { id: string }
    await server.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update job set status = 'RUNNING' where id = ${job.id}`)
    )
    expect([(await call("POST", `${connection()}/sync?full=true`)).status, await isFullRequested()]).toEqual([
      409,
      false
    ])
    const reply = await call("POST", `${connection()}/sync`)
    expect([reply.status, reply.json]).toEqual([
      409,
      {
        detail: "A job is already running for this connection. Try again when it has finished."
      }
    ])
  })
})

describe("held-back deletions", () => {
  const path = () => `${connection()}/held-back-deletions`

  /** Holds deletions of these kinds back; the job of the connection is not due. */
  const hold = (...held: ReadonlyArray<readonly [kind: string, count: number, reason: string]>) =>
    server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = tenant.connection
        for (const [kind, count, reason] of held) {
          yield* sql`insert into scan (connection_id, extractor, baseline) values (${id}, ${kind}, 'tenant 0')`
          yield* sql`
            insert into held_back_deletion (connection_id, kind, extractor, first_scan, reason, count, held_since)
            values (${id}, ${kind}, ${kind}, 1, ${reason}, ${count}, '2026-01-02T03:04:05.678Z')`
        }
        yield* sql`update schedule set next_run_at = clock_timestamp() + interval '1 day' where connection_id = ${id}`
      })
    )

  const isDue = () =>
    server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          select next_run_at <= clock_timestamp() as "isDue" from schedule where connection_id = ${tenant.connection.id}`
      )
    )

  const users = { record_kind: "idp_user", count: 7, reason: "EVERYTHING", held_since: "2026-01-02T03:04:05.678Z" }
  const groups = { ...users, record_kind: "idp_group", count: 3, reason: "UNREADABLE_ROWS" }

  it("are shown by the connection, and confirmed by kind, which makes a full scan due at once", async () => {
    await hold(["idp_user", 7, "EVERYTHING"], ["idp_group", 3, "UNREADABLE_ROWS"])
    const shown = { held_back_deletions: [groups, users] }
    expect((await call("GET", connection())).json).toMatchObject(shown)
    expect((await call("GET", connections())).json).toMatchObject({ items: [shown] })

    const confirmed = await call("POST", path(), { decision: "CONFIRM", record_kinds: ["idp_user", "device"] })
    expect([confirmed.status, confirmed.json]).toEqual([200, { held_back_deletions: [users] }])
    expect(await isDue()).toEqual([{ isDue: true }])
    const scans = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        select extractor, confirm_at <= clock_timestamp() as "isDue" from scan where connection_id = ${tenant.connection.id} order by extractor`
    )
    expect(await server.run(scans)).toEqual([
      { extractor: "idp_group", isDue: null },
      { extractor: "idp_user", isDue: true }
    ])
    expect((await call("GET", connection())).json).toMatchObject({ held_back_deletions: [groups] })
  })

  it("are all dismissed if no kind is named", async () => {
    await hold(["idp_user", 7, "EVERYTHING"], ["idp_group", 3, "UNREADABLE_ROWS"])
    const dismissed = await call("POST", path(), { decision: "DISMISS" })
    expect([dismissed.status, dismissed.json]).toEqual([200, { held_back_deletions: [groups, users] }])
    expect(await isDue()).toEqual([{ isDue: false }])
    expect((await call("GET", connections())).json).toMatchObject({ items: [{ held_back_deletions: [] }] })
  })

  it("answer 409 if none of them is waiting, and change nothing", async () => {
    await hold(["idp_user", 7, "EVERYTHING"])
    const reply = await call("POST", path(), { decision: "CONFIRM", record_kinds: ["device"] })
    expect([reply.status, reply.json]).toEqual([409, { detail: expect.stringContaining("held_back_deletions") }])
    expect(await isDue()).toEqual([{ isDue: false }])
    expect((await call("GET", connection())).json).toMatchObject({ held_back_deletions: [users] })
  })

  it("answer 404 on a connection of another account or organization, and change nothing", async () => {
    await hold(["idp_user", 7, "EVERYTHING"])
    const body = { decision: "CONFIRM" }
    expect((await call("POST", path(), body, other.key)).status).toBe(404)
    const elsewhere = `/${other.organization.id}/connections/${tenant.connection.id}/held-back-deletions`
    expect((await call("POST", elsewhere, body)).status).toBe(404)
    expect((await call("POST", elsewhere, body, other.key)).status).toBe(404)
    expect((await call("GET", connection())).json).toMatchObject({ held_back_deletions: [users] })
  })

  const bad: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
    [{}, ["body.decision"]],
    [{ decision: "confirm" }, ["body.decision"]],
    [{ decision: "CONFIRM", record_kinds: [] }, ["body.record_kinds"]],
    [{ decision: "CONFIRM", record_kinds: ["idp_users"] }, ["body.record_kinds"]],
    [{ decision: "CONFIRM", record_kinds: "idp_user" }, ["body.record_kinds"]],
    [{ decision: "CONFIRM", kinds: ["idp_user"] }, ["body.kinds"]]
  ]
  it.each(bad)("reject %j", async (body, expected) => {
    const reply = await call("POST", path(), body)
    expect([reply.status, locs(reply)]).toEqual([422, expected])
  })
})

describe("connections of a stopped connector", () => {
  const stops = () => server.run(ConnectorStops.ConnectorStops)

  afterEach(async () => {
    await server.run(Effect.flatMap(ConnectorStops.ConnectorStops, ({ resume }) => resume("ACME", null)))
  })

  it("ask the vendor nothing, and say that the operator stopped it [contract: stopped-connectors]", async () => {
    const body = { vendor: "ACME", credentials }
    const keyed = () =>
      send(`${server.origin}/v1/provisioning/organizations${connections()}`, {
        method: "POST",
        headers: { "X-API-KEY": tenant.key, "Idempotency-Key": "before-the-stop" },
        body: JSON.stringify(body)
      })
    const first = await keyed()
    await server.run((await stops()).stop("ACME", null, "It sends wrong data."))
    check = () => Effect.dieMessage("The vendor was asked.")
    test = () => Effect.dieMessage("The vendor was asked.")
    const refused = [
      await call("POST", connections(), body),
      await call("PATCH", connection(), { credentials }),
      await call("GET", `${connection()}/test`),
      await call("POST", `${connection()}/sync`)
    ]
    for (const reply of refused) {
      expect([reply.status, reply.headers.get("x-error-code"), reply.json]).toEqual([
        409,
        "CONNECTOR_STOPPED",
        {
          detail:
            "The operator of this service has stopped the connector of ACME (It sends wrong data). Nothing was changed. What is stored can still be read; try again when the operator lets the connector run."
        }
      ])
    }
    const again = await keyed()
    expect([again.status, again.json]).toEqual([201, first.json])
    expect((await call("PATCH", connection(), { identifier: "mine" })).status).toBe(200)
    expect((await call("DELETE", connection())).status).toBe(204)
  })

  it("have the health of a failure of the service, and their records can be read", async () => {
    const headers = { "X-API-KEY": tenant.key, "X-CONNECTION-ID": tenant.connection.id }
    const list = (health: string) => call("GET", `${connections()}?healthStatusCodes=${health}`)
    await server.run((await stops()).stop("ACME", null, "It sends wrong data."))
    const health = Health.of("INTERNAL_ERROR")
    expect((await call("GET", connection())).json).toMatchObject({ state: "ACTIVE", is_active: true, health })
    expect((await list("INTERNAL_ERROR")).json).toMatchObject({ total: 1, items: [{ health }] })
    expect((await list("HEALTHY")).json).toMatchObject({ total: 0 })
    expect((await send(`${server.origin}/v1/idp/users`, { headers })).status).toBe(200)
    await server.run((await stops()).resume("ACME", null))
    expect((await call("GET", connection())).json).toMatchObject({ health: Health.healthy })
    expect((await list("HEALTHY")).json).toMatchObject({ total: 1 })
  })
})
