import { it } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { describe, expect } from "vitest"
import * as HeavyRequests from "../../../src/http/server/HeavyRequests.js"
import * as RequestLimit from "../../../src/http/server/RequestLimit.js"

describe("RequestLimit", () => {
  it("allows a burst, then the sustained rate", () => {
    const { take } = RequestLimit.make({ requestsPerSecond: 10, burst: 3 })
    const isLetIn = (...times: ReadonlyArray<number>) => times.map((now) => Option.isNone(take("a", now)))
    expect(isLetIn(0, 0, 0, 0)).toEqual([true, true, true, false])
    expect(Option.map(take("a", 0), Duration.toMillis)).toEqual(Option.some(100))
    expect(isLetIn(100, 100)).toEqual([true, false])
    const later = 3_600_000
    expect(isLetIn(later, later, later, later)).toEqual([true, true, true, false])
  })

  it("counts each key separately", () => {
    const { take } = RequestLimit.make({ requestsPerSecond: 1, burst: 1 })
    expect(Option.isNone(take("a", 0))).toBe(true)
    expect(Option.isSome(take("a", 0))).toBe(true)
    expect(Option.isNone(take("b", 0))).toBe(true)
  })

  it.effect("lets a key wait for what it was charged beyond what it had left", () =>
    Effect.gen(function* () {
      const { charge, take } = RequestLimit.make({ requestsPerSecond: 10, burst: 3 })
      expect(Option.isNone(take("a", 0))).toBe(true)
      yield* charge("a", 14)
      expect(Option.map(take("a", 0), Duration.toMillis)).toEqual(Option.some(1_300))
      expect(Option.isNone(take("b", 0))).toBe(true)
    })
  )

  it("counts a page as many requests as it has default pages, and again for each addition", () => {
    const costs = [{}, { limit: 50 }, { limit: 500 }, { limit: 500, additions: 2 }, { additions: 1 }]
    expect(costs.map((asked) => HeavyRequests.costOf({ additions: 0, ...asked }))).toEqual([1, 1, 5, 15, 2])
  })
})
