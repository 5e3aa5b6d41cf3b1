import { expect, layer } from "@effect/vitest"
import type { Extractor } from "@tributary/core"
import { Effect, Fiber, Stream, TestClock, TestServices } from "effect"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"
import { claim, dueIn, jobOf, rowOf, setUp, stores, twoPages } from "./JobWorld.js"

layer(stores)("JobRunner", (it) => {
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
})
