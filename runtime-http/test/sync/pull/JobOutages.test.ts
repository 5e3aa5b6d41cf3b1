import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { expect, layer } from "@effect/vitest"
import { Child, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Context, Effect, Fiber, Layer, TestClock } from "effect"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import type { Lease } from "../../../src/store/schedule/Lease.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"
import { claim, jobOf, rowOf, setUp, stores, twoPages } from "./JobWorld.js"

layer(stores)("JobRunner", (it) => {
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
})
