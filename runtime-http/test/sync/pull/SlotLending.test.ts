import { expect, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import * as SlotLending from "../../../src/sync/pull/SlotLending.js"
import * as AccountFairness from "../../../src/sync/schedule/AccountFairness.js"

/** The only slot, which a job has and lends. */
const setUp = Effect.gen(function* () {
  const slots = AccountFairness.make(1)
  const slot = slots.open("a")
  if (slot === null) return yield* Effect.die("no slot")
  const lending = yield* SlotLending.make(slot)
  yield* Effect.forkScoped(lending.watch)
  /** Asks the vendor, which answers after so many seconds. */
  const ask = (seconds: number) => Effect.fork(lending.request(Effect.sleep(seconds * 1_000)))
  return { slots, slot, lending, ask }
})

it.scoped("a job keeps its slot while its vendor answers within 15 seconds", () =>
  Effect.gen(function* () {
    const { ask, slot } = yield* setUp
    for (let count = 0; count < 3; count += 1) {
      const answer = yield* ask(14)
      yield* TestClock.adjust("13 seconds")
      expect(slot.isHeld()).toBe(true)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(answer)
    }
  })
)

it.scoped("a job lends its slot after 15 seconds, and continues when it has one again", () =>
  Effect.gen(function* () {
    const { ask, lending, slot, slots } = yield* setUp
    const answer = yield* ask(20)
    yield* TestClock.adjust("14 seconds")
    expect(slot.isHeld()).toBe(true)
    yield* TestClock.adjust("1 second")
    expect(slot.isHeld()).toBe(false)
    const other = slots.open("a")
    expect(other).not.toBeNull()
    yield* TestClock.adjust("65 seconds")
    slots.deal([])
    expect(yield* Fiber.poll(answer)).toMatchObject({ _tag: "None" })
    // A minute has passed since the answer came.
    expect(yield* lending.waited).toBe(60_000)
    other?.close()
    slots.deal([])
    yield* Fiber.join(answer)
    expect([slot.isHeld(), yield* lending.waited]).toEqual([true, 60_000])
  })
)

it.scoped("a job whose vendor was slow lends its slot during each request until an answer is quick", () =>
  Effect.gen(function* () {
    const { ask, slot } = yield* setUp
    const isLent: Array<boolean> = []
    for (const seconds of [20, 20, 1, 1]) {
      const answer = yield* ask(seconds)
      yield* TestClock.adjust("500 millis")
      isLent.push(!slot.isHeld())
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(answer)
    }
    expect(isLent).toEqual([false, true, true, false])
  })
)

it.scoped("a job keeps its slot while it works during a request that hangs, and takes it back to work", () =>
  Effect.gen(function* () {
    const { ask, lending, slot } = yield* setUp
    yield* ask(1_000)
    const work = yield* Effect.fork(lending.work(Effect.sleep("1 minute")))
    yield* TestClock.adjust("59 seconds")
    expect(slot.isHeld()).toBe(true)
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(work)
    yield* TestClock.adjust("30 seconds")
    expect(slot.isHeld()).toBe(false)
    yield* lending.work(Effect.sync(() => expect(slot.isHeld()).toBe(true)))
  })
)

it.scoped("a job that only waits lends its slot within two seconds if another account needs it", () =>
  Effect.gen(function* () {
    const { ask, slot, slots } = yield* setUp
    yield* ask(1_000)
    yield* TestClock.adjust("3 seconds")
    expect(slot.isHeld()).toBe(true)
    slots.deal([{ connectionId: "c1", accountId: "c" }])
    yield* TestClock.adjust("2 seconds")
    expect(slot.isHeld()).toBe(false)
  })
)
