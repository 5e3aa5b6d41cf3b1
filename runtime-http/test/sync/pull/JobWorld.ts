import * as SqlClient from "@effect/sql/SqlClient"
import type { Job } from "@tributary/core"
import { Effect, Fiber, Layer, Logger, TestClock } from "effect"
import type { JobCredentials } from "../../../src/store/accounts/Connections.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import type { TenantFingerprint } from "../../../src/TenantFingerprint.js"
import * as ConnectorRegistry from "../../../src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import { TestDatabase } from "../../TestDatabase.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"

/** What the jobs need. */
export const stores = Jobs.layer.pipe(Layer.provideMerge(SyncSchedule.layer), Layer.provideMerge(TestDatabase.layer))

/** A job runner with this vendor, and the lines that it logs. */
export const setUp = (options: {
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

/** Claims the job of a connection. */
export const claim = (connectionId: string) =>
  Effect.gen(function* () {
    const schedule = yield* SyncSchedule.SyncSchedule
    const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
    if (lease === null) return yield* Effect.die("not due")
    return lease
  })

/** The stored job of a connection, and the health that it left. */
export const jobOf = (connectionId: string) =>
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
export const dueIn = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ secs: number }>`
      select extract(epoch from next_run_at - clock_timestamp())::float8 as secs
      from schedule where connection_id = ${connectionId}`
    return row?.secs ?? (yield* Effect.die("no row"))
  })

/** The row of a connection in the schedule. */
export const rowOf = (connectionId: string) =>
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
export const untilReleased = <A, E>(fiber: Fiber.RuntimeFiber<A, E>) =>
  Effect.repeat(Effect.zipRight(TestClock.adjust("20 millis"), Fiber.poll(fiber)), {
    until: (exit) => exit._tag === "Some"
  }).pipe(Effect.zipRight(Fiber.join(fiber)))

/** Claims a new connection and runs its job to the end; returns the stored job, the schedule row and the log. */
export const runOnce = (options: Parameters<typeof setUp>[0] & { readonly timeoutSecs?: number }) =>
  Effect.gen(function* () {
    const world = setUp(options)
    const { connectionId } = yield* FakeStore.seed(
      options.timeoutSecs === undefined ? {} : { timeoutSecs: options.timeoutSecs }
    )
    const lease = yield* claim(connectionId)
    yield* Effect.flatMap(JobRunner.JobRunner, (runner) => runner.run(lease)).pipe(Effect.provide(world.runner))
    return { ...world, connectionId, lease, job: yield* jobOf(connectionId), row: yield* rowOf(connectionId) }
  })

/** Users on two pages, and a group. */
export const twoPages = (path: string, url: URL) => {
  if (path === "/users")
    return url.searchParams.has("after") ? FakeVendor.page(["c"]) : FakeVendor.page(["a", "b"], "2")
  return FakeVendor.page(["g"])
}
