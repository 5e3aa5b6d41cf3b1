import { it } from "@effect/vitest"
import { Duration, Effect, Option, TestClock } from "effect"
import { describe, expect } from "vitest"
import * as HeavyRequests from "../../../src/http/server/HeavyRequests.js"
import * as RequestLimit from "../../../src/http/server/RequestLimit.js"

describe("RequestLimit", () => {
  it.effect("allows a burst, then the sustained rate", () =>
    Effect.gen(function* () {
      const { take } = RequestLimit.make({ requestsPerSecond: 10, burst: 3 })
      const isLetIn = Effect.map(take("a"), Option.isNone)
      expect(yield* Effect.all([isLetIn, isLetIn, isLetIn, isLetIn])).toEqual([true, true, true, false])
      expect(Option.map(yield* take("a"), Duration.toMillis)).toEqual(Option.some(100))
      yield* TestClock.adjust("100 millis")
      expect([yield* isLetIn, yield* isLetIn]).toEqual([true, false])
      yield* TestClock.adjust("1 hour")
      expect(yield* Effect.all([isLetIn, isLetIn, isLetIn, isLetIn])).toEqual([true, true, true, false])
    })
  )

  it.effect("counts each key separately", () =>
    Effect.gen(function* () {
      const { take } = RequestLimit.make({ requestsPerSecond: 1, burst: 1 })
      expect(Option.isNone(yield* take("a"))).toBe(true)
      expect(Option.isSome(yield* take("a"))).toBe(true)
      expect(Option.isNone(yield* take("b"))).toBe(true)
    })
  )

  it.effect("lets a key wait for what it was charged beyond what it had left", () =>
    Effect.gen(function* () {
      const { charge, take } = RequestLimit.make({ requestsPerSecond: 10, burst: 3 })
      expect(Option.isNone(yield* take("a"))).toBe(true)
      yield* charge("a", 14)
      expect(Option.map(yield* take("a"), Duration.toMillis)).toEqual(Option.some(1_300))
      expect(Option.isNone(yield* take("b"))).toBe(true)
    })
  )

  it("counts a page as many requests as it has default pages, and again for each addition", () => {
    const costs = [{}, { limit: 50 }, { limit: 500 }, { limit: 500, additions: 2 }, { additions: 1 }]
    expect(costs.map((asked) => HeavyRequests.costOf({ additions: 0, ...asked }))).toEqual([1, 1, 5, 15, 2])
  })
})
