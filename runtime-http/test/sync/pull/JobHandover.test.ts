import { expect, layer } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Deferred, Effect, Fiber } from "effect"
import type { Lease } from "../../../src/store/schedule/Lease.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import { StopSignal } from "../../../src/sync/StopSignal.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"
import { claim, jobOf, rowOf, runOnce, setUp, stores, twoPages, untilReleased } from "./JobWorld.js"

layer(stores)("JobRunner", (it) => {
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
})
