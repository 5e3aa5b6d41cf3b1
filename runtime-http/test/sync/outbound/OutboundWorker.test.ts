import * as SqlClient from "@effect/sql/SqlClient"
import { type Action, VendorError } from "@tributary/core"
import { Deferred, Duration, Effect, Exit, Layer, ManagedRuntime, Redacted, Scope } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import * as SpanRecorder from "../../../../tests/support/telemetry/SpanRecorder.js"
import { Connections } from "../../../src/store/accounts/Connections.js"
import { OutboundJobs } from "../../../src/store/jobs/OutboundJobs.js"
import * as OutboundWorker from "../../../src/sync/outbound/OutboundWorker.js"
import * as Metrics from "../../../src/telemetry/Metrics.js"
import { VendorSession } from "../../../src/vendor/VendorSession.js"
import { acme, makeTenant, at as storeOf, stores, type Tenant } from "../../http/TestServer.js"

const draft: Action.NewTicket = {
  name: "Fix it",
  project_vendor_id: "P",
  type: null,
  type_vendor_id: null,
  description: "a secret of the customer",
  priority: "HIGH",
  assigned_user_vendor_id: null,
  parent_ticket_vendor_id: null,
  identifier: null
}

const at = { endpoint: "/tickets", status: 500, detail: "answered 500" }

/** The tickets that exist at the vendor, and what its requests do; reset before each test. */
const vendor = {
  tickets: [] as Array<{ readonly jobId: string; readonly name: string }>,
  creates: 0,
  finds: 0,
  /** How many searches miss the ticket. */
  misses: 0,
  searchLag: Duration.minutes(5) as Duration.DurationInput,
  isIdempotent: false,
  /** The jobs whose requests the vendor never answers. */
  unanswered: new Set<string>(),
  /** What the search does instead of answering. */
  search: null as Effect.Effect<never, VendorError.VendorError> | null,
  /** What happens after the ticket is created, by attempt. */
  after: [] as Array<Effect.Effect<void, VendorError.VendorError>>,
  /** What happens before the ticket is created, by attempt. */
  before: [] as Array<Effect.Effect<void, VendorError.VendorError>>
}
const untouched = { ...vendor }

const createTicket: Action.CreateTicket = {
  endpoint: "/tickets",
  permissions: [],
  get searchLag() {
    return vendor.searchLag
  },
  get isIdempotent() {
    return vendor.isIdempotent
  },
  find: (jobId) =>
    Effect.suspend(() => {
      vendor.finds += 1
      if (vendor.search !== null) return vendor.search
      if (vendor.misses > 0) {
        vendor.misses -= 1
        return Effect.succeed(null)
      }
      return Effect.succeed(
        vendor.tickets.some((ticket) => ticket.jobId === jobId) ? { vendor_id: `T-${jobId}` } : null
      )
    }),
  create: ({ name }, jobId) =>
    Effect.gen(function* () {
      vendor.creates += 1
      if (vendor.unanswered.has(jobId)) return yield* Effect.never
      yield* vendor.before.shift() ?? Effect.void
      if (!vendor.isIdempotent || vendor.tickets.every((ticket) => ticket.jobId !== jobId)) {
        vendor.tickets.push({ jobId, name })
      }
      yield* vendor.after.shift() ?? Effect.void
      return { vendor_id: `T-${jobId}` }
    })
}

const session = Layer.succeed(
  VendorSession,
  VendorSession.of({ accept: () => Effect.die("not used"), open: () => Effect.succeed({} as never) })
)

const runtime = ManagedRuntime.make(
  Layer.merge(stores({ connectors: [{ ...acme, actions: { createTicket } }] }), session)
)
afterAll(() => runtime.dispose())

const run = runtime.runPromise

let tenant: Tenant

beforeEach(async () => {
  Object.assign(vendor, { ...untouched, tickets: [], before: [], after: [] })
  await run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from outbound_job`))
  tenant = await run(makeTenant)
})

const queueOf = (of: Tenant) =>
  Effect.gen(function* () {
    const payload = Redacted.make(JSON.stringify(draft))
    return yield* Effect.flatten(
      (yield* OutboundJobs).create(storeOf(of).scope, { taskName: "create_ticket", payload })
    )
  })
const queue = Effect.suspend(() => queueOf(tenant))

const getOf = (of: Tenant, jobId: string) => Effect.flatMap(OutboundJobs, (jobs) => jobs.get(storeOf(of).scope, jobId))
const get = (jobId: string) => getOf(tenant, jobId)

const endedOf = (of: Tenant, jobId: string) =>
  getOf(of, jobId).pipe(
    Effect.zipLeft(Effect.sleep("20 millis")),
    Effect.repeat({
      until: ({ status }) => status === "SUCCESS" || status === "FAILED"
    }),
    Effect.timeout("50 seconds")
  )
const ended = (jobId: string) => endedOf(tenant, jobId)

/** Claims the due jobs of the tenant as a worker does, without carrying them out. */
const claim = (leaseSecs: number) =>
  Effect.flatMap(OutboundJobs, (jobs) =>
    jobs.claim([{ accountId: tenant.accountId, connectionId: tenant.connection.id, jobs: 1 }], leaseSecs)
  )

/** Makes the next search of the job due, as if this many seconds had passed; does nothing while an attempt runs. */
const pass = (jobId: string, secs: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update outbound_job
      set due_at = clock_timestamp(), uncertain_since = uncertain_since - make_interval(secs => ${secs})
      where id = ${jobId} and uncertain_since is not null and crashes = 0 and due_at > clock_timestamp()
      returning id`
  ).pipe(Effect.map((rows) => rows.length > 0))

/** The same, once the job waits for its next search. */
const passWhenWaiting = (jobId: string, secs: number) =>
  pass(jobId, secs).pipe(
    Effect.zipLeft(Effect.sleep("20 millis")),
    Effect.repeat({ until: (hasPassed) => hasPassed }),
    Effect.timeout("50 seconds")
  )

/** Leases and attempts that a busy machine does not lose. */
const fast = { pollInterval: Duration.millis(20), leaseSecs: 120, attemptSecs: 60, retrySecs: 0.1, drain: 0 }

/** Lets the lease of a dead worker expire, which protects the job until then. */
const expireLease = (jobId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    expect(yield* claim(60)).toEqual([])
    expect((yield* get(jobId)).status).toBe("RUNNING")
    yield* sql`update outbound_job set due_at = clock_timestamp() where id = ${jobId}`
  })

const worker = (settings: Partial<OutboundWorker.OutboundWorkerSettings> = {}) =>
  OutboundWorker.make({ ...fast, ...settings })

/** Queues a job and runs one worker until the job has ended. */
const carriedOut = (settings: Partial<OutboundWorker.OutboundWorkerSettings> = {}) =>
  run(
    Effect.gen(function* () {
      const jobId = yield* queue
      yield* worker(settings)
      return yield* ended(jobId)
    }).pipe(Effect.scoped)
  )

const made = () => vendor.tickets.length

describe("an outbound job", () => {
  it("creates one ticket and ends as SUCCESS [contract: ticket-is-created-once]", async () => {
    const job = await carriedOut()
    expect(job).toMatchObject({ status: "SUCCESS", task_name: "create_ticket", vendor: "ACME", failure_reason: null })
    expect([job.started_at, job.finished_at].every((time) => time !== null)).toBe(true)
    expect([vendor.tickets, vendor.finds]).toEqual([[{ jobId: job.id, name: "Fix it" }], 0])
  })

  it("is counted and has a span for each attempt, although the polls of the worker have none", async () => {
    const metrics = Metrics.make()
    const spans = SpanRecorder.make()
    await run(
      Effect.gen(function* () {
        const jobId = yield* queue
        yield* worker()
        yield* ended(jobId)
      }).pipe(Effect.scoped, Effect.provide(spans.layer), Effect.provideService(Metrics.Metrics, metrics))
    )
    const attempts = metrics.latest().find(({ name }) => name === "tributary_outbound_attempts_total")?.samples
    expect(attempts?.map(({ labels, value }) => [...labels, value])).toEqual([["ACME", "SUCCESS", 1]])
    const ofAttempts = spans.lines.filter((line) => line.startsWith("outbound_job.run"))
    expect(ofAttempts).toEqual([expect.stringContaining('["tributary.outcome","SUCCESS"]')])
  })

  describe("of a database that was restored", () => {
    /** Carries out a ticket that was queued before the database was found restored, so many seconds ago. */
    const restored = (secs: number, before: (jobId: string) => void = () => undefined) =>
      run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const jobId = yield* queue
          before(jobId)
          yield* sql`
            update outbound_job set restored_at = clock_timestamp() - make_interval(secs => ${secs}) where id = ${jobId}`
          yield* worker()
          return yield* ended(jobId)
        }).pipe(Effect.scoped)
      )

    it("is found if it was sent before the restore, and not sent again", async () => {
      const job = await restored(1, (jobId) => vendor.tickets.push({ jobId, name: "Fix it" }))
      expect(job).toMatchObject({ status: "SUCCESS", failure_reason: null })
      expect([made(), vendor.creates, vendor.finds]).toEqual([1, 0, 1])
    })

    it("is sent if the search finds nothing after the time in which it may miss a ticket", async () => {
      expect(await restored(301)).toMatchObject({ status: "SUCCESS" })
      expect([made(), vendor.creates, vendor.finds]).toEqual([1, 1, 1])
    })

    it("is searched for again while the search may miss it", async () => {
      vendor.searchLag = Duration.millis(400)
      vendor.misses = 1
      const job = await restored(0, (jobId) => vendor.tickets.push({ jobId, name: "Fix it" }))
      expect(job).toMatchObject({ status: "SUCCESS" })
      expect([made(), vendor.creates, vendor.finds]).toEqual([1, 0, 2])
    })

    it("is sent after one search if the vendor itself prevents a second one that comes soon", async () => {
      vendor.isIdempotent = true
      expect(await restored(0)).toMatchObject({ status: "SUCCESS" })
      expect([made(), vendor.creates, vendor.finds]).toEqual([1, 1, 1])
    })

    it("has all of its attempts after the searches, which do not count", async () => {
      vendor.searchLag = Duration.millis(400)
      const limited = new VendorError.RateLimited({ ...at, status: 429, detail: "answered 429", retryAfter: null })
      vendor.before = Array.from({ length: 5 }, () => Effect.fail(limited))
      expect(await restored(0)).toMatchObject({ status: "SUCCESS" })
      expect([made(), vendor.creates]).toEqual([1, 6])
    })

    it("is searched for again if the search fails for a while, however late it begins", async () => {
      const limited = new VendorError.RateLimited({ ...at, status: 429, detail: "answered 429", retryAfter: null })
      vendor.search = Effect.suspend(() => {
        if (vendor.finds >= 3) vendor.search = null
        return Effect.fail(limited)
      })
      expect(await restored(10_000)).toMatchObject({ status: "SUCCESS" })
      expect([made(), vendor.creates, vendor.finds]).toEqual([1, 1, 4])
    })

    it("is not sent by an attempt that began before the restore was found", async () => {
      const [hasBegun, next] = await run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const jobs = yield* OutboundJobs
          yield* queue
          const [first] = yield* claim(60)
          if (first === undefined) throw new Error("not claimed")
          yield* sql`update outbound_job set restored_at = clock_timestamp()`
          const hasBegun = yield* jobs.begin(first, 60)
          yield* jobs.release(first)
          return [hasBegun, yield* claim(60)] as const
        })
      )
      expect(hasBegun).toBe(false)
      expect(next).toMatchObject([{ doubt: null, restoredSecs: expect.any(Number) }])
    })

    it("is certainly not there if the vendor refuses it after the search", async () => {
      vendor.before = [Effect.fail(new VendorError.ClientError({ ...at, status: 400, detail: "answered 400" }))]
      const job = await restored(301)
      expect(job).toMatchObject({ status: "FAILED" })
      expect(job.failure_reason).not.toContain("may have been created")
    })

    it("says that it may exist if the search fails", async () => {
      vendor.search = Effect.fail(new VendorError.Unauthorized({ ...at, status: 403, detail: "answered 403" }))
      const job = await restored(0)
      expect(job.status).toBe("FAILED")
      expect(job.failure_reason).toContain(`search ACME for ${job.id}`)
      expect(vendor.creates).toBe(0)
    })
  })

  it("keeps its payload sealed, and erases it when it ends", async () => {
    const [during, after] = await run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const jobId = yield* queue
        const payload = Effect.map(
          sql<{ readonly payload: Buffer | null }>`select payload from outbound_job where id = ${jobId}`,
          ([row]) => row?.payload ?? null
        )
        const sealed = yield* payload
        yield* Effect.scoped(Effect.zipRight(worker(), ended(jobId)))
        return [sealed, yield* payload] as const
      })
    )
    expect(during?.includes("secret")).toBe(false)
    expect(after).toBe(null)
  })

  it("creates one ticket even if the process dies after the vendor has answered [contract: ticket-is-created-once]", async () => {
    const stands = await run(Deferred.make<void>())
    vendor.after = [Effect.zipRight(Deferred.succeed(stands, undefined), Effect.never)]
    const job = await run(
      Effect.gen(function* () {
        const jobId = yield* queue
        const first = yield* Scope.make()
        yield* Scope.extend(worker(), first)
        yield* Deferred.await(stands)
        yield* Scope.close(first, Exit.void)
        yield* expireLease(jobId)
        yield* worker()
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, made(), vendor.finds]).toEqual(["SUCCESS", 1, 1])
  })

  it("only searches if the process died while it sent the request, and then fails", async () => {
    const begun = await run(Deferred.make<void>())
    vendor.before = [Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)]
    vendor.searchLag = 0
    const job = await run(
      Effect.gen(function* () {
        const jobId = yield* queue
        const first = yield* Scope.make()
        yield* Scope.extend(worker(), first)
        yield* Deferred.await(begun)
        yield* Scope.close(first, Exit.void)
        yield* expireLease(jobId)
        yield* worker()
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, made(), vendor.creates, vendor.finds]).toEqual(["FAILED", 0, 1, 1])
    expect(job.failure_reason).toMatch(/^The process died while it created the ticket\. .* may have been created/)
  })

  it("creates its ticket if the process died before it sent the request", async () => {
    const job = await run(
      Effect.gen(function* () {
        const jobId = yield* queue
        yield* claim(0)
        yield* worker()
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, made(), vendor.finds]).toEqual(["SUCCESS", 1, 0])
  })

  const answered = (status: number | null, detail: string) => new VendorError.ServerError({ ...at, status, detail })
  it.each([
    ["a 504", Effect.fail(answered(504, "answered 504"))],
    ["a 502", Effect.fail(answered(502, "answered 502"))],
    ["a 500", Effect.fail(answered(500, "answered 500"))],
    ["a lost connection", Effect.fail(answered(null, "closed the connection before the response was complete"))],
    [
      "an unreadable answer",
      Effect.fail(new VendorError.UnreadableAnswer({ ...at, status: 201, detail: "has no id" }))
    ],
    ["a defect in the connector", Effect.die(new Error("a secret of the customer"))],
    ["no answer in time", Effect.never]
  ])(
    "searches for its ticket after %s until it finds it, and never creates a second one [contract: ticket-is-created-once]",
    async (_, after) => {
      vendor.after = [after]
      vendor.misses = 2
      const job = await run(
        Effect.gen(function* () {
          const jobId = yield* queue
          yield* worker(after === Effect.never ? { attemptSecs: 0.2 } : {})
          yield* passWhenWaiting(jobId, 60)
          yield* passWhenWaiting(jobId, 60)
          return yield* ended(jobId)
        }).pipe(Effect.scoped)
      )
      expect([job.status, made(), vendor.creates, vendor.finds]).toEqual(["SUCCESS", 1, 1, 3])
    }
  )

  it.each([
    ["the vendor's search may miss it", { searchLag: 300, searchSecs: 900 }],
    ["the operator allows", { searchLag: 900, searchSecs: 300 }]
  ])("searches for as long as %s, then fails and says what to do", async (_, { searchLag, searchSecs }) => {
    vendor.before = [Effect.fail(answered(504, "answered 504"))]
    vendor.searchLag = Duration.seconds(searchLag)
    const job = await run(
      Effect.gen(function* () {
        const jobId = yield* queue
        yield* worker({ searchSecs })
        yield* passWhenWaiting(jobId, 200)
        yield* passWhenWaiting(jobId, 200)
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, vendor.creates, vendor.finds]).toEqual(["FAILED", 1, 3])
    expect(job.failure_reason?.replace(/4\d\d seconds/, "400 seconds")).toBe(
      `/tickets: answered 504. No ticket was found within 400 seconds. The ticket may have been created: search ACME for ${job.id}, which the job has written on it, before you create it again.`
    )
  })

  it("continues for as long as the operator allows if the search fails", async () => {
    vendor.before = [Effect.fail(answered(504, "answered 504"))]
    vendor.searchLag = 0
    vendor.search = Effect.fail(answered(503, "answered 503"))
    const job = await run(
      Effect.gen(function* () {
        const jobId = yield* queue
        yield* worker({ searchSecs: 900 })
        yield* passWhenWaiting(jobId, 800)
        yield* passWhenWaiting(jobId, 100)
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, vendor.creates, vendor.finds]).toEqual(["FAILED", 1, 3])
    expect(job.failure_reason).toMatch(
      /^\/tickets: answered 504\. The search for the ticket failed: \/tickets: answered 503\. The ticket may have been created/
    )
  })

  it("ends at once if the search cannot succeed, and does not quote what a connector threw", async () => {
    for (const search of [
      Effect.fail(new VendorError.Unauthorized({ ...at, status: 403, detail: "answered 403" })),
      Effect.die(new Error("a secret of the customer"))
    ]) {
      vendor.after = [Effect.fail(answered(504, "answered 504"))]
      vendor.search = search
      const job = await carriedOut()
      expect(job.failure_reason).toMatch(/The search for the ticket failed: .* The ticket may have been created/)
      expect(job.failure_reason).not.toContain("secret")
    }
    expect([made(), vendor.finds]).toEqual([2, 2])
  })

  it("sends the request again, with the same key, if the vendor itself prevents a second ticket", async () => {
    vendor.isIdempotent = true
    vendor.after = [Effect.fail(answered(504, "answered 504"))]
    expect((await carriedOut()).status).toBe("SUCCESS")
    expect([made(), vendor.creates, vendor.finds]).toEqual([1, 2, 0])
  })

  it("sends the request again if the vendor asked for fewer requests, or if the request never reached it", async () => {
    vendor.before = [
      Effect.fail(new VendorError.RateLimited({ ...at, status: 429, retryAfter: null })),
      Effect.fail(VendorError.unsent(answered(null, "could not be reached")))
    ]
    expect((await carriedOut()).status).toBe("SUCCESS")
    expect([made(), vendor.creates, vendor.finds]).toEqual([1, 3, 0])
  })

  it("fails after the last attempt if none of the attempts created anything", async () => {
    const limited = new VendorError.RateLimited({ ...at, status: 429, detail: "answered 429", retryAfter: null })
    vendor.before = [1, 2, 3].map(() => Effect.fail(limited))
    const job = await carriedOut({ maxAttempts: 3 })
    expect([job.status, job.failure_reason, made(), vendor.creates]).toEqual([
      "FAILED",
      "/tickets: answered 429. Gave up after 3 attempts; nothing was created.",
      0,
      3
    ])
  })

  it("fails without another request if many attempts in a row ended with the death of their process", async () => {
    const job = await run(
      Effect.gen(function* () {
        const jobId = yield* queue
        yield* Effect.replicateEffect(claim(0), 2)
        yield* worker({ maxCrashes: 2 })
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, job.failure_reason]).toEqual(["FAILED", "The process died in 2 attempts in a row."])
    expect([vendor.creates, vendor.finds]).toEqual([0, 0])
  })

  it("fails if the vendor refuses, and reports what the vendor's endpoint answered", async () => {
    for (const error of [
      new VendorError.Unauthorized({ ...at, status: 403, detail: "answered 403" }),
      new VendorError.ClientError({ ...at, status: 400, detail: "answered 400" })
    ]) {
      vendor.before = [Effect.fail(error)]
      const job = await carriedOut()
      expect([job.status, job.failure_reason]).toEqual(["FAILED", `${error.message}.`])
      expect([made(), vendor.finds]).toEqual([0, 0])
    }
  })

  it("fails if its connection is deleted", async () => {
    const job = await run(
      Effect.gen(function* () {
        const { scope } = storeOf(tenant)
        const jobId = yield* queue
        yield* (yield* Connections).remove(tenant.scope, tenant.organization.id, tenant.connection.id)
        yield* worker()
        const jobs = yield* OutboundJobs
        return yield* jobs
          .get(scope, jobId)
          .pipe(Effect.repeat({ until: ({ status }) => status === "FAILED" }), Effect.timeout("50 seconds"))
      }).pipe(Effect.scoped)
    )
    expect([job.failure_reason, made()]).toEqual(["The connection was deleted.", 0])
  })

  it("waits while its connection is paused", async () => {
    const setState = (state: "ACTIVE" | "PAUSED") =>
      Effect.flatMap(Connections, ({ update }) =>
        update(tenant.scope, tenant.organization.id, tenant.connection.id, { state })
      )
    const job = await run(
      Effect.gen(function* () {
        const other = yield* makeTenant
        const jobId = yield* queue
        yield* setState("PAUSED")
        yield* worker()
        // The job of another connection is younger, so that the worker has passed over this one.
        yield* endedOf(other, yield* queueOf(other))
        expect((yield* get(jobId)).status).toBe("QUEUED")
        expect(made()).toBe(1)
        yield* setState("ACTIVE")
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, made()]).toEqual(["SUCCESS", 2])
  })

  describe("of a connection that now belongs to another tenant", () => {
    const replace = Effect.flatMap(Connections, ({ update }) =>
      update(tenant.scope, tenant.organization.id, tenant.connection.id, {
        credentials: Redacted.make("{}"),
        tenant: { id: "globex", address: "globex.example", further: [] },
        replacesTenant: true
      })
    )
    const other = "The connection was given to another tenant before the job had ended."

    it("creates nothing in the new tenant", async () => {
      const job = await run(
        Effect.gen(function* () {
          const jobId = yield* queue
          yield* replace
          yield* worker()
          return yield* ended(jobId)
        }).pipe(Effect.scoped)
      )
      expect([job.status, job.failure_reason]).toEqual(["FAILED", `${other} Nothing was created.`])
      expect(made()).toBe(0)
    })

    it("says that the former tenant may have the ticket if the request was sent, and does not search for it", async () => {
      const begun = await run(Deferred.make<void>())
      vendor.before = [Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)]
      vendor.searchLag = 0
      const job = await run(
        Effect.gen(function* () {
          const jobId = yield* queue
          const first = yield* Scope.make()
          yield* Scope.extend(worker(), first)
          yield* Deferred.await(begun)
          yield* replace
          yield* Scope.close(first, Exit.void)
          yield* (yield* SqlClient.SqlClient)`update outbound_job set due_at = clock_timestamp() where id = ${jobId}`
          yield* worker()
          return yield* ended(jobId)
        }).pipe(Effect.scoped)
      )
      expect(job.status).toBe("FAILED")
      expect(job.failure_reason).toBe(
        `${other} The ticket may have been created in the former tenant: search it for ${job.id}, which the job has written on it, before you create it again.`
      )
      expect([made(), vendor.finds]).toEqual([0, 0])
    })
  })

  it("does not wait for the job of another account whose vendor never answers", async () => {
    const job = await run(
      Effect.gen(function* () {
        vendor.unanswered = new Set(yield* Effect.replicateEffect(queue, 40))
        const other = yield* makeTenant
        yield* worker()
        const jobId = yield* queueOf(other)
        return yield* endedOf(other, jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, made()]).toEqual(["SUCCESS", 1])
  })
})

describe("two workers", () => {
  it("carry out each of many jobs once", async () => {
    const jobs = await run(
      Effect.gen(function* () {
        const ids = yield* Effect.replicateEffect(queue, 40)
        yield* Effect.all([worker({ leaseSecs: 60 }), worker({ leaseSecs: 60 })], { concurrency: 2 })
        return yield* Effect.forEach(ids, ended, { concurrency: 8 })
      }).pipe(Effect.scoped)
    )
    expect(jobs.every(({ status }) => status === "SUCCESS")).toBe(true)
    expect(vendor.tickets.map(({ jobId }) => jobId).toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
    expect(vendor.finds).toBe(0)
  })

  it("do not end a job that the other one has taken over [contract: ticket-is-created-once]", async () => {
    const outcome = await run(
      Effect.gen(function* () {
        const jobs = yield* OutboundJobs
        yield* queue
        const [early] = yield* claim(0)
        const [late] = yield* claim(60)
        if (early === undefined || late === undefined) throw new Error("not claimed")
        yield* jobs.finish(early, { status: "FAILED", failureReason: "late" })
        yield* jobs.search(early, "late", 0)
        const mayBegin = [yield* jobs.begin(early, 60), yield* jobs.begin(late, 60)]
        return [...mayBegin, (yield* get(late.jobId)).status, late.attempt, late.doubt]
      })
    )
    expect(outcome).toEqual([false, true, "RUNNING", 2, null])
  })
})
