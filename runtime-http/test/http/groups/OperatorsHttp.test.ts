import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { type Problem, RecordKind } from "@tributary/core"
import { Effect, Layer, Logger, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OperatorKeys } from "../../../src/store/accounts/OperatorKeys.js"
import { ConnectorStops } from "../../../src/store/jobs/ConnectorStops.js"
import { LoadedLists } from "../../../src/store/jobs/ReadLists.js"
import { EVERY_VENDOR } from "../../../src/store/schedule/StoppedConnectors.js"
import * as FakeVendor from "../../sync/FakeVendor.js"
import {
  locs,
  makeTenant,
  putRecords,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer,
  user
} from "../TestServer.js"

let server: TestServer
/** Accounts with one connection each: one that works, and two that fail. */
let working: Tenant
let refused: Tenant
let down: Tenant
let reader: string
let actor: string

const errors: Array<string> = []

const sql = <A>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>): Promise<A> =>
  server.run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, run)))

const fails = (
  connectionId: string,
  reason: Problem.ProblemReason,
  detail = "answered 401",
  extractor = "idp /users"
) =>
  sql(
    (sql) => sql`
      insert into connection_problem (connection_id, extractor, reason, export_type, endpoint, detail, permissions)
      values (${connectionId}, ${extractor}, ${reason}, 'idp', '/users', ${detail}, '[]')`
  )

const operatorKey = (role: "read" | "act") =>
  server.run(
    Effect.flatMap(OperatorKeys, (keys) =>
      Effect.map(keys.create("test", { role, mayReadRecords: false }, null), ({ key }) => Redacted.value(key))
    )
  )

beforeAll(async () => {
  server = await start({
    connectors: [FakeVendor.connector()],
    around: Layer.succeed(LoadedLists, [{ vendor: "ACME", exportType: "idp", extractor: "idp /users" }]),
    logger: Logger.map(Logger.logfmtLogger, (line) => {
      if (line.includes("level=ERROR")) errors.push(line)
    })
  })
  const tenants = [await server.run(makeTenant), await server.run(makeTenant), await server.run(makeTenant)] as const
  ;[working, refused, down] = tenants
  await fails(refused.connection.id, "CREDENTIALS_REFUSED")
  await fails(down.connection.id, "VENDOR_DOWN", "answered 503")
  reader = await operatorKey("read")
  actor = await operatorKey("act")
})
afterAll(async () => {
  await server.stop()
  expect(errors).toEqual([])
})

const get = (path: string, key = reader): Promise<Reply> =>
  send(`${server.origin}/v1/operator${path}`, { headers: { "X-OPERATOR-KEY": key } })

// biome-ignore lint/suspicious/noExplicitAny: the answers have many types, which the schemas check when they are sent
type Json = any

const read = async (path: string): Promise<Json> => {
  const reply = await get(path)
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

const idsOf = (list: Json): ReadonlyArray<string> => list.items.map(({ id }: { readonly id: string }) => id)

const connectionIds = (...tenants: ReadonlyArray<Tenant>): ReadonlyArray<string> =>
  tenants.map(({ connection }) => connection.id)

describe("GET /operator/connections", () => {
  it("lists the connections of all accounts with their problems, who must act, and a sentence [contract: operator-views]", async () => {
    const { count, items, total } = await read("/connections")
    expect([count, total]).toEqual([3, 3])
    expect(items).toMatchObject([
      { id: working.connection.id, account_id: working.accountId, account_name: "test", problems: [], state: "ACTIVE" },
      {
        id: refused.connection.id,
        organization_id: refused.organization.id,
        problems: [
          {
            reason: "CREDENTIALS_REFUSED",
            resolution_owner: "CUSTOMER",
            customer_message: expect.stringContaining("Enter valid ones"),
            affected: [{ detail: "answered 401" }]
          }
        ]
      },
      { id: down.connection.id, problems: [{ reason: "VENDOR_DOWN", resolution_owner: "VENDOR" }] }
    ])
  })

  it.each([
    ["reason=CREDENTIALS_REFUSED", () => [refused]],
    ["reason=CREDENTIALS_REFUSED,VENDOR_DOWN", () => [refused, down]],
    ["owner=VENDOR", () => [down]],
    ["owner=VENDOR,CUSTOMER", () => [refused, down]],
    ["owner=SERVICE", () => []],
    ["failing=true", () => [refused, down]],
    ["failing=false", () => [working]],
    ["vendor=acme&failing=true", () => [refused, down]],
    ["vendor=OKTA", () => []],
    ["state=PAUSED", () => []],
    ["state=ACTIVE,PENDING", () => [working, refused, down]],
    ["failing=true&owner=CUSTOMER&state=ACTIVE&vendor=ACME", () => [refused]],
    ["stale_secs=3600", () => []],
    ["limit=1", () => [working]],
    ["limit=1&offset=2", () => [down]],
    ["offset=100", () => []]
  ])("returns for %s what meets it all", async (query, expected) => {
    expect(idsOf(await read(`/connections?${query}`))).toEqual(connectionIds(...expected()))
  })

  it("knows the total of a page behind the last one", async () => {
    expect(await read("/connections?offset=100")).toMatchObject({ count: 0, total: 3, items: [] })
  })

  it("finds the connections of an account", async () => {
    expect(idsOf(await read(`/connections?account_id=${down.accountId}`))).toEqual([down.connection.id])
    expect(idsOf(await read(`/connections?account_id=${randomUUID()}`))).toEqual([])
  })

  it.each([
    "reason=NONE",
    "owner=customer",
    "stale_secs=0",
    "stale_secs=x",
    "limit=501",
    "account_id=1",
    "state=DELETED"
  ])("answers 422 to %s, and names the parameter", async (query) => {
    const reply = await get(`/connections?${query}`)
    expect([reply.status, locs(reply)]).toEqual([422, [`query.${query.split("=")[0]}`]])
  })

  it("takes the problem of an extractor that was seen last, as the status of its account does", async () => {
    const tenant = await server.run(makeTenant)
    const { id } = tenant.connection
    await fails(id, "RATE_LIMITED")
    await fails(id, "TIMEOUT")
    expect((await read(`/connections?account_id=${tenant.accountId}`)).items[0].problems).toMatchObject([
      { reason: "TIMEOUT" }
    ])
    expect(idsOf(await read("/connections?reason=RATE_LIMITED"))).toEqual([])
    expect(idsOf(await read("/connections?reason=TIMEOUT"))).toEqual([id])
    await sql((sql) => sql`delete from connection_problem where connection_id = ${id}`)
    await sql((sql) => sql`update connection set state = 'DELETED' where id = ${id}`)
  })

  it("says how old data is, and finds what is stale", async () => {
    const { id } = working.connection
    const scanned = (secs: number) =>
      sql(
        (sql) => sql`
          insert into scan (connection_id, extractor, baseline, last_scan_at)
          values (${id}, 'idp /users', '', clock_timestamp() - make_interval(secs => ${secs}::int))
          on conflict (connection_id, extractor) do update set last_scan_at = excluded.last_scan_at`
      )
    await sql((sql) => sql`update connection set created_at = created_at - interval '3 days' where id = ${id}`)
    await scanned(1_000)
    expect(idsOf(await read("/connections?stale_secs=3600"))).toEqual([])
    await scanned(100_000)
    expect(idsOf(await read("/connections?stale_secs=3600"))).toEqual([id])
    const [freshness, ...others] = await read(`/freshness?account_id=${working.accountId}`)
    expect(others).toEqual([])
    expect(freshness).toMatchObject({ data_export_type: "idp", lists: 1, never_read: 0, oldest_connection_id: id })
    expect(freshness.p50_secs).toBeGreaterThanOrEqual(100_000)
    expect(freshness.p50_secs).toBeLessThan(100_100)
    expect(freshness.oldest_secs).toBe(freshness.p50_secs)
  })

  it("says within how many seconds the slowest list shows a change, if the connector is loaded", async () => {
    const tenant = await server.run(makeTenant)
    const { id } = tenant.connection
    expect((await read(`/connections/${id}`)).connection.within_secs).toBeNull()
    await sql((sql) => sql`update connection set vendor = 'FAKE' where id = ${id}`)
    const { connection, status } = await read(`/connections/${id}`)
    const each = status.data_exports.flatMap(({ change_detection }: Json) =>
      change_detection.flatMap((one: Json) => [one.changes, one.deletions, one.late_changes])
    )
    expect(connection.within_secs).toBe(Math.max(...each.map((one: Json) => one.within_secs)))
    expect(connection.within_secs).toBeGreaterThan(3_600)
    await sql((sql) => sql`update connection set state = 'DELETED' where id = ${id}`)
  })

  it("says that a job runs now, and what the last one did", async () => {
    const { id } = down.connection
    const [ended, open] = [randomUUID(), randomUUID()]
    await sql(
      (sql) => sql`
        insert into job (id, connection_id, status, created_at, started_at, finished_at, failure_reason)
        values
          (${ended}, ${id}, 'FAILED', now() - interval '20 min', now() - interval '20 min', now() - interval '10 min', 'It broke.'),
          (${open}, ${id}, 'RUNNING', now(), now(), null, null)`
    )
    const [item] = (await read(`/connections?account_id=${down.accountId}`)).items
    expect(item).toMatchObject({
      last_job: { id: ended, status: "FAILED", failure_reason: "It broke." },
      current_job: { id: open, status: "RUNNING" },
      next_run_at: null
    })
  })
})

describe("GET /operator/connections/{id}", () => {
  it("has the status that the account sees", async () => {
    const { connection, status } = await read(`/connections/${refused.connection.id}`)
    const { connection: id, key, organization } = refused
    const own = await send(
      `${server.origin}/v1/provisioning/organizations/${organization.id}/connections/${id.id}/status`,
      { headers: { "X-API-KEY": key } }
    )
    expect(status).toEqual(own.json)
    expect(connection.problems).toEqual(status.problems)
  })

  it("answers 404 if there is no such connection, or it is deleted", async () => {
    const reply = await get(`/connections/${randomUUID()}`)
    expect([reply.status, reply.headers.get("X-Error-Code")]).toEqual([404, "CONNECTION_NOT_FOUND"])
    expect((await get("/connections/no-uuid")).status).toBe(422)
  })
})

describe("GET /operator/connections/{id}/records/{kind}", () => {
  const makeKey = (mayReadRecords: boolean) =>
    server.run(
      Effect.flatMap(OperatorKeys, (keys) =>
        Effect.map(keys.create("records", { role: "read", mayReadRecords }, null), ({ id, key }) => ({
          id,
          key: Redacted.value(key)
        }))
      )
    )

  it("shows the records that the account sees, with the right to records alone [contract: operator-records]", async () => {
    const tenant = await server.run(makeTenant)
    const { id } = tenant.connection
    await server.run(putRecords(id, RecordKind.IdpUser, [user(0), user(1), user(2)]))
    const [allowed, other] = [await makeKey(true), await makeKey(false)]
    const path = `/connections/${id}/records/idp_user?limit=2&offset=1`
    const own = await send(`${server.origin}/v1/idp/users?limit=2&offset=1`, {
      headers: { "X-API-KEY": tenant.key, "X-CONNECTION-ID": id }
    })
    const reply = await get(path, allowed.key)
    expect([reply.status, reply.text]).toEqual([200, own.text])
    expect(reply.json).toMatchObject({ count: 2, total: 3 })
    const noted = () =>
      sql(
        (sql) => sql`
          select account_id, connection_id, resource_id, actor, actor_id, origin
          from audit_event where action = 'records.read'`
      )
    const event = {
      account_id: tenant.accountId,
      connection_id: id,
      resource_id: "idp_user",
      actor: "OPERATOR",
      actor_id: allowed.id,
      origin: "127.0.0.1"
    }
    expect(await noted()).toEqual([event])
    expect((await get(path, other.key)).headers.get("X-Error-Code")).toBe("RECORDS_NOT_ALLOWED")
    // Nor does what this process remembers of the key open anything to it as the key of an account.
    for (const headers of [{ "X-API-KEY": allowed.key, "X-CONNECTION-ID": id }]) {
      expect((await send(`${server.origin}/v1/idp/users`, { headers })).status).toBe(403)
    }
    expect((await get(`/connections/${id}/records/idp_group`, allowed.key)).json).toEqual({
      count: 0,
      total: 0,
      items: []
    })
    expect((await get(`/connections/${randomUUID()}/records/idp_user`, allowed.key)).status).toBe(404)
    expect((await get(`/connections/${id}/records/idp_usr`, allowed.key)).text).toContain("idp_user")
    expect((await get(`/connections/${id}/records/idp_usr`, allowed.key)).status).toBe(422)
    // What was refused or not found was not read.
    expect((await noted()).length).toBe(2)
    await server.run(Effect.flatMap(OperatorKeys, ({ revoke }) => revoke(allowed.id)))
    expect((await get(path, allowed.key)).status).toBe(401)
    await sql((sql) => sql`update connection set state = 'DELETED' where id = ${id}`)
  })
})

describe("GET /operator/jobs", () => {
  it("has what is open or has ended in the last hour, the open ones first [contract: operator-views]", async () => {
    const old = randomUUID()
    await sql(
      (sql) => sql`
        insert into job (id, connection_id, status, created_at, started_at, finished_at)
        values (${old}, ${working.connection.id}, 'SUCCESS', now() - interval '1 day', now() - interval '1 day', now() - interval '2 hours')`
    )
    const statuses = (list: Json) => list.items.map(({ job }: Json) => job.status)
    const jobs = await read("/jobs")
    expect([statuses(jobs), jobs.total]).toEqual([["RUNNING", "FAILED"], 2])
    expect(jobs.items[1]).toMatchObject({
      connection_id: down.connection.id,
      account_id: down.accountId,
      vendor: "ACME"
    })
    expect(statuses(await read("/jobs?status=FAILED"))).toEqual(["FAILED"])
    expect(statuses(await read("/jobs?since_secs=86400"))).toEqual(["RUNNING", "FAILED", "SUCCESS"])
    expect(await read("/jobs?since_secs=86400&limit=1&offset=2")).toMatchObject({
      total: 3,
      items: [{ job: { id: old } }]
    })
    expect(statuses(await read("/jobs?vendor=OKTA"))).toEqual([])
    expect((await get("/jobs?status=OPEN")).status).toBe(422)
  })
})

describe("GET /operator/processes", () => {
  it("says which processes live, what they run, and for how long something has been due [contract: operator-views]", async () => {
    await sql(
      (sql) => sql`
        insert into runner (name, seen_at) values ('a:1/x', clock_timestamp()), ('b:2/y', clock_timestamp() - interval '1 min')`
    )
    await sql((sql) => sql`insert into shard_lock (shard, runner) values (1, 'a:1/x'), (2, 'a:1/x')`)
    await sql((sql) => sql`update schedule set run_by = 'a:1/x' where connection_id = ${down.connection.id}`)
    await sql(
      (sql) => sql`
        update schedule set next_run_at = now() - interval '100 seconds' where connection_id = ${refused.connection.id}`
    )
    const { processes, queue } = await read("/processes")
    expect(processes).toMatchObject([
      { name: "a:1/x", is_alive: true, takes_shards: true, shards: 2, running: 1 },
      { name: "b:2/y", is_alive: false, shards: 0, running: 0 }
    ])
    expect(queue).toMatchObject({ running: 1, stopped: 0, paused: 0 })
    expect(queue.due).toBeGreaterThanOrEqual(2)
    expect(queue.oldest_due_secs).toBeGreaterThanOrEqual(100)
  })
})

describe("The other lists", () => {
  it("show deletions that wait, records that are missing, and counts of records [contract: operator-views]", async () => {
    const { id } = working.connection
    await sql(
      (sql) => sql`
        insert into held_back_deletion (connection_id, kind, extractor, reason, count, first_scan)
        values (${id}, 'idp_user', 'idp /users', 'LARGE_SHARE', 40, 1)`
    )
    await sql(
      (sql) => sql`insert into missing_total (connection_id, kind, count, since) values (${id}, 'idp_group', 3, now())`
    )
    await sql(
      (sql) => sql`insert into record_counter (connection_id, kind, total, deleted) values (${id}, 'idp_user', 100, 7)`
    )
    expect(await read("/held-back-deletions")).toMatchObject({
      total: 1,
      items: [
        { connection_id: id, account_id: working.accountId, record_kind: "idp_user", count: 40, reason: "LARGE_SHARE" }
      ],
      missing: [{ vendor: "ACME", record_kind: "idp_group", records: 3, connections: 1 }]
    })
    expect(await read("/held-back-deletions?vendor=OKTA")).toMatchObject({ total: 0, items: [], missing: [] })
    expect(await read("/records")).toEqual([
      { vendor: "ACME", record_kind: "idp_user", connections: 1, total: 100, deleted: 7 }
    ])
    expect(await read(`/records?account_id=${down.accountId}`)).toEqual([])
  })

  it("show the tickets in flight, oldest first, without what they write [contract: operator-views]", async () => {
    const { accountId, connection } = refused
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const [index, id] of ids.entries()) {
      const status = index === 2 ? "SUCCESS" : "QUEUED"
      await sql(
        (sql) => sql`
          insert into outbound_job (id, account_id, connection_id, vendor, task_name, status, created_at, payload)
          values (
            ${id}, ${accountId}, ${connection.id}, 'ACME', 'create_ticket', ${status},
            now() - make_interval(secs => ${index * 100}::int), ${status === "QUEUED" ? Buffer.from("sealed") : null}::bytea)`
      )
    }
    const reply = await get("/outbound-jobs")
    expect(reply.json).toMatchObject({ total: 2, items: [{ id: ids[1] }, { id: ids[0], task_name: "create_ticket" }] })
    expect(reply.text).not.toContain("sealed")
  })

  it("show the accounts with what they have [contract: operator-views]", async () => {
    const { items, total } = await read("/accounts?limit=2")
    expect(total).toBeGreaterThanOrEqual(3)
    expect(items).toMatchObject([
      { id: working.accountId, name: "test", connections: { used: 1, limit: null }, records: { used: 93 }, failing: 0 },
      { id: refused.accountId, failing: 1 }
    ])
  })
})

describe("GET /operator/status", () => {
  it("says in a sentence who must act, and counts what an operator looks at [contract: operator-views]", async () => {
    expect(await read("/status")).toMatchObject({
      summary: "2 connections have problems: 1 needs the customer, 1 needs a vendor.",
      failing: 2,
      owners: { CUSTOMER: 1, VENDOR: 1, SERVICE: 0 },
      reasons: [
        { reason: "CREDENTIALS_REFUSED", resolution_owner: "CUSTOMER", connections: 1 },
        { reason: "VENDOR_DOWN", resolution_owner: "VENDOR", connections: 1 }
      ],
      processes: 1,
      failed_jobs: 1,
      ended_jobs: 1,
      held_back: 40,
      outbound_jobs: 2,
      stops: []
    })
  })

  it("says that the installation is held, and then every connection has a stopped connector", async () => {
    await server.run(Effect.flatMap(ConnectorStops, ({ stop }) => stop(EVERY_VENDOR, null, "we move")))
    const status = await read("/status")
    expect(status.summary).toBe(
      "The installation is held. 3 connections have problems: 1 needs the customer, 1 needs a vendor, 3 need you."
    )
    expect(status.stops).toMatchObject([{ vendor: "*", version: null, reason: "we move" }])
    expect(status.queue.due).toBe(0)
    const { items } = await read("/connections?reason=CONNECTOR_STOPPED")
    expect(items.map(({ health, problems }: Json) => [health, problems[0].reason])).toEqual(
      Array.from({ length: 3 }, () => ["INTERNAL_ERROR", "CONNECTOR_STOPPED"])
    )
    const reply = await act({ action: "sync", filter: { account_id: working.accountId } })
    expect(reply.json).toMatchObject({ items: [{ outcome: "REFUSED", message: expect.stringContaining("held") }] })
    await server.run(Effect.flatMap(ConnectorStops, ({ resume }) => resume(EVERY_VENDOR, null)))
  })
})

const act = (body: object, key = actor) =>
  send(`${server.origin}/v1/operator/connections/actions`, {
    method: "POST",
    headers: { "X-OPERATOR-KEY": key },
    body: JSON.stringify(body)
  })

const outcomes = (reply: Reply): ReadonlyArray<readonly [string, string]> => {
  expect(reply.status, reply.text).toBe(200)
  return (reply.json as Json).items.map(({ connection_id, outcome }: Json) => [connection_id, outcome])
}

const stateOf = async (tenant: Tenant) => (await read(`/connections/${tenant.connection.id}`)).connection.state

describe("POST /operator/connections/actions", () => {
  it("pauses by reason, and resumes by account, what meets the filter alone [contract: operator-acts]", async () => {
    const body = { action: "pause", filter: { reason: "CREDENTIALS_REFUSED" } }
    expect(outcomes(await act({ ...body, dry_run: true }))).toEqual([[refused.connection.id, "WOULD"]])
    expect(await stateOf(refused)).toBe("ACTIVE")
    expect(outcomes(await act(body))).toEqual([[refused.connection.id, "DONE"]])
    expect([await stateOf(refused), await stateOf(down), await stateOf(working)]).toEqual([
      "PAUSED",
      "ACTIVE",
      "ACTIVE"
    ])
    // The same again changes nothing.
    expect(outcomes(await act(body))).toEqual([[refused.connection.id, "UNCHANGED"]])
    const filter = { account_id: refused.accountId }
    expect(outcomes(await act({ action: "sync", filter }))).toEqual([[refused.connection.id, "REFUSED"]])
    expect(outcomes(await act({ action: "resume", filter }))).toEqual([[refused.connection.id, "DONE"]])
    expect(await stateOf(refused)).toBe("ACTIVE")
    const events = await sql(
      (sql) => sql`
        select action, actor, account_id from audit_event where connection_id = ${refused.connection.id} and actor <> 'RUNTIME'
        order by id`
    )
    // Only what was done is noted: once each.
    const event = { action: "connection.update", actor: "OPERATOR", account_id: refused.accountId }
    expect(events).toEqual([event, event])
  })

  it("lets jobs run at once, and queues no second one [contract: operator-acts]", async () => {
    const body = { action: "sync", filter: { connection_ids: connectionIds(working, down) } }
    const expected = (first: string) =>
      connectionIds(working, down)
        .map((id) => [id, id === working.connection.id ? first : "UNCHANGED"] as const)
        .toSorted()
    expect(outcomes(await act(body))).toEqual(expected("DONE"))
    expect(outcomes(await act(body))).toEqual(expected("UNCHANGED"))
    const [row] = await sql(
      (sql) =>
        sql`select count(*) as jobs from job where connection_id = ${working.connection.id} and status = 'QUEUED'`
    )
    expect(row).toEqual({ jobs: 1 })
  })

  it("refuses an empty filter unless all connections are meant [contract: operator-acts]", async () => {
    const reply = await act({ action: "pause", filter: {} })
    expect([reply.status, locs(reply), reply.text]).toEqual([
      422,
      ["body.filter"],
      expect.stringContaining("all: true")
    ])
    expect(outcomes(await act({ action: "pause", filter: {}, all: true, dry_run: true }))).toHaveLength(3)
    expect(outcomes(await act({ action: "pause", filter: { vendor: "NONE" } }))).toEqual([])
  })

  it.each([
    [{ action: "delete", filter: {} }, "body.action"],
    [{ action: "pause" }, "body.filter"],
    [{ action: "pause", filter: { reason: "BAD" } }, "body.filter.reason"],
    [{ action: "pause", filter: { connection_ids: [] } }, "body.filter.connection_ids"],
    [{ action: "pause", filter: { vendr: "OKTA" } }, "body.filter.vendr"],
    [{ action: "pause", filter: { vendor: "" } }, "body.filter.vendor"],
    [{ action: "pause", filter: { vendor: "A\u0000" } }, "body.filter.vendor"],
    [{ action: "pause", filter: { account_id: "1" } }, "body.filter.account_id"],
    [{ action: "pause", filter: {}, all: "yes" }, "body.all"]
  ])("answers 422 to %j", async (body, loc) => {
    const reply = await act(body)
    expect([reply.status, locs(reply).map((each) => each.startsWith(loc))]).toEqual([422, [true]])
  })

  it("goes through more connections than one request changes, and each is changed once by two at the same time [contract: operator-acts]", async () => {
    const tenant = await server.run(makeTenant)
    await sql(
      (sql) => sql`
        with made as (
          insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
          select gen_random_uuid(), ${tenant.accountId}, ${tenant.organization.id}, 'MANY', 'ACTIVE', 3600, 600
          from generate_series(1, 150)
          returning id, vendor
        )
        insert into schedule (connection_id, vendor, shard, interval_secs, timeout_secs)
        select id, vendor, 1, 3600, 600 from made`
    )
    const walk = async (): Promise<ReadonlyArray<string>> => {
      const found: Array<string> = []
      let after: string | undefined
      for (;;) {
        const reply = await act({
          action: "pause",
          filter: { vendor: "many" },
          ...(after === undefined ? {} : { after })
        })
        found.push(...outcomes(reply).flatMap(([id, outcome]) => (outcome === "DONE" ? [id] : [])))
        const { items, next, total } = reply.json as Json
        expect([items.length, total]).toEqual(after === undefined ? [100, 150] : [50, 50])
        if (next === null) return found
        after = next
      }
    }
    const [one, other] = await Promise.all([walk(), walk()])
    expect(one.length + other.length).toBe(150)
    expect(new Set([...one, ...other]).size).toBe(150)
    expect((await read("/connections?vendor=MANY&state=PAUSED")).total).toBe(150)
  })

  it("needs the role act", async () => {
    const reply = await act({ action: "pause", filter: {}, all: true }, reader)
    expect([reply.status, reply.headers.get("X-Error-Code")]).toEqual([403, "ROLE_MISSING"])
  })
})

describe("Unknown keys of operators", () => {
  it("are counted for their address, from which a valid key still gets in [contract: operator-roles]", async () => {
    const codes = new Set<string | null>()
    // However slow the machine is: an address may send twenty a second, and these need no statement.
    for (let wave = 0; wave < 50 && !codes.has("TOO_MANY_UNKNOWN_KEYS"); wave++) {
      const replies = await Promise.all(Array.from({ length: 100 }, () => get("/processes", "tribop_unknown")))
      for (const { headers } of replies) codes.add(headers.get("X-Error-Code"))
    }
    expect(codes).toEqual(new Set(["KEY_INVALID", "TOO_MANY_UNKNOWN_KEYS"]))
    expect((await get("/processes")).status).toBe(200)
  })
})
