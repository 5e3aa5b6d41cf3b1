import { describe, expect, it } from "@effect/vitest"
import { RateBudget } from "@tributary/core"
import { Duration, Effect } from "effect"
import { RateLine, RateWindows } from "../../../src/http/rate/RateWindows.js"
import * as VirtualTime from "../../../src/testing/vendor/VirtualTime.js"

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
        yield* budget.report("acme", { limit: 100, remaining: 12, endsIn: 30_000 })
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
        yield* budget.report("acme", { limit: 100, remaining: 1, endsIn: 30_000 })
        const interactive = Effect.provideService(budget.acquire("acme"), RateBudget.Urgency, "interactive")
        expect(yield* budget.acquire("acme")).toBe(30_000)
        expect(yield* interactive).toBeNull()
        expect(yield* interactive).toBe(30_000)
      })
    ))

  it("reserves nothing if the vendor names no limit", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: null, remaining: 1, endsIn: 30_000 })
        expect(yield* budget.acquire("acme")).toBeNull()
        expect(yield* budget.acquire("acme")).toBe(30_000)
      })
    ))

  it("counts each limit separately", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: null, remaining: 0, endsIn: 30_000 })
        expect(yield* budget.acquire("other")).toBeNull()
      })
    ))

  it("counts requests in flight, which a report of the same window does not include yet", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: null, remaining: 3, endsIn: 30_000 })
        for (let sent = 0; sent < 3; sent += 1) expect(yield* budget.acquire("acme")).toBeNull()
        yield* budget.report("acme", { limit: null, remaining: 2, endsIn: 30_400 })
        expect(yield* budget.acquire("acme")).toBe(30_000)
        yield* budget.report("acme", { limit: null, remaining: 2, endsIn: 90_000 })
        expect(yield* budget.acquire("acme")).toBeNull()
      })
    ))

  it("remembers a pause of hours, which no later report shortens", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.block("acme", 6 * 3_600_000)
        yield* budget.block("acme", 5_000)
        yield* budget.report("acme", { limit: 100, remaining: 100, endsIn: 30_000 })
        yield* Effect.sleep("5 hours")
        expect(yield* budget.acquire("acme")).toBe(3_600_000)
        yield* Effect.sleep("1 hour")
        expect(yield* budget.acquire("acme")).toBeNull()
      })
    ))

  it("waits a day at most for a vendor whose clock is wrong", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("window", { limit: null, remaining: 0, endsIn: 100 * DAY })
        yield* budget.block("pause", 100 * DAY)
        expect(yield* budget.acquire("window")).toBe(DAY)
        expect(yield* budget.acquire("pause")).toBe(DAY)
      })
    ))

  it("ignores non-numeric values", () =>
    story((budget) =>
      Effect.gen(function* () {
        yield* budget.report("acme", { limit: null, remaining: 0, endsIn: Number.NaN })
        yield* budget.report("acme", { limit: null, remaining: Number.NaN, endsIn: 30_000 })
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
        windows.report(`${minute} ${key}`, { limit: 10, remaining: 5, endsIn: 60_000 }, now)
      }
    }
    // Those of the last minutes; without the removal there would be 10,000.
    expect(windows.size).toBeLessThan(400)
    expect(windows.take("blocked", DAY - 1, false)).toBe(1)
  })

  it("take no longer for one of 20,000 limits than for one of 20", () => {
    /** The fastest of several rounds, in nanoseconds per request, so that a busy machine does not count. */
    const cost = (keys: number): number => {
      const windows = new RateWindows()
      const names = Array.from({ length: keys }, (_, index) => `limit ${index}`)
      for (const name of names) windows.report(name, { limit: null, remaining: 1e9, endsIn: DAY }, 0)
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

describe("a cap", () => {
  /** The instants at which requests leave that ask at these instants. */
  const departures = (cap: RateBudget.RateCap, asked: ReadonlyArray<number>) => {
    const line = new RateLine()
    return asked.map((now) => line.take("acme", RateBudget.paceOf(cap), now, Number.POSITIVE_INFINITY))
  }
  const atOnce = (count: number) => Array.from({ length: count }, () => 0)

  it.each([
    ["1/1m", { requests: 1, period: "1 minute" }],
    ["7/10s", { requests: 7, period: "10 seconds" }],
    ["600/1m", { requests: 600, period: "1 minute" }]
  ] as const)("of %s is never exceeded in any period, and used to the full", (_, cap) => {
    const millis = Duration.toMillis(cap.period)
    const left = departures(cap, atOnce(3 * cap.requests))
    for (const start of left) {
      // A thousandth of a millisecond, because sums of fractions are not exact.
      const within = left.filter((instant) => instant >= start && instant < start + millis - 0.001)
      expect(within.length).toBeLessThanOrEqual(cap.requests)
    }
    expect(left.filter((instant) => instant < 3 * millis).length).toBeGreaterThan(2.5 * cap.requests)
  })

  it("lets a tenth of the requests leave at once, again after a pause", () => {
    const cap = { requests: 100, period: "91 seconds" } as const
    const expected = [...atOnce(10), 1_000, 2_000]
    expect(departures(cap, atOnce(12))).toEqual(expected)
    const later = departures(cap, [...atOnce(12), ...atOnce(12).map(() => 500_000)])
    expect(later.slice(12)).toEqual(expected.map((instant) => instant + 500_000))
  })

  it("takes no place in the line for a request that cannot wait that long", () => {
    const line = new RateLine()
    const pace = RateBudget.paceOf({ requests: 1, period: "1 minute" })
    expect([5_000, 5_000, 70_000].map((latest) => line.take("acme", pace, 0, latest))).toEqual([0, 60_000, 60_000])
    expect(line.take("other", pace, 0, 5_000)).toBe(0)
  })
})
