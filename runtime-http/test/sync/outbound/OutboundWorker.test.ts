import * as SqlClient from "@effect/sql/SqlClient"
import { type Action, VendorError } from "@tributary/core"
import { Deferred, Duration, Effect, Exit, Layer, ManagedRuntime, Redacted, Scope } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { Connections } from "../../../src/store/accounts/Connections.js"
import { OutboundJobs } from "../../../src/store/jobs/OutboundJobs.js"
import * as OutboundWorker from "../../../src/sync/outbound/OutboundWorker.js"
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
  finds: 0,
  findFails: false,
  /** What happens after the ticket is created, by attempt. */
  after: [] as Array<Effect.Effect<void, VendorError.VendorError>>,
  /** What happens before the ticket is created, by attempt. */
  before: [] as Array<Effect.Effect<void, VendorError.VendorError>>
}

const createTicket: Action.CreateTicket = {
  endpoint: "/tickets",
  permissions: [],
  find: (jobId) =>
    Effect.sync(() => {
      vendor.finds += 1
      if (vendor.findFails) throw new Error("a secret of the customer")
      return vendor.tickets.some((ticket) => ticket.jobId === jobId) ? { vendor_id: `T-${jobId}` } : null
    }),
  create: ({ name }, jobId) =>
    Effect.gen(function* () {
      yield* vendor.before.shift() ?? Effect.void
      vendor.tickets.push({ jobId, name })
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
  Object.assign(vendor, { tickets: [], finds: 0, findFails: false, before: [], after: [] })
  tenant = await run(makeTenant)
})

const scopeOf = Effect.sync(() => storeOf(tenant).scope)

const queue = Effect.gen(function* () {
  const payload = Redacted.make(JSON.stringify(draft))
  return yield* (yield* OutboundJobs).create(yield* scopeOf, { taskName: "create_ticket", payload })
})

const get = (jobId: string) =>
  Effect.gen(function* () {
    return yield* (yield* OutboundJobs).get(yield* scopeOf, jobId)
  })

const ended = (jobId: string) =>
  get(jobId).pipe(
    Effect.zipLeft(Effect.sleep("20 millis")),
    Effect.repeat({
      until: ({ status }) => status === "SUCCESS" || status === "FAILED"
    }),
    Effect.timeout("50 seconds")
  )

/** Leases and attempts that a busy machine does not lose. */
const fast = { pollInterval: Duration.millis(20), leaseSecs: 120, attemptSecs: 60, retrySecs: 0.1, drain: 0 }

/** Lets the lease of a dead worker expire, which protects the job until then. */
const expireLease = (jobId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    expect(yield* (yield* OutboundJobs).claim(1, 60)).toEqual([])
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
  it("creates one ticket and ends as SUCCESS", async () => {
    const job = await carriedOut()
    expect(job).toMatchObject({ status: "SUCCESS", task_name: "create_ticket", vendor: "ACME", failure_reason: null })
    expect([job.started_at, job.finished_at].every((time) => time !== null)).toBe(true)
    expect([vendor.tickets, vendor.finds]).toEqual([[{ jobId: job.id, name: "Fix it" }], 0])
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

  it("creates one ticket even if the process dies after the vendor has answered", async () => {
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

  it("creates its ticket on the next attempt if the process died before it sent the request", async () => {
    const begun = await run(Deferred.make<void>())
    vendor.before = [Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)]
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
    expect([job.status, made(), vendor.finds]).toEqual(["SUCCESS", 1, 1])
  })

  it("looks for its ticket before the next attempt if the answer was lost", async () => {
    const lost = new VendorError.ServerError({ ...at, status: null, detail: "did not answer" })
    vendor.after = [Effect.fail(lost)]
    expect((await carriedOut()).status).toBe("SUCCESS")
    expect([made(), vendor.finds]).toEqual([1, 1])
    vendor.before = [Effect.fail(new VendorError.ServerError(at)), Effect.fail(lost)]
    expect((await carriedOut()).status).toBe("SUCCESS")
    expect([made(), vendor.finds]).toEqual([2, 3])
  })

  it("times out if the vendor takes too long, then looks for its ticket", async () => {
    vendor.after = [Effect.never]
    expect((await carriedOut({ attemptSecs: 0.2 })).status).toBe("SUCCESS")
    expect([made(), vendor.finds]).toEqual([1, 1])
  })

  it("fails after the last attempt", async () => {
    vendor.before = [1, 2, 3].map(() => Effect.fail(new VendorError.ServerError(at)))
    const job = await carriedOut({ maxAttempts: 3 })
    expect([job.status, job.failure_reason, made(), vendor.before.length]).toEqual([
      "FAILED",
      "/tickets: answered 500. Gave up after 3 attempts. The ticket may have been created; check the source tool before you retry.",
      0,
      0
    ])
  })

  it("only looks for its ticket once the processes of all attempts have died, and then fails", async () => {
    const job = await run(
      Effect.gen(function* () {
        const jobs = yield* OutboundJobs
        const jobId = yield* queue
        yield* Effect.replicateEffect(jobs.claim(1, 0), 2)
        yield* worker({ maxAttempts: 2 })
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, job.failure_reason, made(), vendor.finds]).toEqual([
      "FAILED",
      "The process died during the last of 2 attempts. The ticket may have been created; check the source tool before you retry.",
      0,
      1
    ])
  })

  it("fails without another request if the process has died while it looked, too", async () => {
    const job = await run(
      Effect.gen(function* () {
        const jobs = yield* OutboundJobs
        const jobId = yield* queue
        yield* Effect.replicateEffect(jobs.claim(1, 0), 3)
        yield* worker({ maxAttempts: 2 })
        return yield* ended(jobId)
      }).pipe(Effect.scoped)
    )
    expect([job.status, made(), vendor.finds]).toEqual(["FAILED", 0, 0])
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

  it("never creates a second ticket after an unreadable answer or a defect in the connector", async () => {
    const unreadable = new VendorError.UnreadableAnswer({ ...at, status: 201, detail: "answered with no id" })
    vendor.after = [Effect.fail(unreadable)]
    expect([(await carriedOut()).status, made()]).toEqual(["SUCCESS", 1])
    for (const before of [Effect.fail(unreadable), Effect.die(new Error("a secret of the customer"))]) {
      vendor.before = [before]
      const job = await carriedOut()
      expect([job.status, made()]).toEqual(["FAILED", 1])
      expect(job.failure_reason).toMatch(/The ticket may have been created; check the source tool before you retry\.$/)
      expect(job.failure_reason).not.toContain("secret")
    }
  })

  it("fails if the search for its ticket fails", async () => {
    vendor.after = [Effect.fail(new VendorError.ServerError(at))]
    vendor.findFails = true
    const job = await carriedOut()
    expect([job.status, job.failure_reason]).toEqual([
      "FAILED",
      "The connector failed. The ticket may have been created; check the source tool before you retry."
    ])
  })

  it("fails if its connection is deleted", async () => {
    const job = await run(
      Effect.gen(function* () {
        const scope = yield* scopeOf
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

  it("do not end a job that the other one has taken over", async () => {
    const outcome = await run(
      Effect.gen(function* () {
        const jobs = yield* OutboundJobs
        yield* queue
        const [early] = yield* jobs.claim(1, 0)
        const [late] = yield* jobs.claim(1, 60)
        if (early === undefined || late === undefined) throw new Error("not claimed")
        yield* jobs.finish(early, { status: "FAILED", failureReason: "late" })
        return [
          yield* jobs.extend(early, 60),
          yield* jobs.extend(late, 60),
          (yield* get(late.jobId)).status,
          late.attempt
        ]
      })
    )
    expect(outcome).toEqual([false, true, "RUNNING", 2])
  })
})
