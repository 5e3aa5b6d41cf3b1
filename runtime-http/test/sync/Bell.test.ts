import { expect, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import * as BackgroundLoop from "../../src/BackgroundLoop.js"

/** Whether a rest of a second is over after some time. */
const restEnds = (bell: BackgroundLoop.Bell, after: number) =>
  Effect.gen(function* () {
    const resting = yield* Effect.fork(bell.rest(1_000))
    yield* TestClock.adjust(after)
    const exit = yield* Fiber.poll(resting)
    yield* Fiber.interrupt(resting)
    return exit._tag === "Some"
  })

it.effect("A loop rests until its bell rings, even if it rang before, and does not rest if nobody would ring it", () =>
  Effect.gen(function* () {
    const bell = yield* BackgroundLoop.makeBell
    expect(yield* restEnds(bell, 0)).toBe(true)
    bell.connect(true)
    expect(yield* restEnds(bell, 999)).toBe(false)
    expect(yield* restEnds(bell, 1_000)).toBe(true)
    bell.ring()
    bell.ring()
    expect(yield* restEnds(bell, 0)).toBe(true)
    expect(yield* restEnds(bell, 0)).toBe(false)
    bell.connect(false)
    expect(yield* restEnds(bell, 0)).toBe(true)
  })
)
