import { describe, expect, it } from "@effect/vitest"
import { RateBudget } from "@tributary/core"
import { Duration, Effect } from "effect"
import * as VirtualTime from "../../src/testing/vendor/VirtualTime.js"

/** The seconds that a request waits for its turn. */
const waited = (tenant: string) =>
  Effect.flatMap(RateBudget.RateBudget, (budget) => Effect.timed(budget.acquire(tenant))).pipe(
    Effect.map(([elapsed]) => Duration.toSeconds(elapsed))
  )

/** Runs the steps on one new budget, in virtual time. */
const story = async (steps: Effect.Effect<void, never, RateBudget.RateBudget>) => {
  const exit = await VirtualTime.run(Effect.provide(steps, RateBudget.layer))
  expect(exit).toMatchObject({ _tag: "Success" })
}

const update = (state: RateBudget.RateState, tenant = "acme") =>
  Effect.flatMap(RateBudget.RateBudget, (budget) => budget.update(tenant, state))

describe("RateBudget", () => {
  it("lets requests to an unknown tenant pass", () =>
    story(
      Effect.gen(function* () {
        expect(yield* waited("unknown")).toBe(0)
      })
    ))

  it("leaves a tenth of the window to the customer's other tools and waits for the window to end", () =>
    story(
      Effect.gen(function* () {
        yield* update({ limit: 100, remaining: 12, resetAt: 30_000 })
        expect(yield* waited("acme")).toBe(0)
        expect(yield* waited("acme")).toBe(0)
        expect(yield* waited("acme")).toBe(30)
        expect(yield* waited("acme")).toBe(0)
      })
    ))

  it("reserves nothing if the vendor names no limit", () =>
    story(
      Effect.gen(function* () {
        yield* update({ limit: null, remaining: 1, resetAt: 30_000 })
        expect(yield* waited("acme")).toBe(0)
        expect(yield* waited("acme")).toBe(30)
      })
    ))

  it("counts each tenant separately", () =>
    story(
      Effect.gen(function* () {
        yield* update({ limit: null, remaining: 0, resetAt: 30_000 })
        expect(yield* waited("other")).toBe(0)
      })
    ))

  it("limits the wait for a vendor whose clock is wrong", () =>
    story(
      Effect.gen(function* () {
        yield* update({ limit: null, remaining: 0, resetAt: Date.UTC(2100, 0, 1) })
        expect(yield* waited("acme")).toBe(RateBudget.MAX_WAIT_MILLIS / 1_000)
      })
    ))

  it("ignores non-numeric values", () =>
    story(
      Effect.gen(function* () {
        yield* update({ limit: null, remaining: 0, resetAt: Number.NaN })
        yield* update({ limit: null, remaining: Number.NaN, resetAt: 30_000 })
        expect(yield* waited("acme")).toBe(0)
      })
    ))
})
