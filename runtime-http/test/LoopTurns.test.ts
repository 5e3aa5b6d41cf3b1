import { afterEach, beforeEach, describe, expect, it, vi } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import * as LoopTurns from "../src/LoopTurns.js"

/** A slice is three steps. */
const STEP_MILLIS = 1

const turnOfLoop = () => new Promise<void>((resolve) => void setImmediate(resolve))

let now = 0

/** The steps that were taken, in their order. */
let taken: Array<string> = []

const stepOf = (name: string) => () => {
  now += STEP_MILLIS
  taken.push(name)
}

const named = (name: string, count: number): ReadonlyArray<string> => Array.from({ length: count }, () => name)

describe("LoopTurns", () => {
  beforeEach(() => {
    now = 0
    taken = []
    vi.spyOn(performance, "now").mockImplementation(() => now)
  })
  afterEach(() => vi.restoreAllMocks())

  it("takes a burst of steps in slices, between which the loop turns", async () => {
    const turns = LoopTurns.make("interactive")
    for (const name of named("one", 10)) turns.step(name, stepOf(name))
    const counts = [taken.length]
    while (taken.length < 10) {
      await turnOfLoop()
      counts.push(taken.length)
    }
    // A turn whose slice is used up takes one of those that wait, so that they always go on.
    expect(counts).toEqual([3, 4, 7, 10])
    turns.step("one", stepOf("one"))
    expect(taken).toHaveLength(11)
  })

  it("takes the step of another account after the next one of a burst that waits", async () => {
    const turns = LoopTurns.make("interactive")
    for (const name of named("noisy", 100)) turns.step(name, stepOf(name))
    turns.step("polite", stepOf("polite"))
    while (taken.length < 101) await turnOfLoop()
    expect(taken.indexOf("polite")).toBe(4)
  })

  it("takes the steps of one account in the order in which they came", async () => {
    const turns = LoopTurns.make("interactive")
    const order: Array<number> = []
    for (let index = 0; index < 10; index += 1) {
      turns.step("one", () => {
        stepOf("one")()
        order.push(index)
      })
    }
    while (order.length < 10) await turnOfLoop()
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it.each(["interactive", "background"] as const)(
    "lets the loop turn between the steps of %s fibers, and each go on in turn",
    async (urgency) => {
      const turns = LoopTurns.make(urgency)
      const working = (name: string, steps: number) =>
        Effect.repeatN(Effect.zipRight(Effect.yieldNow(), Effect.sync(stepOf(name))), steps - 1).pipe(
          Effect.withScheduler(turns.schedulerOf(name))
        )
      const fibers = [
        Effect.runFork(working("noisy", 30)),
        Effect.runFork(working("noisy", 30)),
        Effect.runFork(working("polite", 3))
      ]
      let turned = 0
      while (taken.filter((name) => name === "polite").length < 3) {
        await turnOfLoop()
        turned += 1
      }
      expect(taken.length).toBeLessThan(20)
      expect(turned).toBeGreaterThan(1)
      await Effect.runPromise(Fiber.joinAll(fibers))
      expect(taken).toHaveLength(63)
    }
  )

  it("lets a fiber for which a person waits go on before the loop turns, and others when it does", async () => {
    const stepsOf = async (urgency: "interactive" | "background") => {
      taken = []
      const turns = LoopTurns.make(urgency)
      const fiber = Effect.runFork(
        Effect.repeatN(Effect.yieldNow(), 5).pipe(
          Effect.zipRight(Effect.sync(stepOf("done"))),
          Effect.withScheduler(turns.schedulerOf("one"))
        )
      )
      for (let microtask = 0; microtask < 200; microtask += 1) await Promise.resolve()
      const before = taken.length
      await Effect.runPromise(Fiber.join(fiber))
      return before
    }
    expect(await stepsOf("interactive")).toBe(1)
    expect(await stepsOf("background")).toBe(0)
  })

  it("lets a fiber start although steps of its account wait", async () => {
    const turns = LoopTurns.make("background")
    for (const name of named("busy", 5)) turns.step("one", stepOf(name))
    Effect.runFork(Effect.forkDaemon(Effect.sync(stepOf("started"))), { scheduler: turns.schedulerOf("one") })
    for (let microtask = 0; microtask < 10; microtask += 1) await Promise.resolve()
    expect(taken).toEqual(["busy", "busy", "busy", "started"])
    while (taken.length < 6) await turnOfLoop()
  })

  it("takes the step of a fiber that has begun before the requests of its account that wait", async () => {
    const turns = LoopTurns.make("background")
    let answer = () => {}
    const asked = Effect.async<void>((resume) => {
      answer = () => resume(Effect.void)
    })
    const fiber = Effect.runFork(
      Effect.yieldNow().pipe(
        Effect.zipRight(asked),
        Effect.zipRight(Effect.sync(stepOf("statement"))),
        Effect.withScheduler(turns.schedulerOf("one"))
      )
    )
    await turnOfLoop()
    await turnOfLoop()
    for (const name of named("request", 50)) turns.step("one", stepOf(name))
    answer()
    expect(turns.waiting("one")).toBe(47)
    await Effect.runPromise(Fiber.join(fiber))
    expect(taken.indexOf("statement")).toBeLessThan(5)
    while (taken.length < 51) await turnOfLoop()
  })

  it.each(["interactive", "background"] as const)(
    "ends a %s fiber that is interrupted as it begins to work on several things at once",
    async (urgency) => {
      const turns = LoopTurns.make(urgency)
      const scheduler = turns.schedulerOf("one")
      let answer = () => {}
      const asked = Effect.async<void>((resume) => {
        answer = () => resume(Effect.void)
      })
      const several = Effect.forEach([1, 2, 3], () => Effect.never, { concurrency: 2, discard: true })
      const begun = Effect.zipRight(Effect.yieldNow(), Effect.yieldNow())
      const fiber = Effect.runFork(
        // As a timeout does, it runs the work in a fiber of its own.
        Effect.zipRight(begun, Effect.raceFirst(Effect.zipRight(begun, Effect.zipRight(asked, several)), Effect.never)),
        { scheduler }
      )
      for (let turn = 0; turn < 20; turn += 1) await turnOfLoop()
      for (const name of named("busy", 5)) turns.step("one", stepOf(name))
      // Two callbacks of the loop, such as those of two sockets.
      setTimeout(() => answer(), 1)
      setTimeout(() => Effect.runFork(Fiber.interruptFork(fiber)), 1)
      expect(Exit.isInterrupted(await Effect.runPromise(Fiber.await(fiber)))).toBe(true)
    }
  )
})
