import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Effect, Exit, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as AuditActions from "../../../src/api/parts/AuditActions.js"
import { AccountUsage } from "../../../src/store/accounts/AccountUsage.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import type { AuditEvent } from "../../../src/store/audit/AuditLog.js"
import { ConnectorStops } from "../../../src/store/jobs/ConnectorStops.js"
import { OutboundJobs } from "../../../src/store/jobs/OutboundJobs.js"
import * as Retention from "../../../src/store/Retention.js"
import * as RestoredDatabase from "../../../src/store/schedule/RestoredDatabase.js"
import * as MasterKeyLedger from "../../../src/store/secrets/MasterKeyLedger.js"
import * as TestServer from "../TestServer.js"

type Shown = Omit<AuditEvent, "account_id">
type Page = { readonly items: ReadonlyArray<Shown>; readonly next_before: number | null }

const credentials = { base_url: "https://acme.example", api_token: "another-s3cret" }

describe("the audit log", () => {
  let server: TestServer.TestServer
  let tenant: TestServer.Tenant
  beforeAll(async () => {
    server = await TestServer.start()
    tenant = await server.run(TestServer.makeTenant)
  })
  afterAll(() => server.stop())

  const call = (path: string, init: RequestInit = {}, key = tenant.key) =>
    TestServer.send(`${server.origin}/v1${path}`, { ...init, headers: { "X-API-KEY": key, ...init.headers } })
  const eventsOf = async (query = "", key = tenant.key) => (await call(`/audit-events${query}`, {}, key)).json as Page
  const newest = async () => (await eventsOf("?limit=1")).items[0]
  const organizations = "/provisioning/organizations"
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    call(path, { method: "POST", body: JSON.stringify(body), headers })

  it("has each change of an account: who, what, when and from where", async () => {
    const began = Date.now()
    const { id } = (await post(organizations, { name: "Globex" }, { "X-Request-Id": "create-globex" })).json as {
      readonly id: string
    }
    const event = await newest()
    expect(event).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      action: "organization.create",
      actor: "API_KEY",
      actor_id: tenant.keyId,
      resource_id: id,
      organization_id: id,
      connection_id: null,
      origin: "127.0.0.1",
      request_id: "create-globex"
    })
    expect(Math.abs(Date.parse(event?.at ?? "") - began)).toBeLessThan(60_000)
    const connections = `${organizations}/${id}/connections`
    const made = (await post(connections, { vendor: "ACME", credentials })).json as { readonly id: string }
    const one = `${connections}/${made.id}`
    await call(one, { method: "PATCH", body: '{"state":"PAUSED"}' })
    await call(one, { method: "PATCH", body: '{"state":"ACTIVE"}' })
    const job = (await call(`${one}/sync`, { method: "POST" })).json as { readonly id: string }
    await call(one, { method: "DELETE" })
    await call(`${organizations}/${id}`, { method: "DELETE" })
    const { items } = await eventsOf(`?organization_id=${id}`)
    expect(items.map(({ action, connection_id, resource_id }) => [action, connection_id, resource_id])).toEqual([
      ["organization.delete", null, id],
      ["connection.delete", made.id, made.id],
      ["connection.sync", made.id, job.id],
      ["connection.update", made.id, made.id],
      ["connection.update", made.id, made.id],
      ["connection.create", made.id, made.id],
      ["organization.create", null, id]
    ])
    expect(items.every(({ actor_id, organization_id }) => actor_id === tenant.keyId && organization_id === id)).toBe(
      true
    )
    expect((await eventsOf(`?connection_id=${made.id}&action=connection.sync`)).items).toHaveLength(1)
    expect((await eventsOf(`?organization_id=${id}&since=${items[1]?.at}`)).items.length).toBeLessThan(items.length)
  })

  it("has no event of a change that was refused or failed, and one of a change that was sent twice", async () => {
    const before = await newest()
    await post(organizations, { name: "" })
    await call(`${organizations}/${tenant.organization.id}/connections/${tenant.organization.id}`, { method: "DELETE" })
    await call(`${organizations}/${tenant.organization.id}/connections/${tenant.connection.id}`, {
      method: "PATCH",
      body: "{}"
    })
    expect(await newest()).toEqual(before)
    const twice = () => post(organizations, { name: "Initech" }, { "Idempotency-Key": "initech" })
    await twice()
    const once = await newest()
    expect(once?.id).toBeGreaterThan(before?.id ?? 0)
    await twice()
    expect(await newest()).toEqual(once)
  })

  it("notes a ticket with its order, and none that the queue refuses", async () => {
    const { connection, scope } = tenant
    const order = Effect.flatMap(OutboundJobs, (jobs) =>
      Effect.flatten(
        jobs.create({ ...scope, connectionId: connection.id, vendor: "ACME" } as never, {
          taskName: "create_ticket",
          payload: Redacted.make("{}")
        })
      )
    )
    const jobId = await server.run(order)
    expect(await newest()).toMatchObject({
      action: "ticket.create",
      resource_id: jobId,
      connection_id: connection.id,
      organization_id: tenant.organization.id,
      actor: "RUNTIME"
    })
    const before = await newest()
    const path = `${organizations}/${tenant.organization.id}/connections/${connection.id}`
    await call(path, { method: "PATCH", body: '{"state":"PAUSED"}' })
    expect(Exit.isFailure(await server.run(Effect.exit(order)))).toBe(true)
    await call(path, { method: "PATCH", body: '{"state":"ACTIVE"}' })
    const { items } = await eventsOf("?limit=3")
    expect(items.map(({ action }) => action)).toEqual(["connection.update", "connection.update", "ticket.create"])
    expect(items[2]).toEqual(before)
  })

  it("is read in pages, newest first, and ends", async () => {
    const all = (await eventsOf("?limit=500")).items
    const seen: Array<Shown> = []
    for (let before: number | null | undefined; before !== null; ) {
      const page: Page = await eventsOf(`?limit=2${before === undefined ? "" : `&before=${before}`}`)
      expect(page.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.items)
      before = page.next_before
    }
    expect(seen).toEqual(all)
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted((a, b) => b - a))
  })

  it("shows an account nothing of another one or of the installation, and keys that are limited to organizations nothing at all", async () => {
    const other = await server.run(TestServer.makeTenant)
    const own = (await eventsOf("?limit=500", other.key)).items
    expect(own.map(({ action }) => action)).toEqual([
      "connection.create",
      "organization.create",
      "key.create",
      "account.create"
    ])
    const limited = await server.run(
      Effect.flatMap(ApiKeys.Keys, (keys) =>
        keys.create(tenant.accountId, "limited", { organizations: [tenant.organization.id] })
      )
    )
    expect((await call("/audit-events", {}, Redacted.value(limited.key))).status).toBe(403)
  })

  it("notes what operators do, each action by its name", async () => {
    const did = await server.run(
      Effect.gen(function* () {
        const keys = yield* ApiKeys.Keys
        const stops = yield* ConnectorStops
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* keys.create(tenant.accountId, "label")
        yield* keys.rotate(id, 60)
        yield* keys.revoke(id)
        yield* keys.revoke(id)
        yield* (yield* AccountUsage).setQuota(tenant.accountId, "records", 5)
        yield* stops.stop("ACME", "1.0.0", "broken")
        // The same again is no change.
        yield* stops.stop("ACME", "1.0.0", "broken")
        yield* stops.resume("ACME", null)
        yield* stops.stop("*", null, "restore")
        yield* stops.resume("*", null)
        yield* RestoredDatabase.announceMove
        yield* sql`insert into setting (name, value) values ('master_key/lost', '')`
        yield* MasterKeyLedger.forget("lost", { isEarly: false, isLost: false, keptSecs: 60 })
        yield* MasterKeyLedger.forget("lost", { isEarly: false, isLost: false, keptSecs: 60 })
        return yield* sql<{ readonly action: string }>`select action from audit_event order by id desc limit 10`
      })
    )
    expect(did.map(({ action }) => action).reverse()).toEqual([
      "key.rotate",
      "key.create",
      "key.revoke",
      "account.quota",
      "connector.stop",
      "connector.resume",
      "installation.hold",
      "installation.resume",
      "installation.move",
      "master_key.forget"
    ])
  })

  it("knows the name of each action that a store notes", async () => {
    const stored = await server.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ action: string }>`select distinct action from audit_event`)
    )
    for (const { action } of stored) expect(AuditActions.names).toContain(action)
  })

  it("keeps ids alone", async () => {
    const rows = await server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select * from audit_event`))
    expect(JSON.stringify(rows)).not.toMatch(/Globex|Initech|s3cret|acme\.example|label|broken|restore"/)
  })

  it("cannot be changed, and loses only events that are older than the operator keeps them", async () => {
    const attempt = (statement: string) =>
      server.run(Effect.exit(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))))
    for (const statement of ["update audit_event set actor = 'x'", "delete from audit_event", "truncate audit_event"]) {
      const exit = await attempt(statement)
      expect(Exit.isFailure(exit) && String((Cause.squash(exit.cause) as Error).cause)).toContain("append-only")
    }
    await attempt(
      "insert into audit_event (at, action, actor) values (now() - interval '31 days', 'account.create', 'RUNTIME'), (now() - interval '20 days', 'account.create', 'RUNTIME')"
    )
    const count = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(sql<{ readonly count: number }>`select count(*) from audit_event`, ([row]) => row?.count ?? 0)
    )
    const before = await server.run(count)
    await server.run(Retention.purge(30))
    expect(await server.run(count)).toBe(before)
    await server.run(Retention.purge(30, null, 30))
    expect(await server.run(count)).toBe(before - 1)
  })
})
