import { describe, expect, it } from "@effect/vitest"
import { atLeast, atMost, type Measure } from "./Case.js"
import * as Ratios from "./Ratios.js"

const measure = (bar: Measure["bar"]): Measure => ({ name: "CPU a request", unit: "us", versus: "by hand", bar })

const rounds = (...ratios: ReadonlyArray<number>) => ratios.map((ratio) => ({ ours: ratio * 10, reference: 10 }))

describe("Ratios", () => {
  it("takes the middle of an odd number of values, and the mean of the middle two of an even number", () => {
    expect(Ratios.median([3, 1, 2])).toBe(2)
    expect(Ratios.median([4, 1, 3, 2])).toBe(2.5)
  })

  it("compares the values of the same round", () => {
    const drifting = [
      { ours: 10, reference: 5 },
      { ours: 40, reference: 20 }
    ]
    expect(Ratios.of(measure(null), drifting)).toEqual({ all: [2, 2], best: 2, median: 2 })
  })

  it("refuses a measure without rounds", () => {
    expect(() => Ratios.of(measure(null), [])).toThrow("at least one round")
  })

  it.each([
    { what: "best and median below", bar: atMost(2), ratios: [1, 2, 9], reached: true },
    { what: "only the best below", bar: atMost(2), ratios: [1, 3, 3], reached: false },
    {
      what: "only the best below, where it suffices",
      bar: { ...atMost(2), reach: "best" as const },
      ratios: [1, 3, 3],
      reached: true
    },
    { what: "best and median above", bar: atLeast(2), ratios: [1, 2, 9], reached: true },
    { what: "only the best above", bar: atLeast(2), ratios: [1, 1, 9], reached: false },
    { what: "a ratio that is not a number", bar: atMost(2), ratios: [Number.NaN], reached: false },
    { what: "no bar", bar: null, ratios: [9], reached: null }
  ])("says whether a bar is reached: $what", ({ bar, ratios, reached }) => {
    const each = measure(bar)
    expect(Ratios.reaches(bar, Ratios.of(each, rounds(...ratios)))).toBe(reached)
  })
})
