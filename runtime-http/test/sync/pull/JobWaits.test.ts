import { describe, expect, it } from "@effect/vitest"
import type { JobWait } from "@tributary/core"
import { Deferred, Effect, Fiber } from "effect"
import * as JobWaits from "../../../src/sync/pull/JobWaits.js"

const wait = (endpoint: string) => ({ endpoint, reason: "VENDOR_DOWN", until: 0, retries: 1 }) as const

describe("JobWaits", () => {
  it.effect("combines changes that happen during a note into the next one, and notes the end of each wait", () =>
    Effect.gen(function* () {
      const noted: Array<ReadonlyArray<string>> = []
      const [begun, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const note = (waits: ReadonlyArray<JobWait>) =>
        Effect.gen(function* () {
          noted.push(waits.map(({ endpoint }) => endpoint))
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(release)
        })
      const { waits, ended } = JobWaits.make(note).listener(["idp"])
      const [one, two, three] = [{}, {}, {}]
      const first = yield* Effect.fork(waits(one, wait("/a")))
      yield* Deferred.await(begun)
      yield* waits(two, wait("/b"))
      yield* waits(three, wait("/c"))
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(first)
      yield* ended(two, false)
      expect(noted).toEqual([["/a"], ["/a", "/b", "/c"], ["/a", "/c"]])
    })
  )

  it.effect("removes interrupted requests from the next note, but does not make them wait for it", () =>
    Effect.gen(function* () {
      const noted: Array<number> = []
      const all = JobWaits.make((waits) => Effect.sync(() => noted.push(waits.length)))
      const { waits, ended } = all.listener(["idp"])
      const request = {}
      yield* waits(request, wait("/a"))
      yield* ended(request, true)
      expect(noted).toEqual([1])
      yield* all.settle
      yield* all.settle
      expect(noted).toEqual([1, 0])
    })
  )

  it.effect("shows requests that wait for one endpoint as one", () =>
    Effect.gen(function* () {
      const noted: Array<ReadonlyArray<JobWait>> = []
      const { waits } = JobWaits.make((all) => Effect.sync(() => noted.push(all))).listener(["idp"])
      yield* waits({}, { ...wait("/a"), until: 3_000, retries: 1 })
      yield* waits({}, { ...wait("/a"), until: 2_000, retries: 0 })
      yield* waits({}, { ...wait("/a"), reason: "RATE_LIMITED" })
      expect(noted.at(-1)).toMatchObject([
        { endpoint: "/a", reason: "VENDOR_DOWN", until: "1970-01-01T00:00:02.000Z", retries: 1 },
        { endpoint: "/a", reason: "RATE_LIMITED" }
      ])
    })
  )

  it.effect("shows a request for a list that fills several export types for each of them", () =>
    Effect.gen(function* () {
      const noted: Array<ReadonlyArray<JobWait>> = []
      const { ended, waits } = JobWaits.make((all) => Effect.sync(() => noted.push(all))).listener([
        "devices",
        "resources"
      ])
      const request = {}
      yield* waits(request, wait("/assets"))
      yield* ended(request, false)
      expect(noted).toMatchObject([
        [
          { data_export_type: "devices", endpoint: "/assets" },
          { data_export_type: "resources", endpoint: "/assets" }
        ],
        []
      ])
    })
  )

  it.effect("goes on if a note fails", () =>
    Effect.gen(function* () {
      let count = 0
      const { waits } = JobWaits.make(() => {
        count += 1
        return Effect.fail("the database is away")
      }).listener(["idp"])
      yield* waits({}, wait("/a"))
      yield* waits({}, wait("/b"))
      expect(count).toBe(2)
    })
  )
})
