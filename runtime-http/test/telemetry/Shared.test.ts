import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { shared } from "../../src/telemetry/Shared.js"

it.effect("runs once for all who ask within the time, and again after it", () =>
  Effect.gen(function* () {
    let runs = 0
    const ask = shared(
      Effect.sync(() => ++runs),
      100
    )
    expect(yield* Effect.all([ask, ask, ask], { concurrency: "unbounded" })).toEqual([1, 1, 1])
    yield* TestClock.adjust("99 millis")
    expect(yield* ask).toBe(1)
    yield* TestClock.adjust("2 millis")
    expect(yield* ask).toBe(2)
  })
)

it.effect("rests for a multiple of the time that it took, by what it gave", () =>
  Effect.gen(function* () {
    let runs = 0
    const ask = shared(
      Effect.delay(
        Effect.sync(() => ++runs),
        "20 millis"
      ),
      100,
      (run) => (run === 1 ? 10 : 0)
    )
    const first = yield* Effect.fork(ask)
    yield* TestClock.adjust("20 millis")
    expect(yield* Fiber.join(first)).toBe(1)
    yield* TestClock.adjust("199 millis")
    expect(yield* ask).toBe(1)
    yield* TestClock.adjust("2 millis")
    const second = yield* Effect.fork(ask)
    yield* TestClock.adjust("20 millis")
    expect(yield* Fiber.join(second)).toBe(2)
    yield* TestClock.adjust("81 millis")
    const third = yield* Effect.fork(ask)
    yield* TestClock.adjust("20 millis")
    expect(yield* Fiber.join(third)).toBe(3)
  })
)

it.effect("never runs twice at once, and goes on if whoever asked first leaves", () =>
  Effect.gen(function* () {
    let runs = 0
    const gate = yield* Deferred.make<void>()
    const ask = shared(
      Effect.suspend(() => {
        runs += 1
        return Effect.as(Deferred.await(gate), runs)
      }),
      100
    )
    const first = yield* Effect.fork(ask)
    yield* Effect.yieldNow()
    yield* TestClock.adjust("1 minute")
    const second = yield* Effect.fork(ask)
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(gate, undefined)
    expect(yield* Fiber.join(second)).toBe(1)
    expect(runs).toBe(1)
  })
)
