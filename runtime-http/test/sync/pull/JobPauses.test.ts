import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { AnswerMemory, Extractor, Pagination } from "@tributary/core"
import { Deferred, Effect, TestClock } from "effect"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import { StopSignal } from "../../../src/sync/StopSignal.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"
import { claim, jobOf, rowOf, runOnce, setUp, stores, twoPages } from "./JobWorld.js"

layer(stores)("JobRunner", (it) => {
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
})
