import * as SqlClient from "@effect/sql/SqlClient"
import { type Action, OutboundJob, RecordKind } from "@tributary/core"
import { Effect, Redacted, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Errors } from "../../../src/api/index.js"
import { Keys } from "../../../src/store/accounts/ApiKeys.js"
import { Connections } from "../../../src/store/accounts/Connections.js"
import { OutboundJobs } from "../../../src/store/jobs/OutboundJobs.js"
import * as Fixture from "../../store/RecordFixture.js"
import { acme, at, dataHeaders, locs, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const notUsed = () => Effect.die("not used")

const createTicket: Action.CreateTicket = { endpoint: "/tickets", permissions: [], find: notUsed, create: notUsed }

let server: TestServer
let tenant: Tenant
let other: Tenant

const attributes = { vendor: "ACME", created_at: null, updated_at: null, data: null }

beforeAll(async () => {
  server = await start({ connectors: [{ ...acme, actions: { createTicket } }] })
  tenant = await server.run(makeTenant)
  other = await server.run(makeTenant)
  const project = { name: "Project", vendor_id: "P1", vendor_attributes: { ...attributes, id: "P1" } }
  await server.run(Fixture.put(at(tenant), RecordKind.ItsmProject, [project]))
  await server.run(Fixture.put(at(other), RecordKind.ItsmProject, [project]))
  await server.run(Fixture.put(at(tenant), RecordKind.ItsmUser, [Fixture.itsmUser("U1")]))
})
afterAll(() => server.stop())

const post = (body: unknown, by: Tenant = tenant) =>
  send(`${server.origin}/v1/itsm/tickets`, {
    method: "POST",
    headers: { ...dataHeaders(by), "content-type": "application/json" },
    body: JSON.stringify(body)
  })

const job = (id: string, by: Tenant = tenant) =>
  send(`${server.origin}/v1/outbound-jobs/${id}`, { headers: dataHeaders(by) })

const queued = async (body: unknown) => {
  const reply = await post(body)
  expect([reply.status, Object.keys(reply.json as object)], reply.text).toEqual([202, ["job_id"]])
  return (reply.json as { job_id: string }).job_id
}

/** Claims the queued jobs as a worker would. */
const claimed = Effect.suspend(() =>
  Effect.flatMap(OutboundJobs, (jobs) =>
    jobs.claim([{ accountId: tenant.accountId, connectionId: tenant.connection.id, jobs: 10 }], 60)
  )
)

/** Claims them, and returns their tickets. */
const taken = () =>
  server.run(
    Effect.gen(function* () {
      const jobs = yield* OutboundJobs
      const claims = yield* claimed
      return yield* Effect.forEach(claims, (claim) =>
        Effect.map(jobs.payload(claim), (payload) => JSON.parse(Redacted.value(payload)) as Action.NewTicket)
      )
    })
  )

const idOf = (kind: RecordKind.Any, vendorId: string, of: Tenant = tenant) => Fixture.idOf(at(of), kind, vendorId)

describe("POST /itsm/tickets", () => {
  it("queues a job with the source tool's ids [contract: ticket-is-queued]", async () => {
    const id = await queued({
      name: " Fix it ",
      project_id: idOf(RecordKind.ItsmProject, "P1"),
      assigned_user_id: idOf(RecordKind.ItsmUser, "U1"),
      parent_ticket_vendor_id: "T0",
      type: "Task",
      description: "line 1\nline 2",
      priority: "HIGH",
      identifier: null
    })
    const reply = await job(id)
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        id,
        status: "QUEUED",
        task_name: "create_ticket",
        vendor: "ACME",
        failure_reason: null,
        started_at: null,
        finished_at: null
      }
    ])
    expect(await taken()).toEqual([
      {
        name: "Fix it",
        project_vendor_id: "P1",
        type: "Task",
        type_vendor_id: null,
        description: "line 1\nline 2",
        priority: "HIGH",
        assigned_user_vendor_id: "U1",
        parent_ticket_vendor_id: "T0",
        identifier: null
      }
    ])
    expect((await job(id)).json).toMatchObject({ status: "RUNNING", started_at: expect.any(String) })
  })

  it.each([
    [{}, ["body.name"]],
    [{ name: "x", unknown: 1 }, ["body.unknown"]],
    [{ name: "x", project_id: "P1" }, ["body.project_id"]],
    [{ name: "x", priority: "high", description: 1 }, ["body.description", "body.priority"]],
    [{ name: "x", type: "Task", type_vendor_id: "1" }, ["body.type_vendor_id"]],
    [
      {
        name: "x",
        project_id: "00000000-0000-4000-8000-000000000000",
        project_vendor_id: "P1",
        assigned_user_id: "00000000-0000-4000-8000-000000000000",
        assigned_user_vendor_id: "U1"
      },
      ["body.project_vendor_id", "body.assigned_user_vendor_id"]
    ],
    [{ name: "x", project_id: "00000000-0000-4000-8000-000000000000" }, ["body.project_id"]],
    [{ name: "x", assigned_user_id: "00000000-0000-4000-8000-000000000000" }, ["body.assigned_user_id"]],
    [{ name: "x", parent_ticket_id: "00000000-0000-4000-8000-000000000000" }, ["body.parent_ticket_id"]]
  ])("rejects %j [contract: ticket-is-queued]", async (body, expected) => {
    const reply = await post(body)
    expect([reply.status, [...locs(reply)].sort()], reply.text).toEqual([422, [...expected].sort()])
    expect(Object.keys(reply.json as object)).toEqual(["detail"])
  })

  it("rejects ids of another connection or another kind", async () => {
    for (const project_id of [idOf(RecordKind.ItsmProject, "P1", other), idOf(RecordKind.ItsmUser, "U1")]) {
      expect(locs(await post({ name: "x", project_id }))).toEqual(["body.project_id"])
    }
  })

  it("rejects a connection whose connector cannot create tickets, and a paused one", async () => {
    const plain = await start()
    const by = await plain.run(makeTenant)
    const reply = await send(`${plain.origin}/v1/itsm/tickets`, {
      method: "POST",
      headers: dataHeaders(by),
      body: JSON.stringify({ name: "x" })
    })
    await plain.stop()
    expect([reply.status, locs(reply)]).toEqual([422, ["header.X-CONNECTION-ID"]])
    const paused = await server.run(makeTenant)
    await server.run(
      Effect.flatMap(Connections, ({ update }) =>
        update(paused.scope, paused.organization.id, paused.connection.id, { state: "PAUSED" })
      )
    )
    expect((await post({ name: "x" }, paused)).status).toBe(409)
  })

  it("does not share an Idempotency-Key between a key that is limited to organizations and one that is not", async () => {
    const owner = await server.run(makeTenant)
    const limits = { organizations: [owner.organization.id] }
    const limited = await server.run(
      Effect.flatMap(Keys, (keys) =>
        Effect.map(keys.create(owner.accountId, "limited", limits), ({ key }) => Redacted.value(key))
      )
    )
    const create = async (key: string) => {
      const { headers, status } = await send(`${server.origin}/v1/itsm/tickets`, {
        method: "POST",
        headers: { ...dataHeaders(owner), "X-API-KEY": key, "Idempotency-Key": "shared" },
        body: JSON.stringify({ name: "x" })
      })
      return [status, headers.get("Idempotency-Replayed")]
    }
    for (const key of [owner.key, limited]) {
      expect(await create(key)).toEqual([202, null])
      expect(await create(key)).toEqual([202, "true"])
    }
  })

  it("refuses a job beyond the maximum of open ones per account, and names the setting, but no number", async () => {
    const busy = await server.run(makeTenant)
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into outbound_job (id, account_id, connection_id, vendor, task_name, status)
          select
            gen_random_uuid(), ${busy.accountId}, ${busy.connection.id}, 'ACME', 'test',
            (array['QUEUED', 'RUNNING', 'SUCCESS', 'FAILED'])[1 + n % 4]
          from generate_series(1, 1998) as n`
      )
    )
    expect((await post({ name: "x" }, busy)).status).toBe(202)
    const refused = await post({ name: "x" }, busy)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"])
    expect(refused.json).toEqual({
      // A key that is limited to organizations must not learn how many jobs the account has.
      detail: expect.stringMatching(/^\D* as many open outbound jobs as it may have\D*TRIBUTARY_OUTBOUND_QUEUE\D*$/)
    })
    expect((await post({ name: "x" })).status).toBe(202)
  })
})

describe("GET /outbound-jobs/{job_id}", () => {
  it.each([
    { status: "SUCCESS", vendorId: "T1" },
    { status: "FAILED", failureReason: "/tickets: answered 400." }
  ] as const)("shows how a job ended: $status [contract: outbound-job]", async (ending) => {
    const id = await queued({ name: "x" })
    await server.run(
      Effect.gen(function* () {
        const jobs = yield* OutboundJobs
        const claims = yield* claimed
        yield* Effect.forEach(claims, (claim) => jobs.finish(claim, ending))
      })
    )
    const reply = await job(id)
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(reply.json).toEqual({
      id,
      status: ending.status,
      task_name: "create_ticket",
      vendor: "ACME",
      failure_reason: ending.status === "FAILED" ? ending.failureReason : null,
      started_at: instant,
      finished_at: instant
    })
    Schema.decodeUnknownSync(OutboundJob, { onExcessProperty: "error" })(reply.json)
  })

  it("has the simple error body without a key and for a job that does not exist [contract: outbound-job]", async () => {
    const url = `${server.origin}/v1/outbound-jobs/00000000-0000-4000-8000-000000000000`
    const simple = { detail: expect.any(String) }
    for (const [headers, status] of [
      [{}, 401],
      [dataHeaders(tenant), 404]
    ] as const) {
      const reply = await send(url, { headers })
      expect([reply.status, reply.json]).toEqual([status, simple])
    }
  })

  it("answers for another account's job as for one that does not exist", async () => {
    const id = await queued({ name: "x" })
    const replies = [await job(id, other), await job("00000000-0000-4000-8000-000000000000", other)]
    expect(replies.map(({ status, text }) => [status, text])).toEqual([
      [404, JSON.stringify({ detail: Errors.table.OutboundJobNotFound.message })],
      [404, JSON.stringify({ detail: Errors.table.OutboundJobNotFound.message })]
    ])
    const bad = await job("x")
    expect([bad.status, locs(bad)]).toEqual([422, ["path.job_id"]])
  })
})
