import { describe, expect, it } from "@effect/vitest"
import { Authentication, RateBudget, VendorHttp } from "@tributary/core"
import { Effect, Redacted } from "effect"
import * as SetClock from "../../../tests/support/SetClock.js"
import * as VirtualTime from "../../src/testing/vendor/VirtualTime.js"
import { converse } from "../FakeVendor.js"

const HOUR = 3_600_000
const jumps = [
  ["set back by an hour", -HOUR],
  ["put forward by an hour", HOUR]
] as const

const run = async (steps: (clock: SetClock.SetClock, budget: RateBudget.RateBudget["Type"]) => Effect.Effect<void>) => {
  const exit = await VirtualTime.run(
    Effect.gen(function* () {
      const clock = yield* SetClock.make
      yield* clock.on(steps(clock, yield* RateBudget.make))
    })
  )
  expect(exit).toMatchObject({ _tag: "Success" })
}

describe.each(jumps)("a clock that is %s", (_, jump) => {
  it("changes neither the places in a line nor the end of a window or of a pause", () =>
    run((clock, budget) =>
      Effect.gen(function* () {
        const pace = RateBudget.paceOf({ requests: 1, period: "1 minute" })
        yield* budget.line("line", pace, HOUR)
        yield* budget.report("window", { limit: null, remaining: 0, endsIn: 60_000 })
        yield* budget.block("pause", 60_000)
        yield* Effect.sleep("20 seconds")
        clock.set(jump)
        expect(yield* budget.line("line", pace, HOUR)).toBe(40_000)
        expect(yield* budget.acquire("window")).toBe(40_000)
        expect(yield* budget.acquire("pause")).toBe(40_000)
        yield* Effect.sleep("40 seconds")
        expect(yield* budget.acquire("window")).toBeNull()
        expect(yield* budget.acquire("pause")).toBeNull()
      })
    ))

  it("changes neither when a token is renewed nor when a refused request is repeated", async () => {
    const auth = Authentication.clientCredentials({
      url: "https://login.example/token",
      clientId: "client",
      clientSecret: Redacted.make("secret")
    })
    const send = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint: "/rows", url: "/rows" }))
    let isLimited = false
    const { received, seconds } = await converse(
      ({ url }) => {
        if (url.startsWith("https://login.example")) return { body: { access_token: "token", expires_in: 600 } }
        const answer = isLimited ? { status: 429, headers: { "retry-after": "30" } } : {}
        isLimited = false
        return answer
      },
      Effect.gen(function* () {
        const clock = yield* SetClock.make
        yield* clock.on(
          Effect.gen(function* () {
            yield* send
            yield* Effect.sleep("500 seconds")
            clock.set(jump)
            isLimited = true
            const sending = yield* Effect.fork(send)
            yield* Effect.sleep("1 second")
            clock.set(-jump)
            yield* sending
            yield* Effect.sleep("60 seconds")
            clock.set(jump)
            yield* send
          })
        )
      }),
      { auth }
    )
    expect(received.map(({ url }) => new URL(url).pathname)).toEqual([
      "/token",
      "/rows",
      "/rows",
      "/rows",
      "/token",
      "/rows"
    ])
    expect(seconds).toBe(500 + 30 + 60)
  })
})
