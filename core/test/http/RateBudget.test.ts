import { describe, expect, it } from "@effect/vitest"
import { RateBudget } from "@tributary/core"
import { Effect } from "effect"
import { RateWindows } from "../../src/http/RateWindows.js"
import * as VirtualTime from "../../src/testing/vendor/VirtualTime.js"

/** Runs the steps on one new budget, in virtual time. */
const story = async (
  steps: (budget: RateBudget.RateBudget["Type"]) => Effect.Effect<void, never, RateBudget.RateBudget>
) => {
  const exit = await VirtualTime.run(
    Effect.flatMap(RateBudget.RateBudget, steps).pipe(Effect.provide(RateBudget.layer))
  )
  expect(exit).toMatchObject({ _tag: "Success" })
}

const DAY = 24 * 3_600_000

describe("RateBudget", () => {
  it("lets requests against an unknown limit pass", () =>
    story((budget) =>
      Effect.gen(function* () {
        expect(yield* budget.acquire("unknown")).toBeNull()
      })
    ))

  it("leaves a tenth of the window to the customer's other tools, and says when the window ends", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: 100, remaining: 12, resetAt: 30_000 })
        expect(yield* budget.acquire("acme")).toBeNull()
        expect(yield* budget.acquire("acme")).toBeNull()
        expect(yield* budget.acquire("acme")).toBe(30_000)
        yield* Effect.sleep("30 seconds")
        expect(yield* budget.acquire("acme")).toBeNull()
      })
    ))

  it("lets a person use the reserve", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: 100, remaining: 1, resetAt: 30_000 })
        const interactive = Effect.provideService(budget.acquire("acme"), RateBudget.Urgency, "interactive")
        expect(yield* budget.acquire("acme")).toBe(30_000)
        expect(yield* interactive).toBeNull()
        expect(yield* interactive).toBe(30_000)
      })
    ))

  it("reserves nothing if the vendor names no limit", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: null, remaining: 1, resetAt: 30_000 })
        expect(yield* budget.acquire("acme")).toBeNull()
        expect(yield* budget.acquire("acme")).toBe(30_000)
      })
    ))

  it("counts each limit separately", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: null, remaining: 0, resetAt: 30_000 })
        expect(yield* budget.acquire("other")).toBeNull()
      })
    ))

  it("counts the requests on their way, which a report of the same window does not contain yet", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: null, remaining: 3, resetAt: 30_000 })
        for (let sent = 0; sent < 3; sent += 1) expect(yield* budget.acquire("acme")).toBeNull()
        yield* budget.report("acme", { limit: null, remaining: 2, resetAt: 30_400 })
        expect(yield* budget.acquire("acme")).toBe(30_000)
        yield* budget.report("acme", { limit: null, remaining: 2, resetAt: 90_000 })
        expect(yield* budget.acquire("acme")).toBeNull()
      })
    ))

  it("remembers a pause of hours, which no later report shortens", () =>
    story((budget) =>
      Effect.gen(function* () {
        const end = 6 * 3_600_000
        yield* budget.block("acme", end)
        yield* budget.block("acme", 5_000)
        yield* budget.report("acme", { limit: 100, remaining: 100, resetAt: 30_000 })
        yield* Effect.sleep("5 hours")
        expect(yield* budget.acquire("acme")).toBe(end)
        yield* Effect.sleep("1 hour")
        expect(yield* budget.acquire("acme")).toBeNull()
      })
    ))

  it("believes a vendor whose clock is wrong for a day at most", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("window", { limit: null, remaining: 0, resetAt: Date.UTC(2100, 0, 1) })
        yield* budget.block("pause", Date.UTC(2100, 0, 1))
        expect(yield* budget.acquire("window")).toBe(DAY)
        expect(yield* budget.acquire("pause")).toBe(DAY)
      })
    ))

  it("ignores non-numeric values", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: null, remaining: 0, resetAt: Number.NaN })
        yield* budget.report("acme", { limit: null, remaining: Number.NaN, resetAt: 30_000 })
        yield* budget.block("acme", Number.NaN)
        expect(yield* budget.acquire("acme")).toBeNull()
      })
    ))
})

describe("RateWindows", () => {
  it("forget the limits whose windows have ended, also of keys that nobody uses again", () => {
    const windows = new RateWindows()
    windows.block("blocked", DAY, 0)
    for (let minute = 0; minute < 100; minute += 1) {
      const now = minute * 60_000
      for (let key = 0; key < 100; key += 1) {
        windows.report(`${minute} ${key}`, { limit: 10, remaining: 5, resetAt: now + 60_000 }, now)
      }
    }
    // Those of the last minutes; without the removal there would be 10,000.
    expect(windows.size).toBeLessThan(400)
    expect(windows.take("blocked", DAY - 1, false)).toBe(DAY)
  })

  it("take the same time for one of 20,000 limits as for one of 20", () => {
    /** The fastest of several rounds, in nanoseconds per request, so that a busy machine does not count. */
    const cost = (keys: number): number => {
      const windows = new RateWindows()
      const names = Array.from({ length: keys }, (_, index) => `limit ${index}`)
      for (const name of names) windows.report(name, { limit: null, remaining: 1e9, resetAt: DAY }, 0)
      const round = () => {
        const begun = process.hrtime.bigint()
        for (let index = 0; index < 20_000; index += 1) windows.take(names[index % keys] ?? "", 1, false)
        return Number(process.hrtime.bigint() - begun) / 20_000
      }
      return Math.min(...Array.from({ length: 7 }, round))
    }
    // A copy for each request makes it at least a thousand times slower.
    expect(cost(20_000) / cost(20)).toBeLessThan(50)
  })
})
