import { describe, expect, it } from "@effect/vitest"
import * as Case from "./Case.js"
import * as Result from "./Result.js"

const page = Case.make({
  name: "page",
  title: "one page",
  usesDatabase: false,
  measures: { cpu: { name: "CPU a request", unit: "us", versus: "by hand", bar: Case.atMost(1.5) } },
  run: async () => ({ cpu: [] })
})

describe("Result", () => {
  it("has the medians of both values next to the ratios", () => {
    const rounds = [
      { ours: 10, reference: 10 },
      { ours: 30, reference: 20 },
      { ours: 80, reference: 40 }
    ]
    const [cpu] = Result.ofCase(page, { cpu: rounds }, 1).measures
    expect(cpu).toMatchObject({ ours: 30, reference: 20, ratios: { best: 1, median: 1.5 }, isReached: true })
  })

  it("names every bar that was missed, and every case that could not be measured", () => {
    const slow = Result.ofCase(page, { cpu: [{ ours: 40, reference: 20 }] }, 1)
    const fast = Result.ofCase(page, { cpu: [{ ours: 20, reference: 20 }] }, 1)
    expect(Result.missed([fast])).toEqual([])
    expect(Result.missed([slow, fast, Result.ofFailure(page, "the server ended", 1)])).toEqual([
      "page: CPU a request: best 2.00, median 2.00; the bar is at most 1.5.",
      "page: the server ended"
    ])
  })
})
