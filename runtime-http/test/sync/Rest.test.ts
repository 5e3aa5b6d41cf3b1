import { expect, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import * as BackgroundLoop from "../../src/BackgroundLoop.js"

const SHORT = 500

/** Whether a rest that was planned like this is over after some time. */
const isOver = (bell: BackgroundLoop.Bell, dueIn: number | null, after: number) =>
  Effect.gen(function* () {
    const rest = BackgroundLoop.makeRest(bell, SHORT)
    yield* rest.plan(Effect.succeed(dueIn))
    const resting = yield* Effect.fork(rest.take)
    yield* TestClock.adjust(after)
    const exit = yield* Fiber.poll(resting)
    yield* Fiber.interrupt(resting)
    return exit._tag === "Some"
  })

const connected = Effect.tap(BackgroundLoop.makeBell, (bell) => Effect.sync(() => bell.connect(true)))

it.effect.each([
  { says: "until something is due", dueIn: 1_200, length: 1_200 },
  {
    says: "for the longest time if something is due much later",
    dueIn: 3_600_000,
    length: BackgroundLoop.LONGEST_MILLIS
  },
  { says: "for the longest time if nothing is ever due", dueIn: null, length: BackgroundLoop.LONGEST_MILLIS },
  { says: "for the short time if what is due cannot be done", dueIn: -20, length: SHORT }
])("A loop rests $says", ({ dueIn, length }) =>
  Effect.gen(function* () {
    const bell = yield* connected
    expect(yield* isOver(bell, dueIn, length - 1)).toBe(false)
    expect(yield* isOver(bell, dueIn, length)).toBe(true)
  })
)

it.effect("A loop does not rest after its bell has rung, without a plan, or while nobody would ring the bell", () =>
  Effect.gen(function* () {
    const bell = yield* connected
    bell.ring()
    expect(yield* isOver(bell, null, 0)).toBe(true)

    const rest = BackgroundLoop.makeRest(bell, SHORT)
    yield* rest.plan(Effect.succeed(1))
    yield* Effect.zipRight(Effect.fork(rest.take), TestClock.adjust(1))
    yield* rest.take

    bell.connect(false)
    yield* rest.plan(Effect.dieMessage("asked in vain"))
    yield* rest.take
  })
)
