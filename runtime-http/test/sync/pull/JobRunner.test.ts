import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { expect, layer } from "@effect/vitest"
import {
  AnswerMemory,
  Child,
  Connector,
  Extractor,
  type Job,
  Pagination,
  RecordKind,
  VendorError,
  VendorHttp
} from "@tributary/core"
import { Context, Deferred, Effect, Fiber, Layer, Logger, Redacted, Stream, TestClock, TestServices } from "effect"
import type { JobCredentials } from "../../../src/store/accounts/Connections.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import type { Lease } from "../../../src/store/schedule/Lease.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import { noCounts } from "../../../src/store/write/Scan.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import { StopSignal } from "../../../src/sync/StopSignal.js"
import type { TenantFingerprint } from "../../../src/TenantFingerprint.js"
import * as ConnectorRegistry from "../../../src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import { TestDatabase } from "../../TestDatabase.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"

const stores = Jobs.layer.pipe(Layer.provideMerge(SyncSchedule.layer), Layer.provideMerge(TestDatabase.layer))

/** A job runner with this vendor, and the lines that it logs. */
const setUp = (options: {
  readonly answer: (path: string, url: URL) => FakeVendor.Answer
  readonly connector?: ReturnType<typeof FakeVendor.connector>
  readonly store?: FakeStore.MemoryStore
  /** The tenant whose data is stored; unknown by default. */
  readonly tenant?: TenantFingerprint
  /** What else is stored of the connection. */
  readonly stored?: Partial<JobCredentials>
}) => {
  const store = options.store ?? FakeStore.memory()
  const vendor = FakeVendor.client(options.answer)
  const lines: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.jsonLogger, (line) => void lines.push(line))
  )
  const runner = JobRunner.layer.pipe(
    Layer.provide(
      FakeStore.connectionsOf(options.tenant ?? null, store.log, () => Effect.succeed(options.stored ?? {}))
    ),
    Layer.provide(Layer.orDie(ConnectorRegistry.layer([options.connector ?? FakeVendor.connector()]))),
    Layer.provide(store.layer),
    Layer.provide(VendorSession.layer),
    Layer.provide(vendor.layer),
    Layer.provideMerge(logger)
  )
  return { store, vendor, lines, runner }
}

const claim = (connectionId: string) =>
  Effect.gen(function* () {
    const schedule = yield* SyncSchedule.SyncSchedule
    const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
    if (lease === null) return yield* Effect.die("not due")
    return lease
  })

const jobOf = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ status: Job["status"]; failure_reason: string | null; data_exports: string }>`
      select status, failure_reason, data_exports from job where connection_id = ${connectionId}`
    const [connection] = yield* sql<{ health_name: string; health_details: string | null }>`
      select health_name, health_details from connection where id = ${connectionId}`
    if (row === undefined || connection === undefined) return yield* Effect.die("no job")
    return {
      status: row.status,
      reason: row.failure_reason,
      exports: JSON.parse(row.data_exports) as Job["data_exports"],
      health: connection.health_name,
      details: JSON.parse(connection.health_details ?? "null") as unknown
    }
  })

/** In how many seconds the connection is due. */
const dueIn = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ secs: number }>`
      select extract(epoch from next_run_at - clock_timestamp())::float8 as secs
      from schedule where connection_id = ${connectionId}`
    return row?.secs ?? (yield* Effect.die("no row"))
  })

const rowOf = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ run_by: string | null; failures: number; is_due: boolean; due_in: number }>`
      select
        run_by, failures, next_run_at <= clock_timestamp() as is_due,
        extract(epoch from next_run_at - clock_timestamp())::float8 as due_in
      from schedule where connection_id = ${connectionId}`
    if (row === undefined) return yield* Effect.die("no row")
    return row
  })

/** Waits for a fiber that releases the row of a connection, which polls on the test clock. */
const untilReleased = <A, E>(fiber: Fiber.RuntimeFiber<A, E>) =>
  Effect.repeat(Effect.zipRight(TestClock.adjust("20 millis"), Fiber.poll(fiber)), {
    until: (exit) => exit._tag === "Some"
  }).pipe(Effect.zipRight(Fiber.join(fiber)))

/** Claims a new connection and runs its job to the end; returns the stored job, the schedule row and the log. */
const runOnce = (options: Parameters<typeof setUp>[0] & { readonly timeoutSecs?: number }) =>
  Effect.gen(function* () {
    const world = setUp(options)
    const { connectionId } = yield* FakeStore.seed(
      options.timeoutSecs === undefined ? {} : { timeoutSecs: options.timeoutSecs }
    )
    const lease = yield* claim(connectionId)
    yield* Effect.flatMap(JobRunner.JobRunner, (runner) => runner.run(lease)).pipe(Effect.provide(world.runner))
    return { ...world, connectionId, lease, job: yield* jobOf(connectionId), row: yield* rowOf(connectionId) }
  })

const twoPages = (path: string, url: URL) => {
  if (path === "/users")
    return url.searchParams.has("after") ? FakeVendor.page(["c"]) : FakeVendor.page(["a", "b"], "2")
  return FakeVendor.page(["g"])
}

layer(stores)("JobRunner", (it) => {
  it.effect("stores every page, then sweeps, and reports a healthy job [contract: healthy]", () =>
    Effect.gen(function* () {
      const { job, store, row, lines } = yield* runOnce({ answer: twoPages })
      expect(store.log).toEqual([
        "write 1 device_group",
        "close device_group",
        "write 2 itsm_user",
        "write 1 itsm_user",
        "close itsm_user"
      ])
      expect(job).toMatchObject({ status: "SUCCESS", reason: null, health: "HEALTHY", details: null })
      expect(job.exports.map(({ data_export_type, seen, created }) => [data_export_type, seen, created])).toEqual([
        ["device_groups", 1, 1],
        ["itsm_users", 3, 3]
      ])
      expect(row).toMatchObject({ run_by: null, failures: 0, is_due: false })
      const finished = lines.map((line) => JSON.parse(line)).find(({ message }) => message === "Job finished.")
      expect(finished.annotations).toMatchObject({
        job_id: expect.any(String),
        connection_id: expect.any(String),
        status: "SUCCESS",
        seen: 4,
        health: "HEALTHY"
      })
    })
  )

  it.effect("isolates extractors: one that fails neither stops nor hides the others", () =>
    Effect.gen(function* () {
      const { job, store, row } = yield* runOnce({
        answer: (path) => (path === "/groups" ? FakeVendor.status(403) : FakeVendor.page(["a"]))
      })
      expect(store.log).toEqual(["write 1 itsm_user", "close itsm_user"])
      expect(job).toMatchObject({
        status: "FAILED",
        reason: "Failed: device_groups (/groups: answered 403).",
        health: "UNAUTHORIZED",
        details: [{ data_export_type: "device_groups", endpoint: "/groups" }]
      })
      expect(job.exports.map(({ health }) => health)).toEqual(["UNAUTHORIZED", "HEALTHY"])
      // A first sync is tried again soon, although only the customer can help.
      expect(row).toMatchObject({ failures: 1 })
      expect(row.due_in).toBeGreaterThan(50)
      expect(row.due_in).toBeLessThanOrEqual(66)
    })
  )

  it.effect.each([
    [400, "VENDOR_CLIENT_ERROR"],
    [401, "UNAUTHORIZED"],
    [403, "UNAUTHORIZED"],
    [404, "VENDOR_CLIENT_ERROR"],
    [429, "RATE_LIMIT_EXCEEDED"],
    [500, "VENDOR_SERVER_ERROR"],
    [503, "VENDOR_SERVER_ERROR"]
  ] as const)(
    "names a connection whose vendor answers %s: %s [contract: health-of-vendor-failures]",
    ([status, name]) =>
      Effect.gen(function* () {
        const running = yield* Effect.fork(runOnce({ answer: () => FakeVendor.status(status) }))
        // The runner pauses and retries if a retry can help.
        yield* Effect.repeat(Effect.zipRight(TestClock.adjust("5 seconds"), Fiber.poll(running)), {
          until: (exit) => exit._tag === "Some"
        })
        const { job } = yield* Fiber.join(running)
        expect(job).toMatchObject({
          status: "FAILED",
          health: name,
          details: [
            { data_export_type: "device_groups", endpoint: "/groups" },
            { data_export_type: "itsm_users", endpoint: "/users" }
          ]
        })
        expect(job.exports.map(({ health }) => health)).toEqual([name, name])
      })
  )

  const maintenance = Effect.sync(
    () => new Response("<title>Maintenance, call Ada Lovelace</title>", { headers: { "content-type": "text/html" } })
  )
  const jobWith = (answer: (path: string, url: URL) => FakeVendor.Answer) =>
    Effect.gen(function* () {
      const running = yield* Effect.fork(runOnce({ answer }))
      yield* Effect.repeat(Effect.zipRight(TestClock.adjust("5 seconds"), Fiber.poll(running)), {
        until: (exit) => exit._tag === "Some"
      })
      return yield* Fiber.join(running)
    })

  it.effect("blames the vendor for a web page after a good answer, and describes the page without personal data", () =>
    Effect.gen(function* () {
      const { job, vendor } = yield* jobWith((path) => (path === "/users" ? maintenance : FakeVendor.page(["g"])))
      expect(vendor.asked.filter((path) => path === "/users")).toHaveLength(VendorHttp.MAX_ATTEMPTS)
      expect(job).toMatchObject({ status: "FAILED", health: "VENDOR_SERVER_ERROR" })
      expect(job.exports[1]).toMatchObject({
        reason: "VENDOR_DOWN",
        resolution_owner: "VENDOR",
        message: "/users: the answer is not JSON (status 200, text/html, 45 bytes: <title>Maintenance, …</title>)"
      })
    })
  )

  it.effect("blames the address that the customer entered for a web page before any good answer", () =>
    Effect.gen(function* () {
      const { job } = yield* jobWith(() => maintenance)
      expect(job).toMatchObject({ status: "FAILED", health: "UNAUTHORIZED" })
      expect(job.exports[1]).toMatchObject({
        reason: "ADDRESS_INVALID",
        resolution_owner: "CUSTOMER",
        customer_message:
          "The address that was entered does not lead to the API of Fake (fake.example.com: it answers with a web page instead of the vendor's API). Correct it."
      })
    })
  )

  it.effect("ends at once if a page is too large, and backs off instead of requesting it again and again", () =>
    Effect.gen(function* () {
      const giant = Effect.sync(() => new Response(`{"rows":[${"{},".repeat(120_000)}{}]}`))
      const { job, row, vendor } = yield* runOnce({ answer: () => giant })
      expect(vendor.asked.toSorted()).toEqual(["/groups", "/users"])
      expect(job).toMatchObject({ status: "FAILED", health: "VENDOR_SERVER_ERROR" })
      expect(job.exports[0]?.message).toBe("/groups: a list in the answer has more than 100,000 rows")
      expect(row).toMatchObject({ run_by: null, failures: 1, is_due: false })
      expect(row.due_in).toBeGreaterThan(50)
    })
  )

  it.effect("backs off if nothing can be read [contract: health-precedence]", () =>
    Effect.gen(function* () {
      const { job, row } = yield* runOnce({ answer: () => FakeVendor.status(401) })
      expect(job).toMatchObject({ status: "FAILED", health: "UNAUTHORIZED" })
      expect(row).toMatchObject({ run_by: null, failures: 1, is_due: false })
    })
  )

  it.effect.each([
    [429, "RATE_LIMIT_EXCEEDED"],
    [503, "VENDOR_SERVER_ERROR"]
  ] as const)(
    "gives its slot back at once if the vendor asks for a pause of minutes with %s, and is due when the pause ends",
    ([status, health]) =>
      Effect.gen(function* () {
        const { job, row, store, vendor } = yield* runOnce({
          answer: (path, url) =>
            path === "/users" && url.searchParams.has("after")
              ? FakeVendor.limited(120, status)
              : FakeVendor.page(["a"], "2"),
          connector: FakeVendor.connector({ itsm_users: [FakeVendor.users] })
        })
        expect(job).toMatchObject({
          status: "FAILED",
          health,
          reason: `Failed: itsm_users (/users: answered ${status}; the next run resumes the scan when the vendor allows).`
        })
        // The scan stays open at its checkpoint, so nothing is deleted and nothing is read twice.
        expect(store.log).toEqual(["write 1 itsm_user"])
        expect(store.checkpoints.get("itsm_user")).not.toBeNull()
        expect(vendor.asked).toEqual(["/users", "/users"])
        expect(row).toMatchObject({ run_by: null, failures: 0 })
        expect(row.due_in).toBeGreaterThan(110)
        expect(row.due_in).toBeLessThan(135)
      })
  )

  it.effect("is due when the limit of one export allows it, even if the others were read", () =>
    Effect.gen(function* () {
      const limited = Connector.make({
        ...FakeVendor.connector(),
        http: () => ({ baseUrl: "https://fake.example.com", rateLimitCovers: "endpoint" })
      })
      const { job, row } = yield* runOnce({
        answer: (path) => (path === "/users" ? FakeVendor.limited(600) : FakeVendor.page(["g"])),
        connector: limited
      })
      expect(job.exports.map(({ health }) => health)).toEqual(["HEALTHY", "RATE_LIMIT_EXCEEDED"])
      expect(row.due_in).toBeGreaterThan(590)
      expect(row.due_in).toBeLessThan(665)
    })
  )

  it.effect("repeats an incomplete export after a minute, even if another export waits for its limit", () =>
    Effect.gen(function* () {
      const connector = Connector.make({
        ...FakeVendor.connector({
          itsm_users: [FakeVendor.users],
          itsm_tickets: [FakeVendor.tickets],
          device_groups: [FakeVendor.groups]
        }),
        http: () => ({ baseUrl: "https://fake.example.com", rateLimitCovers: "endpoint" })
      })
      const { job, row } = yield* runOnce({
        answer: (path) => {
          if (path === "/users") return FakeVendor.page(["a"], "2")
          return path === "/tickets" ? FakeVendor.limited(600) : FakeVendor.page(["g"])
        },
        connector
      })
      const reasons = job.exports.map(({ data_export_type, reason }) => [data_export_type, reason])
      expect(Object.fromEntries(reasons)).toEqual({
        device_groups: null,
        itsm_tickets: "RATE_LIMITED",
        itsm_users: "INCOMPLETE"
      })
      expect(row).toMatchObject({ failures: 1 })
      expect(row.due_in).toBeGreaterThan(55)
      expect(row.due_in).toBeLessThanOrEqual(66)
    })
  )

  it.effect("starts a new scan, once, if the vendor no longer knows the checkpoint", () =>
    Effect.gen(function* () {
      const store = FakeStore.memory()
      store.checkpoints.set("itsm_user", { list: 0, next: { query: { after: "old" } } })
      const { job } = yield* runOnce({
        store,
        answer: (path, url) => (url.searchParams.get("after") === "old" ? FakeVendor.status(400) : twoPages(path, url))
      })
      expect(job).toMatchObject({ status: "SUCCESS" })
      expect(store.log.slice(2)).toEqual([
        "restart itsm_user",
        "write 2 itsm_user",
        "write 1 itsm_user",
        "close itsm_user"
      ])
    })
  )

  it.effect("lets the vendor release what it holds for scans that are not resumed", () =>
    Effect.gen(function* () {
      const given: Array<unknown> = []
      const extractor = {
        ...Extractor.fromStream({
          record: RecordKind.DeviceGroup,
          endpoint: "/export",
          permissions: [],
          pages: ({ checkpoint }) =>
            checkpoint === null
              ? Stream.empty
              : Stream.concat(
                  Stream.make({ drafts: [], checkpoint: { job: "newer" } }),
                  Stream.fail(new VendorError.CheckpointExpired({ endpoint: "/export", status: 410, detail: "gone" }))
                )
        }),
        giveUp: (checkpoint: Extractor.Checkpoint) =>
          Effect.map(VendorHttp.VendorHttp, () => void given.push(checkpoint))
      }
      let opened = 0
      const scanAt = (lease: Lease, checkpoint: Extractor.Checkpoint | null, abandoned: Extractor.Checkpoint | null) =>
        FakeStore.scan(lease, extractor, { checkpoint, abandoned })
      const store = FakeStore.memory({
        open: (lease) =>
          Effect.sync(() => {
            opened += 1
            return opened === 1 ? scanAt(lease, { job: "running" }, { job: "too old" }) : scanAt(lease, null, null)
          })
      })
      const { job } = yield* runOnce({
        store,
        answer: () => FakeVendor.page([]),
        connector: FakeVendor.connector({ device_groups: [extractor] })
      })
      expect(job).toMatchObject({ status: "SUCCESS" })
      expect(given).toEqual([{ job: "too old" }, { job: "newer" }])
    })
  )

  it.effect(
    "tells the extractor which rows have had all their lists read, and whether another tenant replaces the previous one",
    () =>
      Effect.gen(function* () {
        let known: ReadonlySet<string> = new Set()
        const extractor = Extractor.fromStream({
          record: RecordKind.DeviceGroup,
          endpoint: "/groups",
          permissions: [],
          pages: ({ completedParents }) =>
            Stream.drain(
              Stream.fromEffect(
                Effect.map(completedParents?.(["a", "b"]) ?? Effect.succeed(new Set<string>()), (ids) => {
                  known = ids
                })
              )
            )
        })
        const store = FakeStore.memory({
          open: (lease) => Effect.succeed(FakeStore.scan(lease, extractor, { isNewBaseline: true })),
          completedParents: (_, ids) => Effect.succeed(new Set(ids.slice(0, 1)))
        })
        const { job } = yield* runOnce({
          store,
          answer: () => FakeVendor.page([]),
          connector: FakeVendor.connector({ device_groups: [extractor] })
        })
        expect(known).toEqual(new Set(["a"]))
        expect(job.exports).toMatchObject([
          { health: "HEALTHY", message: expect.stringContaining("another tenant replaces the one before") }
        ])
      })
  )

  it.effect("reads nothing if the vendor answers as another tenant than the one that is stored", () =>
    Effect.gen(function* () {
      const { job, store, vendor } = yield* runOnce({
        tenant: { id: "globex", address: "globex.example", further: [] },
        answer: () => FakeVendor.page(["g1"])
      })
      expect(job).toMatchObject({ status: "FAILED", health: "UNAUTHORIZED" })
      expect(job.exports).toHaveLength(2)
      for (const one of job.exports) {
        expect(one).toMatchObject({ health: "UNAUTHORIZED", seen: 0 })
        expect(one.message).toContain(
          "the stored data is of globex at globex.example, and the vendor now answers as fake"
        )
      }
      expect(store.log).toEqual([])
      expect(vendor.asked).toEqual([])
      const sql = yield* SqlClient.SqlClient
      const problems = yield* sql<{ readonly reason: string }>`select reason from connection_problem`
      expect(problems.some(({ reason }) => reason === "TENANT_CHANGED")).toBe(true)
    })
  )

  it.effect(
    "stores the tenants that rows name before it stores their page, so that they are known even if the job dies later",
    () =>
      Effect.gen(function* () {
        const fake = FakeVendor.connector()
        const ofRow = (row: unknown) => Pagination.at(row, "id") as string
        const connector = {
          ...fake,
          http: (credentials: unknown) => ({ ...fake.http(credentials), tenant: { id: null, ofRow } })
        }
        const store = FakeStore.memory()
        yield* runOnce({
          connector,
          store,
          answer: (path, url) => (path === "/users" ? twoPages(path, url) : FakeVendor.page([]))
        })
        expect(store.log.filter((line) => !line.endsWith("device_group"))).toEqual([
          "tenants a,b",
          "write 2 itsm_user",
          "tenants c",
          "write 1 itsm_user",
          "close itsm_user"
        ])
      })
  )

  it.effect("gives up if the checkpoint of the new scan also expires", () =>
    Effect.gen(function* () {
      const expired = new VendorError.CheckpointExpired({ endpoint: "/delta", status: 410, detail: "answered 410" })
      const extractor = Extractor.fromStream({
        record: RecordKind.DeviceGroup,
        endpoint: "/delta",
        permissions: [],
        pages: () => Stream.fail(expired)
      })
      const { job, store } = yield* runOnce({
        answer: () => FakeVendor.page([]),
        connector: FakeVendor.connector({ device_groups: [extractor] })
      })
      expect(store.log).toEqual(["restart device_group"])
      expect(job).toMatchObject({ status: "FAILED", health: "INTERNAL_ERROR" })
    })
  )

  it.effect("reports a defect in a connector as the failure of one export [contract: health-of-own-failures]", () =>
    Effect.gen(function* () {
      const broken = Extractor.fromStream({
        record: RecordKind.DeviceGroup,
        endpoint: "/broken",
        permissions: [],
        pages: () => Stream.die(new Error("oops"))
      })
      const { job, store, lines } = yield* runOnce({
        answer: twoPages,
        connector: FakeVendor.connector({ device_groups: [broken], itsm_users: [FakeVendor.users] })
      })
      expect(job).toMatchObject({ status: "FAILED", health: "INTERNAL_ERROR" })
      expect(job.exports.map(({ health }) => health)).toEqual(["INTERNAL_ERROR", "HEALTHY"])
      expect(store.log).toContain("close itsm_user")
      expect(lines.join("\n")).toMatch(/The connector failed: Error at .*JobRunner\.test\.ts:\d+/)
      expect(lines.join("\n")).not.toContain("oops")
    })
  )

  it.effect("runs the other extractors of an export type after one has failed", () =>
    Effect.gen(function* () {
      const failing = Extractor.fromStream({
        record: RecordKind.IdpGroup,
        endpoint: "/failing",
        permissions: [],
        pages: () =>
          Stream.fail(new VendorError.ServerError({ endpoint: "/failing", status: 500, detail: "answered 500" }))
      })
      const fine = Extractor.fromStream({
        record: RecordKind.IdpApplication,
        endpoint: "/fine",
        permissions: [],
        pages: () => Stream.empty
      })
      const { job, store } = yield* runOnce({
        answer: () => FakeVendor.page([]),
        connector: FakeVendor.connector({ idp: [failing, fine] })
      })
      expect(store.log).toEqual(["close idp_application"])
      expect(job.exports).toHaveLength(1)
      expect(job).toMatchObject({ health: "VENDOR_SERVER_ERROR", exports: [{ endpoint: "/failing" }] })
    })
  )

  it.effect("reports what was wrong with rejected rows, but never their values", () =>
    Effect.gen(function* () {
      const { job } = yield* runOnce({
        answer: (path) =>
          path === "/users"
            ? {
                rows: [
                  { id: "a", name: "A" },
                  { id: "b", name: { private: "Jane Roe" } }
                ],
                next: null
              }
            : FakeVendor.page(["g"])
      })
      expect(job.exports[1]).toMatchObject({ health: "HEALTHY", seen: 1, rejected: 1 })
      expect(job.exports[1]?.message).toBe("rejected rows: itsm_user name: Expected string")
    })
  )

  it.effect("counts records with unmapped values, and logs their fields once per kind [contract: unknown-values]", () =>
    Effect.gen(function* () {
      const { job, lines } = yield* runOnce({
        answer: (path, url) => {
          if (path !== "/tickets") return FakeVendor.page(["g"])
          return url.searchParams.has("after")
            ? FakeVendor.page(["Whenever"])
            : FakeVendor.page(["HIGH", "Jane Roe"], "2")
        },
        connector: FakeVendor.connector({
          itsm_tickets: [FakeVendor.tickets],
          device_groups: [FakeVendor.groups]
        })
      })
      expect(job.exports.map((one) => [one.data_export_type, one.seen, one.unmapped])).toEqual([
        ["device_groups", 1, 0],
        ["itsm_tickets", 3, 2]
      ])
      const logged = lines.filter((line) => line.includes("does not map")).map((line) => JSON.parse(line))
      expect(logged).toMatchObject([
        { logLevel: "INFO", annotations: { vendor: "FAKE", kind: "itsm_ticket", fields: "priority, status" } }
      ])
      expect(lines.join()).not.toMatch(/Whenever|Jane Roe/)
      const ended = lines.filter((line) => line.includes("Job finished")).map((line) => JSON.parse(line))
      expect(ended).toMatchObject([{ annotations: { unmapped: 2 } }])
    })
  )

  /** Runs the job of a new connection, whose vendor hangs, to its time limit, but not before it has logged or requested `last`. */
  const runToLimit = (
    last: string,
    answer: (path: string, url: URL) => FakeVendor.Answer,
    options: Omit<Parameters<typeof setUp>[0], "answer"> = {}
  ) =>
    Effect.gen(function* () {
      const world = setUp({ answer, ...options })
      const { connectionId } = yield* FakeStore.seed({ timeoutSecs: 30, isSynced: true })
      const lease = yield* claim(connectionId)
      const fiber = yield* Effect.flatMap(JobRunner.JobRunner, (runner) => runner.run(lease)).pipe(
        Effect.provide(world.runner),
        Effect.fork
      )
      const { asked } = world.vendor
      const happens = (event: string) =>
        TestServices.provideLive(
          Effect.repeat(Effect.sleep("5 millis"), {
            until: () => [...world.store.log, ...asked].includes(event)
          }).pipe(Effect.timeoutFail({ duration: "20 seconds", onTimeout: () => `never happened: ${event}` }))
        )
      yield* happens("/groups")
      // The share of the first list is used up.
      yield* TestClock.adjust("15 seconds")
      yield* happens(last)
      yield* TestClock.adjust("15 seconds")
      yield* Fiber.join(fiber)
      return {
        ...world,
        job: yield* jobOf(connectionId),
        row: yield* rowOf(connectionId),
        dueIn: yield* dueIn(connectionId)
      }
    })

  it.effect(
    "stops at its timeout, keeps what was stored, sweeps nothing, and blames a vendor that no longer answers [contract: health-of-own-failures]",
    () =>
      Effect.gen(function* () {
        const { dueIn, job, row, store } = yield* runToLimit("write 1 itsm_user", (path, url) => {
          if (path !== "/users") return FakeVendor.page(["g"])
          return url.searchParams.has("after") ? Effect.never : FakeVendor.page(["a"], "token")
        })
        expect(store.log.slice(2)).toEqual(["write 1 itsm_user"])
        expect(job).toMatchObject({
          status: "FAILED",
          health: "VENDOR_SERVER_ERROR",
          details: [{ data_export_type: "itsm_users", endpoint: "/users" }]
        })
        expect(job.exports.map(({ health, message, seen }) => [health, seen, message])).toEqual([
          ["HEALTHY", 1, null],
          [
            "VENDOR_SERVER_ERROR",
            1,
            expect.stringMatching(/^\/users: did not answer within \d+ seconds, when the time of the job was up$/)
          ]
        ])
        expect(row).toMatchObject({ failures: 1 })
        expect(dueIn).toBeLessThanOrEqual(66)
      })
  )

  it.effect("runs the siblings of a list that hangs, blames the vendor, and tries again soon", () =>
    Effect.gen(function* () {
      const { dueIn, job, row } = yield* runToLimit("close itsm_user", (path, url) =>
        path === "/groups" ? Effect.never : twoPages(path, url)
      )
      expect(job.exports.map(({ health, seen }) => [health, seen])).toEqual([
        ["VENDOR_SERVER_ERROR", 0],
        ["HEALTHY", 3]
      ])
      expect(row).toMatchObject({ failures: 1 })
      expect(dueIn).toBeLessThanOrEqual(66)
    })
  )

  it.effect.each([
    ["a page that the next run would read again", {}, 3_000],
    ["a row below which every list was read", { completedParents: ["a"] }, 0],
    ["a vendor that still prepares the list", { isWaiting: true }, 0]
  ] as const)("continues a scan soon, or later, after %s", ([, more, atLeast]) =>
    Effect.gen(function* () {
      const store = FakeStore.memory()
      store.checkpoints.set("itsm_user", { next: null })
      const page: Extractor.Page = { batches: [], checkpoint: { next: null }, delta: null, ...more }
      const extractor: typeof FakeVendor.users = {
        ...FakeVendor.users,
        pages: () => Stream.concat(Stream.make(page), Stream.never)
      }
      const connector = FakeVendor.connector({ device_groups: [FakeVendor.groups], itsm_users: [extractor] })
      const { dueIn } = yield* runToLimit("write 0 itsm_user", twoPages, { store, connector })
      expect(dueIn).toBeGreaterThan(atLeast)
      expect(dueIn).toBeLessThanOrEqual(atLeast === 0 ? 25 : 3_780)
    })
  )

  it.effect("backs off if it reads nothing before its timeout", () =>
    Effect.gen(function* () {
      const { job, row } = yield* runToLimit("/users", () => Effect.never)
      expect(job).toMatchObject({ health: "VENDOR_SERVER_ERROR" })
      expect(row).toMatchObject({ run_by: null, failures: 1, is_due: false })
    })
  )

  it.effect("releases its row when it is interrupted, and the next claim resumes the same job", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      let isStuck = true
      const world = setUp({
        answer: (path, url) =>
          isStuck ? Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never) : twoPages(path, url)
      })
      const { connectionId } = yield* FakeStore.seed()
      const run = (lease: Lease) =>
        Effect.flatMap(JobRunner.JobRunner, (runner) => runner.run(lease)).pipe(Effect.provide(world.runner))
      const fiber = yield* Effect.fork(run(yield* claim(connectionId)))
      yield* Deferred.await(asked)
      yield* untilReleased(yield* Effect.fork(Fiber.interrupt(fiber)))
      expect(yield* rowOf(connectionId)).toMatchObject({ run_by: null, failures: 0, is_due: true })
      expect(yield* jobOf(connectionId)).toMatchObject({ status: "RUNNING" })
      isStuck = false
      yield* run(yield* claim(connectionId))
      expect(yield* jobOf(connectionId)).toMatchObject({ status: "SUCCESS" })
    })
  )

  const groupCalls = [
    "write 1 device_group",
    "write 1 device_group",
    "write 0 device_group",
    "write 0 device_group",
    "close device_group"
  ]
  const stops = [
    { calls: 6, title: "after the page that it stores", log: [...groupCalls, "write 1 itsm_user"] },
    {
      calls: 2,
      title: "within a list that is paged by index, whose last page the next run reads again",
      log: groupCalls.slice(0, 2)
    }
  ]
  for (const { calls, log, title } of stops) {
    it.effect(`hands over a job whose process stops: ${title}`, () =>
      Effect.gen(function* () {
        const store = FakeStore.memory()
        const signal = {
          isPaused: false,
          isStopped: false,
          get isGiven() {
            return store.log.length >= calls
          }
        }
        const pages: Readonly<Record<string, unknown>> = {
          "/groups 0": FakeVendor.page(["a"]),
          "/groups 1": FakeVendor.page(["b"]),
          "/groups 2": FakeVendor.page([]),
          "/groups 3": FakeVendor.page([]),
          "/users 0": FakeVendor.page(["a"], "token-1"),
          "/users token-1": FakeVendor.page(["b"], "token-2"),
          "/users token-2": FakeVendor.page(["c"])
        }
        const groups = Extractor.make({
          record: RecordKind.DeviceGroup,
          endpoint: "/groups",
          row: FakeVendor.Row,
          permissions: ["groups.read"],
          pagination: Pagination.offset({ counts: "returned", items: "rows", limit: 1 }),
          toRecord: (row) => ({ name: row.name, vendor_id: row.id })
        })
        const running = yield* Effect.fork(
          runOnce({
            answer: (path, { searchParams }) =>
              pages[`${path} ${searchParams.get("offset") ?? searchParams.get("after") ?? 0}`],
            connector: FakeVendor.connector({ device_groups: [groups], itsm_users: [FakeVendor.users] }),
            store
          }).pipe(Effect.provideService(StopSignal, signal))
        )
        const { job, row } = yield* untilReleased(running)
        expect(store.log).toEqual(log)
        expect(row).toMatchObject({ run_by: null, failures: 0, is_due: true })
        expect(job).toMatchObject({ status: "RUNNING" })
      })
    )
  }

  /** A job whose process stops while it stores the first page of users. */
  const handedOver = Effect.gen(function* () {
    const store = FakeStore.memory()
    const signal = {
      isOff: false,
      isPaused: false,
      isStopped: false,
      get isGiven() {
        return !this.isOff && store.log.includes("write 2 itsm_user")
      }
    }
    const answer = (path: string, { searchParams }: URL) => {
      if (path === "/groups") return FakeVendor.page(["g"])
      return searchParams.has("after") ? FakeVendor.page(["c"]) : FakeVendor.page(["a", "b"], "token-2")
    }
    const world = setUp({ answer, store })
    const { connectionId } = yield* FakeStore.seed()
    const run = Effect.gen(function* () {
      const lease = yield* claim(connectionId)
      const runner = yield* JobRunner.JobRunner
      yield* untilReleased(yield* Effect.fork(runner.run(lease)))
    }).pipe(Effect.provide(world.runner), Effect.provideService(StopSignal, signal))
    yield* run
    expect(store.log).toEqual(["write 1 device_group", "close device_group", "write 2 itsm_user"])
    signal.isOff = true
    return { ...world, connectionId, run }
  })

  it.effect("continues a job that was handed over: it reads no list twice, and reports the whole job", () =>
    Effect.gen(function* () {
      const { connectionId, run, store, vendor } = yield* handedOver
      yield* run
      expect(store.log.slice(3)).toEqual(["write 1 itsm_user", "close itsm_user"])
      expect(vendor.asked.filter((path) => path === "/groups")).toHaveLength(1)
      const { exports, status } = yield* jobOf(connectionId)
      expect(status).toBe("SUCCESS")
      expect(exports).toMatchObject([
        { data_export_type: "device_groups", health: "HEALTHY", seen: 1, created: 1 },
        { data_export_type: "itsm_users", health: "HEALTHY", seen: 3, created: 3 }
      ])
    })
  )

  it.effect("reads all lists of a job that was handed over if a sync was requested in between", () =>
    Effect.gen(function* () {
      const { connectionId, run, store } = yield* handedOver
      yield* Effect.flatMap(SyncSchedule.SyncSchedule, (schedule) => schedule.request(connectionId))
      yield* run
      expect(store.log.slice(3)).toEqual([
        "write 1 device_group",
        "close device_group",
        "write 1 itsm_user",
        "close itsm_user"
      ])
      expect((yield* jobOf(connectionId)).exports.map(({ seen }) => seen)).toEqual([2, 3])
    })
  )

  it.effect("does not run a job that killed too many processes, and says so", () =>
    Effect.gen(function* () {
      const world = setUp({ answer: twoPages })
      const { connectionId } = yield* FakeStore.seed()
      const lease = { ...(yield* claim(connectionId)), crashLoop: 5 }
      yield* Effect.flatMap(JobRunner.JobRunner, (runner) => runner.run(lease)).pipe(Effect.provide(world.runner))
      expect(world.vendor.asked).toEqual([])
      const { status, health, reason } = yield* jobOf(connectionId)
      expect({ status, health }).toEqual({ status: "FAILED", health: "INTERNAL_ERROR" })
      expect(reason).toMatch(/died or froze 5 times in a row while the job of this connection ran/)
      expect(yield* rowOf(connectionId)).toMatchObject({ run_by: null, failures: 0, is_due: false })
    })
  )

  const pausing = [
    {
      list: "paged by cursor",
      pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
      writes: ["write 1"]
    },
    {
      list: "paged by index, whose last page is read again",
      pagination: Pagination.offset({ counts: "returned", items: "rows", limit: 2 }),
      writes: ["write 2", "write 1", "write 0", "write 0"]
    }
  ]
  for (const { list, pagination, writes } of pausing) {
    it.effect(
      `stores the page that it reads when its connection is paused, and the next job continues there: a list ${list}`,
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const schedule = yield* SyncSchedule.SyncSchedule
          const { connectionId } = yield* FakeStore.seed()
          yield* sql`update connection set health_name = 'RATE_LIMIT_EXCEEDED' where id = ${connectionId}`
          const users = Extractor.make({ ...FakeVendor.userList, pagination })
          const signal = { isGiven: false, isPaused: false, isStopped: false }
          const pause = Effect.map(Effect.orDie(schedule.pause(connectionId)), () => {
            signal.isPaused = true
            return Response.json(FakeVendor.page(["a", "b"], "token-2"))
          })
          const world = setUp({
            connector: FakeVendor.connector({ device_groups: [FakeVendor.groups], itsm_users: [users] }),
            answer: (path, { searchParams }) => {
              if (path === "/groups") return FakeVendor.page(["g"])
              if (searchParams.has("after") || searchParams.get("offset") === "2") return FakeVendor.page(["c"])
              if (Number(searchParams.get("offset")) > 2) return FakeVendor.page([])
              return signal.isPaused ? FakeVendor.page(["a", "b"], "token-2") : pause
            }
          })
          const run = Effect.gen(function* () {
            const lease = yield* claim(connectionId)
            yield* (yield* JobRunner.JobRunner).run(lease)
          }).pipe(Effect.provide(world.runner))

          yield* Effect.provideService(run, StopSignal, signal)
          expect(world.store.log).toEqual(["write 1 device_group", "close device_group", "write 2 itsm_user"])
          expect(yield* jobOf(connectionId)).toMatchObject({
            status: "FAILED",
            reason: expect.stringContaining("The connection was paused while its job ran."),
            health: "RATE_LIMIT_EXCEEDED",
            exports: [
              { data_export_type: "device_groups", seen: 1, message: null },
              { data_export_type: "itsm_users", seen: 2, created: 2, message: expect.stringContaining("was paused") }
            ]
          })
          expect(yield* rowOf(connectionId)).toMatchObject({ run_by: null, failures: 0, is_due: true })

          yield* sql`delete from job where connection_id = ${connectionId}`
          yield* schedule.resume(connectionId)
          yield* run
          expect(world.store.log.slice(5)).toEqual([...writes.map((write) => `${write} itsm_user`), "close itsm_user"])
          expect(yield* jobOf(connectionId)).toMatchObject({ status: "SUCCESS", health: "HEALTHY" })
        })
    )
  }

  it.effect(
    "stores the page that it reads when an operator stops its connector, and the next job continues there",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { connectionId } = yield* FakeStore.seed()
        yield* sql`update connection set health_name = 'RATE_LIMIT_EXCEEDED' where id = ${connectionId}`
        const signal = { isGiven: false, isPaused: false, isStopped: false }
        const world = setUp({
          connector: FakeVendor.connector({ itsm_users: [FakeVendor.users] }),
          answer: (_, { searchParams }) => {
            if (searchParams.has("after")) return FakeVendor.page(["c"])
            signal.isStopped = true
            return FakeVendor.page(["a", "b"], "token-2")
          }
        })
        const run = Effect.gen(function* () {
          const lease = yield* claim(connectionId)
          yield* (yield* JobRunner.JobRunner).run(lease)
        }).pipe(Effect.provide(world.runner))
        yield* Effect.provideService(run, StopSignal, signal)
        expect(world.store.log).toEqual(["write 2 itsm_user"])
        expect(yield* jobOf(connectionId)).toMatchObject({
          status: "FAILED",
          reason:
            "The operator of this service stopped the connector while the job ran. What the job had read is stored, and the next job continues there if it starts within a day.",
          health: "RATE_LIMIT_EXCEEDED",
          exports: [{ seen: 2, created: 2, message: expect.stringContaining("the operator stopped the connector") }]
        })
        expect(yield* rowOf(connectionId)).toMatchObject({ run_by: null, failures: 0, is_due: true })
        yield* sql`delete from job where connection_id = ${connectionId}`
        yield* run
        expect(world.store.log).toEqual(["write 2 itsm_user", "write 1 itsm_user", "close itsm_user"])
        expect(yield* jobOf(connectionId)).toMatchObject({ status: "SUCCESS", health: "HEALTHY" })
      })
  )

  it.effect("reads nothing, and says so, if the records of a former tenant take all of its time to remove", () =>
    Effect.gen(function* () {
      for (const dataExportTypes of [[], ["siem_events"]] as const) {
        const { job, vendor } = yield* runOnce({
          answer: twoPages,
          timeoutSecs: 60,
          stored: { hasFormerRecords: true, dataExportTypes },
          store: FakeStore.memory({
            removeFormer: () => Effect.zipRight(TestClock.adjust("61 seconds"), Effect.never)
          })
        })
        expect(job).toMatchObject({
          status: "FAILED",
          reason: expect.stringContaining("not removed within 60 seconds")
        })
        expect(vendor.asked).toEqual([])
      }
    })
  )

  it.effect(
    "is paused although one list waits for the memory of another one, which has stopped after a long page",
    () =>
      Effect.gen(function* () {
        const { connectionId } = yield* FakeStore.seed({ timeoutSecs: 60 })
        const signal = { isGiven: false, isPaused: false, isStopped: false }
        const isHeld = yield* Deferred.make<void>()
        // Pages of the account have 12 MiB, which is enough for one of these.
        const memory = AnswerMemory.make(48 * 1_048_576)
        const pausing: AnswerMemory.AnswerMemory["Type"] = (share) => {
          const { others, pages } = memory(share)
          const keep: AnswerMemory.Room["keep"] = (bytes, held) => {
            pages.keep(bytes, held)
            signal.isPaused = true
            Deferred.unsafeDone(isHeld, Effect.void)
          }
          return { others, pages: { ...pages, keep } }
        }
        const long = (name: string) =>
          Response.json(
            FakeVendor.page(Array.from({ length: 6_000 }, (_, index) => `${name}${index}${"x".repeat(400)}`))
          )
        const world = setUp({
          connector: FakeVendor.connector({ device_groups: [FakeVendor.groups], itsm_users: [FakeVendor.users] }),
          answer: (path) =>
            path === "/users"
              ? Effect.as(Deferred.await(isHeld), long("u"))
              : // So long that the other list begins meanwhile.
                Effect.as(TestClock.adjust("30 seconds"), long("g"))
        })
        yield* Effect.gen(function* () {
          const lease = yield* claim(connectionId)
          yield* (yield* JobRunner.JobRunner).run(lease)
        }).pipe(
          Effect.provide(world.runner),
          Effect.provideService(AnswerMemory.AnswerMemory, pausing),
          Effect.provideService(StopSignal, signal)
        )
        expect(yield* jobOf(connectionId)).toMatchObject({
          status: "FAILED",
          exports: [
            { data_export_type: "device_groups", message: expect.stringContaining("was paused") },
            { data_export_type: "itsm_users", message: expect.stringContaining("was paused") }
          ]
        })
      })
  )

  /** Runs a job to whose calls the database answers only with an error, then what is left of it, if it has not failed. */
  const outage = (
    code: string,
    at: "begin" | "completedParents" | "write" | "finish",
    options: Parameters<typeof setUp>[0] = { answer: twoPages }
  ) =>
    Effect.gen(function* () {
      const gone = new SqlError({ cause: Object.assign(new Error("gone"), { code }) })
      let isAway = true
      const fail = <A, E>(call: Effect.Effect<A, E>, when: typeof at) =>
        Effect.suspend((): Effect.Effect<A, E | SqlError> => (isAway && when === at ? Effect.fail(gone) : call))
      const memory = FakeStore.memory()
      const store: FakeStore.MemoryStore = {
        ...memory,
        layer: Layer.map(memory.layer, (context) => {
          const inner = Context.get(context, RecordStore)
          return Context.make(RecordStore, {
            ...inner,
            completedParents: (scan, ids) => fail(inner.completedParents(scan, ids), "completedParents"),
            write: (scan, page, also) => fail(inner.write(scan, page, also), "write")
          })
        })
      }
      const jobs = yield* Jobs.Jobs
      const failing = Jobs.Jobs.of({
        ...jobs,
        begin: (lease) => fail(jobs.begin(lease), "begin"),
        finish: (lease, jobId, result) => fail(jobs.finish(lease, jobId, result), "finish")
      })
      const world = setUp({ ...options, store })
      const { connectionId } = yield* FakeStore.seed()
      const lease = yield* claim(connectionId)
      const run = (lease: Lease) =>
        Effect.flatMap(JobRunner.JobRunner, (runner) => runner.run(lease)).pipe(
          Effect.provide(world.runner),
          Effect.provideService(Jobs.Jobs, failing)
        )
      const fiber = yield* Effect.fork(run(lease))
      yield* Effect.repeat(Effect.zipRight(TestClock.adjust("1 second"), Fiber.poll(fiber)), {
        until: (exit) => exit._tag === "Some"
      })
      const sql = yield* SqlClient.SqlClient
      const after = {
        row: yield* rowOf(connectionId),
        jobs: yield* sql<{ status: string }>`select status from job where connection_id = ${connectionId}`,
        problems: yield* sql`select 1 from connection_problem where connection_id = ${connectionId}`,
        asked: [...world.vendor.asked]
      }
      isAway = false
      yield* sql`update schedule set next_run_at = clock_timestamp() where connection_id = ${connectionId}`
      if (after.row.failures === 0) yield* run(yield* claim(connectionId))
      const job = Effect.catchAllDefect(jobOf(connectionId), () => Effect.succeed(null))
      return { ...after, lines: world.lines, job: yield* job }
    })

  it.effect.each([
    ["57P01", "write"],
    ["ECONNREFUSED", "begin"],
    ["ECONNRESET", "write"],
    ["53300", "finish"],
    ["25006", "write"],
    ["57P03", "finish"],
    ["08006", "begin"]
  ] as const)("does not fail if the database is away (%s at the %s), and continues soon", ([code, at]) =>
    Effect.gen(function* () {
      const { job, jobs, lines, problems, row } = yield* outage(code, at)
      expect(jobs).toEqual(at === "begin" ? [] : [{ status: "RUNNING" }])
      expect(problems).toEqual([])
      expect(row).toMatchObject({ run_by: null, failures: 0 })
      expect(row.due_in).toBeGreaterThan(0)
      expect(row.due_in).toBeLessThan(60)
      expect(lines.join("\n")).toContain(`Job interrupted: the database reported ${code}`)
      expect(job).toMatchObject({ status: "SUCCESS", health: "HEALTHY" })
      expect(job?.exports.map(({ seen }) => seen)).toEqual([1, 3])
    })
  )

  it.effect("requests no list below a row until the database has said which lists the scan has stored", () =>
    Effect.gen(function* () {
      const memberOf = (device: string, group: string) => ({ device_vendor_id: device, group_vendor_id: group })
      const members = Child.of<typeof FakeVendor.Row.Type>()({
        record: RecordKind.DeviceGroupMember,
        endpoint: "/groups/{id}/members",
        row: FakeVendor.Row,
        permissions: [],
        pagination: Pagination.none({ items: "rows" }),
        toRecord: ({ id }, group) => memberOf(id, group.id)
      })
      const groups = Extractor.make({ ...FakeVendor.groupList, children: [members] })
      const connector = FakeVendor.connector({ device_groups: [groups] })
      const answer = (path: string) => FakeVendor.page([path === "/groups" ? "g" : "device"])
      const { asked, job, problems, row } = yield* outage("57P01", "completedParents", { connector, answer })
      expect(asked).toEqual(["/groups"])
      expect(problems).toEqual([])
      expect(row).toMatchObject({ run_by: null, failures: 0 })
      expect(job).toMatchObject({ status: "SUCCESS", health: "HEALTHY" })
    })
  )

  it.effect.each([
    ["23505", "write", { status: "FAILED", health: "INTERNAL_ERROR" }],
    // A statement may take too long whenever it runs.
    ["57014", "write", { status: "FAILED", health: "INTERNAL_ERROR" }],
    ["42601", "begin", {}],
    ["42P01", "finish", {}]
  ] as const)("fails if the database refuses a statement (%s at the %s)", ([code, at, expected]) =>
    Effect.gen(function* () {
      const { job, row } = yield* outage(code, at)
      expect(row).toMatchObject({ run_by: null, failures: 1 })
      expect(job ?? {}).toMatchObject(expected)
    })
  )

  it.effect("reports a record that cannot be stored as an internal error, and runs the other extractors", () =>
    Effect.gen(function* () {
      const cause = Object.assign(new Error('invalid input syntax: "Jane Roe"'), { code: "22P02" })
      const store = FakeStore.memory({
        write: (scan) =>
          scan.extractor.startsWith("device_group")
            ? Effect.fail(new SqlError({ cause }))
            : Effect.succeed({ itsm_user: { ...noCounts, seen: 1, created: 1 } })
      })
      const { job, lines } = yield* runOnce({ store, answer: twoPages })
      expect(job.exports.map(({ health }) => health)).toEqual(["INTERNAL_ERROR", "HEALTHY"])
      expect(lines.join("\n")).toContain("22P02")
      expect(lines.join("\n")).not.toContain("Jane Roe")
    })
  )

  it.effect("never shows a credential", () =>
    Effect.gen(function* () {
      const leaky = Extractor.fromStream({
        record: RecordKind.DeviceGroup,
        endpoint: "/leaky",
        permissions: [],
        pages: () => Stream.die(new Error("oops"))
      })
      const connector = FakeVendor.connector({ device_groups: [leaky], itsm_users: [FakeVendor.users] })
      const { job, lines } = yield* runOnce({ answer: () => FakeVendor.status(401), connector })
      expect(JSON.stringify(job) + lines.join("\n")).not.toContain(FakeVendor.SECRET)
      const thrower = {
        ...connector,
        http: (credentials: unknown) => {
          throw new Error(Redacted.value((credentials as { token: Redacted.Redacted }).token))
        }
      }
      const second = yield* runOnce({ answer: () => FakeVendor.status(401), connector: thrower })
      expect(second.job).toMatchObject({ health: "INTERNAL_ERROR" })
      expect(JSON.stringify(second.job) + second.lines.join("\n")).not.toContain(FakeVendor.SECRET)
    })
  )
})
