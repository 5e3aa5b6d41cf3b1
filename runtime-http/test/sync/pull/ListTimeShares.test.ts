import { describe, expect, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, TestClock } from "effect"
import * as ListTimeShares from "../../../src/sync/pull/ListTimeShares.js"

/**
 * Runs tasks that take this many seconds, within a minute; a task that takes a negative number fails after that time. Returns when each
 * began and how it ended.
 */
const run = (seconds: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const events: Array<string> = []
    const note = (event: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => void events.push(`${Math.round(now / 1000)} ${event}`))
    const tasks = seconds.map((length, index) =>
      note(`begin ${index}`).pipe(
        Effect.zipRight(Effect.sleep(Duration.seconds(Math.abs(length)))),
        Effect.zipRight(length < 0 ? Effect.fail("failed" as const) : note(`end ${index}`)),
        Effect.onInterrupt(() => note(`interrupt ${index}`))
      )
    )
    const fiber = yield* Effect.fork(Effect.merge(ListTimeShares.run(tasks, Duration.minutes(1))))
    yield* TestClock.adjust("2 minutes")
    return { result: yield* Fiber.join(fiber), events }
  })

describe("tasks that share a minute", () => {
  it.effect("run one after another if none exceeds its share", () =>
    Effect.gen(function* () {
      const { result, events } = yield* run([10, 20, 25])
      expect(events).toEqual(["0 begin 0", "10 end 0", "10 begin 1", "30 end 1", "30 begin 2", "55 end 2"])
      expect(result).toBe(true)
    })
  )

  it.effect("start next to a slow one when its share is used up, and let it continue", () =>
    Effect.gen(function* () {
      const { result, events } = yield* run([45, 5, 25])
      expect(events).toEqual(["0 begin 0", "20 begin 1", "25 end 1", "25 begin 2", "45 end 0", "50 end 2"])
      expect(result).toBe(true)
    })
  )

  it.effect("all start before the time is up, however slow the others are, and are interrupted at the end", () =>
    Effect.gen(function* () {
      const { result, events } = yield* run([1_000, 1_000, 1_000])
      expect(result).toBe(false)
      expect(events.slice(0, 3)).toEqual(["0 begin 0", "20 begin 1", "40 begin 2"])
      expect(events.slice(3).toSorted()).toEqual(["60 interrupt 0", "60 interrupt 1", "60 interrupt 2"])
    })
  )

  it.effect("are interrupted when one fails", () =>
    Effect.gen(function* () {
      const { result, events } = yield* run([1_000, -5, 1])
      expect(result).toBe("failed")
      expect(events).toEqual(["0 begin 0", "20 begin 1", "25 interrupt 0"])
    })
  )

  it.effect("have more time if they were paused for a while", () =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeMillis
      // From the 50th to the 80th second.
      const paused = Effect.map(Clock.currentTimeMillis, (now) => Math.min(30_000, Math.max(0, now - begun - 50_000)))
      const ends = (seconds: number) => ListTimeShares.run([Effect.sleep(seconds * 1_000)], Duration.minutes(1), paused)
      const fiber = yield* Effect.fork(Effect.all([ends(89), ends(91)], { concurrency: "unbounded" }))
      yield* TestClock.adjust("2 minutes")
      expect(yield* Fiber.join(fiber)).toEqual([true, false])
    })
  )
})
