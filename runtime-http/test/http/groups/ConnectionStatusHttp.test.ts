import * as SqlClient from "@effect/sql/SqlClient"
import type { ConnectionStatus } from "@tributary/core"
import { Deferred, Effect, Fiber, TestClock, TestContext } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Connections } from "../../../src/store/accounts/Connections.js"
import * as ConnectorStops from "../../../src/store/jobs/ConnectorStops.js"
import { Jobs } from "../../../src/store/jobs/Jobs.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import * as FakeVendor from "../../sync/FakeVendor.js"
import { makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

let server: TestServer
let tenant: Tenant
let connectionId: string

const create = (values: { readonly vendor?: string; readonly timeoutSecs?: number } = {}) =>
  server.run(
    Effect.flatMap(Connections, (connections) =>
      Effect.flatten(
        connections.create(tenant.scope, tenant.organization.id, {
          vendor: "FAKE",
          credentials: FakeVendor.credentials,
          dataExportTypes: ["device_groups", "itsm_users"],
          identifier: null,
          refreshIntervalSecs: 3600,
          timeoutSecs: 3600,
          ...values
        })
      )
    )
  )

beforeAll(async () => {
  server = await start({ connectors: [FakeVendor.connector()] })
})
beforeEach(async () => {
  tenant = await server.run(makeTenant)
  connectionId = (await create()).id
})
afterAll(() => server.stop())

const statusOf = async (id = connectionId): Promise<ConnectionStatus> => {
  const url = `${server.origin}/v1/provisioning/organizations/${tenant.organization.id}/connections/${id}/status`
  const reply = await send(url, { headers: { "X-API-KEY": tenant.key } })
  expect(reply.status).toBe(200)
  return reply.json as ConnectionStatus
}

type Answer = Parameters<typeof FakeVendor.client>[0]

/** Starts a job on a clock of its own; the requests that it sends get these answers. */
const startJob = (answer: Answer) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.now())
    const schedule = yield* SyncSchedule
    yield* schedule.request(connectionId)
    const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
    if (lease === null) return yield* Effect.die("not due")
    const runner = yield* JobRunner.make.pipe(
      Effect.provide(VendorSession.layer),
      Effect.provide(FakeVendor.client(answer).layer)
    )
    return yield* Effect.fork(runner.run(lease))
  })

const untilEnd = <A, E>(fiber: Fiber.RuntimeFiber<A, E>) =>
  Effect.repeat(Effect.zipRight(TestClock.adjust("1 second"), Fiber.poll(fiber)), {
    until: (exit) => exit._tag === "Some"
  })

/** Runs a job to its end, then reads the status. */
const afterJob = async (answer: Answer): Promise<ConnectionStatus> => {
  const job = Effect.flatMap(startJob(answer), untilEnd)
  await server.run(Effect.provide(job, TestContext.TestContext))
  return statusOf()
}

const good: Answer = (path) => FakeVendor.page(path === "/groups" ? ["g"] : ["a", "b"])
const everywhere =
  (answer: FakeVendor.Answer): Answer =>
  () =>
    answer

const instant = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/)
const statesOf = ({ data_exports }: ConnectionStatus) =>
  data_exports.map(({ data_export_type, state }) => [data_export_type, state])

describe("the status of a connection", () => {
  it("says that the first sync has not begun, although the connection is active and healthy", async () => {
    const nothingYet = {
      state: "NEVER",
      last_success_at: null,
      last_full_scan_at: null,
      full_scan_interval_secs: null,
      full_scan_requested_at: null,
      held_back_deletions: [],
      events: null,
      missing_records: [],
      rejected: null,
      duplicates: null,
      duplicate_samples: [],
      unreadable: null,
      unreadable_samples: [],
      unmapped: null,
      unread_fields: []
    }
    const wholeList = { method: "EVERY_JOB", within_secs: 3600 * 1.05 + 3600 }
    const deletions = { method: "EVERY_JOB", within_secs: 2 * 3600 * 1.05 + 2 * 3600 + 3600 }
    const detection = { changes: wholeList, deletions, late_changes: wholeList }
    expect(await statusOf()).toEqual({
      state: "ACTIVE",
      data_export_types: ["device_groups", "itsm_users"],
      phase: "FIRST_SYNC_PENDING",
      first_sync: null,
      last_sync: null,
      current_job: null,
      next_run_at: instant,
      tenant: null,
      row_tenants: [],
      data_exports: [
        {
          ...nothingYet,
          data_export_type: "device_groups",
          records: [{ record_kind: "device_group", total: 0 }],
          change_detection: [{ record_kind: "device_group", ...detection }]
        },
        {
          ...nothingYet,
          data_export_type: "itsm_users",
          records: [{ record_kind: "itsm_user", total: 0 }],
          change_detection: [{ record_kind: "itsm_user", ...detection }]
        }
      ],
      problems: []
    })
  })

  it("names the tenant that was read and those that rows name, and marks those first named after the first job as new", async () => {
    const name = (tenant: string) =>
      server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`insert into row_tenant (connection_id, tenant) values (${connectionId}, ${tenant})`
        )
      )
    await name("account-1")
    await afterJob(good)
    await name("account-2")
    expect(await statusOf()).toMatchObject({
      tenant: "fake.example.com",
      row_tenants: [
        { tenant: "account-2", first_seen_at: instant, is_new: true },
        { tenant: "account-1", first_seen_at: instant, is_new: false }
      ]
    })
  })

  it("shows what the first sync reads, and how much it has read", async () => {
    const during = Effect.gen(function* () {
      const [asked, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const second = Effect.sync(() => Response.json(FakeVendor.page(["c"])))
      const job = yield* startJob((path, url) => {
        if (path === "/users") return FakeVendor.page(["a"])
        if (!url.searchParams.has("after")) return FakeVendor.page(["a", "b"], "2")
        return Deferred.succeed(asked, undefined).pipe(
          Effect.zipRight(Deferred.await(release)),
          Effect.zipRight(second)
        )
      })
      yield* Deferred.await(asked)
      // The job stores a page while it requests the next one.
      const seen = yield* Effect.repeat(
        Effect.promise(() => statusOf()),
        { until: ({ current_job }) => current_job?.data_exports.some((each) => each.seen > 0) === true }
      )
      yield* Deferred.succeed(release, undefined)
      yield* untilEnd(job)
      return seen
    })
    const status = await server.run(Effect.provide(during, TestContext.TestContext))
    const none = { seen: 0, created: 0, changed: 0, deleted: 0, rejected: 0 }
    expect(status).toMatchObject({
      phase: "FIRST_SYNC_RUNNING",
      last_sync: null,
      next_run_at: null,
      current_job: {
        id: status.first_sync?.id,
        status: "RUNNING",
        started_at: instant,
        is_retrying: false,
        waits: [],
        data_exports: [
          { ...none, data_export_type: "device_groups", reading: ["/groups"], is_finished: false, seen: 2, created: 2 },
          { ...none, data_export_type: "itsm_users", reading: [], is_finished: false }
        ]
      }
    })
    expect(status.first_sync).toMatchObject({ status: "RUNNING", started_at: instant, finished_at: null })
    expect(statesOf(status)).toEqual([
      ["device_groups", "RUNNING"],
      ["itsm_users", "NEVER"]
    ])
  })

  it("shows what is stored and since when once everything was read", async () => {
    const status = await afterJob(good)
    expect(status).toMatchObject({
      phase: "SYNCED",
      current_job: null,
      next_run_at: instant,
      problems: [],
      first_sync: { status: "SUCCESS", started_at: instant, finished_at: instant, failure_reason: null }
    })
    expect(status.last_sync).toEqual(status.first_sync)
    expect(status.data_exports).toMatchObject([
      { state: "CURRENT", records: [{ record_kind: "device_group", total: 1 }], rejected: 0, unmapped: 0 },
      { state: "CURRENT", records: [{ record_kind: "itsm_user", total: 2 }], rejected: 0, unmapped: 0 }
    ])
    for (const { last_full_scan_at, last_success_at } of status.data_exports) {
      expect(last_success_at).toEqual(instant)
      expect(last_full_scan_at).toBe(last_success_at)
    }
  })

  it("shows since when a full scan is requested, until the job that reads everything has ended", async () => {
    const requestedAt = ({ data_exports }: ConnectionStatus) =>
      data_exports.map(({ full_scan_requested_at }) => full_scan_requested_at)
    expect(requestedAt(await afterJob(good))).toEqual([null, null])
    await server.run(
      Effect.flatMap(Jobs, (jobs) => jobs.request(tenant.scope, tenant.organization.id, connectionId, { isFull: true }))
    )
    expect(requestedAt(await statusOf())).toEqual([instant, instant])
    const halfway = await afterJob((path, url) => (path === "/users" ? FakeVendor.status(403) : good(path, url)))
    expect(requestedAt(halfway)).toEqual([null, instant])
    expect(requestedAt(await afterJob(good))).toEqual([null, null])
  })

  it("calls data stale if no job succeeds for two intervals plus the time that a job may take", async () => {
    await afterJob(good)
    const age = (secs: number) =>
      server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            update scan set last_scan_at = clock_timestamp() - make_interval(secs => ${secs})
            where connection_id = ${connectionId} and extractor = 'itsm_user'`
        )
      )
    await age(3 * 3600 - 60)
    expect(statesOf(await statusOf())).toContainEqual(["itsm_users", "CURRENT"])
    await age(3 * 3600 + 60)
    expect(statesOf(await statusOf())).toEqual([
      ["device_groups", "CURRENT"],
      ["itsm_users", "STALE"]
    ])
  })

  it("distinguishes refused credentials from a single missing permission", async () => {
    const refused = await afterJob(everywhere(FakeVendor.status(401)))
    expect(refused.phase).toBe("FIRST_SYNC_INCOMPLETE")
    expect(refused.problems).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        reason: "CREDENTIALS_REFUSED",
        health: "UNAUTHORIZED",
        since: instant,
        resolution_owner: "CUSTOMER",
        customer_message: "Fake does not accept the credentials of this connection. Enter valid ones.",
        operator_message: `Fake refused the credentials (/groups: answered 401; /users: answered 401). The customer must enter valid ones. A job then runs at once; until then, jobs try less and less often. The next attempt is at ${refused.next_run_at}.`,
        permissions: [],
        until: null,
        docs_url: "https://fake.example.com/docs",
        affected: [
          {
            data_export_type: "device_groups",
            endpoint: "/groups",
            record_kinds: ["device_group"],
            fields: [],
            since: instant,
            detail: "answered 401"
          },
          {
            data_export_type: "itsm_users",
            endpoint: "/users",
            record_kinds: ["itsm_user"],
            fields: [],
            since: instant,
            detail: "answered 401"
          }
        ]
      }
    ])
    const lacking = await afterJob((path, url) => (path === "/users" ? FakeVendor.status(403) : good(path, url)))
    expect(lacking.problems).toMatchObject([
      {
        reason: "PERMISSION_MISSING",
        resolution_owner: "CUSTOMER",
        customer_message: "Fake lets this connection sign in, but not read users. Grant it users.read.",
        permissions: ["users.read"],
        affected: [{ data_export_type: "itsm_users", endpoint: "/users" }]
      }
    ])
    expect(statesOf(lacking)).toEqual([
      ["device_groups", "CURRENT"],
      ["itsm_users", "FAILING"]
    ])
    const healed = await afterJob(good)
    expect([healed.phase, healed.problems]).toEqual(["SYNCED", []])
  })

  it("says until when a rate limit lasts, and that the next job waits for it", async () => {
    const status = await afterJob(everywhere(FakeVendor.limited(7_200)))
    const [problem] = status.problems
    expect(problem).toMatchObject({ reason: "RATE_LIMITED", resolution_owner: "SERVICE", until: instant })
    expect(problem?.operator_message).toContain(`Fake allows the next request at ${problem?.until}.`)
    expect(Date.parse(status.next_run_at ?? "") - Date.now()).toBeGreaterThan(7_000_000)
  })

  it("says that the vendor is down", async () => {
    const status = await afterJob(everywhere(FakeVendor.status(503)))
    expect(status.problems).toMatchObject([{ reason: "VENDOR_DOWN", resolution_owner: "VENDOR", until: null }])
    const nextRunAt = status.next_run_at?.slice(0, 16).replace("T", " ")
    expect(status.problems[0]?.customer_message).toContain(`The next attempt is at ${nextRunAt} UTC.`)
  })

  it("shows that a pause ended the last job, and announces no next attempt", async () => {
    await afterJob(everywhere(FakeVendor.status(503)))
    const pauseWhileRunning = Effect.gen(function* () {
      const schedule = yield* SyncSchedule
      yield* schedule.request(connectionId)
      const lease = yield* schedule.claim(connectionId, { runner: "gone/1", lock: null })
      if (lease === null) return yield* Effect.die("not due")
      yield* Effect.flatMap(Jobs, (jobs) => jobs.begin(lease))
      const { organization, scope } = tenant
      yield* Effect.flatMap(Connections, ({ update }) =>
        update(scope, organization.id, connectionId, { state: "PAUSED" })
      )
      yield* schedule.closePaused("me/1", [])
    })
    await server.run(pauseWhileRunning)
    const status = await statusOf()
    expect(status).toMatchObject({
      state: "PAUSED",
      next_run_at: null,
      first_sync: { status: "FAILED", is_ended_by_pause: false },
      last_sync: { status: "FAILED", is_ended_by_pause: true },
      problems: [{ reason: "VENDOR_DOWN" }]
    })
    expect(status.problems[0]?.customer_message).toBe(
      "Fake did not answer as it should in the last attempt to read device groups and users. The connection is paused; nothing is read until it is resumed."
    )
  })

  it("says that the operator has stopped the connector, and that the operator must act [contract: stopped-connectors]", async () => {
    await afterJob(everywhere(FakeVendor.status(503)))
    const stops = await server.run(ConnectorStops.ConnectorStops)
    await server.run(stops.stop("FAKE", null, "It sends wrong data."))
    const status = await statusOf()
    expect(status).toMatchObject({
      state: "ACTIVE",
      next_run_at: null,
      problems: [
        {
          reason: "CONNECTOR_STOPPED",
          health: "INTERNAL_ERROR",
          resolution_owner: "SERVICE",
          customer_message:
            "The operator of this service has stopped reading from Fake (It sends wrong data). What is stored stays. There is nothing that you have to do.",
          operator_message:
            'The connector of Fake is stopped for all customers (It sends wrong data). Run "tributary resume" if "tributary status" says that the installation is held, and "tributary connectors resume" otherwise.'
        },
        { reason: "VENDOR_DOWN" }
      ]
    })
    await server.run(stops.resume("FAKE", null))
    const resumed = await statusOf()
    expect(resumed.problems).toMatchObject([{ reason: "VENDOR_DOWN" }])
    expect(resumed.next_run_at).not.toBeNull()
  })

  it("says what is wrong with the address", async () => {
    const page = "<!doctype html><html><head><title>Sign in</title></head></html>"
    const signIn = Effect.sync(() => new Response(page, { headers: { "content-type": "text/html" } }))
    const status = await afterJob(everywhere(signIn))
    expect(status.problems).toMatchObject([
      {
        reason: "ADDRESS_INVALID",
        resolution_owner: "CUSTOMER",
        customer_message:
          "The address that was entered does not lead to the API of Fake (fake.example.com: it answers with a sign-in page instead of the vendor's API). Correct it."
      }
    ])
  })

  it("says that the vendor does not answer if waiting for it used up the time of a job", async () => {
    // Less than the vendor may take to answer one request.
    connectionId = (await create({ timeoutSecs: 30 })).id
    const status = await afterJob(everywhere(Effect.never))
    expect(status.problems).toMatchObject([
      {
        reason: "VENDOR_DOWN",
        resolution_owner: "VENDOR",
        affected: [{ data_export_type: "device_groups" }, { data_export_type: "itsm_users" }]
      }
    ])
  })

  it("says that a server without the connector cannot read anything", async () => {
    const { id } = await create({ vendor: "GONE" })
    connectionId = id
    await server.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update connection set vendor = 'GONE' where id = ${id}`)
    )
    const status = await afterJob(good)
    expect(status).toMatchObject({
      phase: "SYNCED",
      data_exports: [],
      problems: [
        {
          reason: "INTERNAL",
          docs_url: null,
          affected: [{ data_export_type: null, endpoint: null, detail: expect.stringContaining("No connector") }]
        }
      ]
    })
  })

  it("shows that a running job retries, and why and until when it waits", async () => {
    const during = Effect.gen(function* () {
      let asked = 0
      const job = yield* startJob((path, url) => {
        asked += 1
        return asked === 1 ? FakeVendor.limited(30, 503) : good(path, url)
      })
      const begun = yield* TestClock.currentTimeMillis
      const waiting = yield* Effect.repeat(
        Effect.promise(() => statusOf()),
        { until: ({ current_job }) => current_job?.is_retrying === true }
      )
      yield* TestClock.adjust("30 seconds")
      yield* untilEnd(job)
      return { begun, waiting }
    })
    const { begun, waiting } = await server.run(Effect.provide(during, TestContext.TestContext))
    expect(waiting.current_job?.waits).toEqual([
      {
        data_export_type: "device_groups",
        endpoint: "/groups",
        reason: "VENDOR_DOWN",
        since: instant,
        until: new Date(begun + 30_000).toISOString(),
        retries: 1
      }
    ])
    expect(statesOf(waiting)).toContainEqual(["device_groups", "RUNNING"])
    expect(await statusOf()).toMatchObject({ phase: "SYNCED", current_job: null })
  })
})
