import { describe, expect, it } from "@effect/vitest"
import { AnswerMemory, Connector, RateBudget } from "@tributary/core"
import { Duration, Effect, Either, Layer } from "effect"
import * as RateCaps from "../../src/vendor/RateCaps.js"
import { VendorAccount } from "../../src/vendor/VendorAccount.js"
import * as VendorSession from "../../src/vendor/VendorSession.js"
import * as FakeVendor from "../sync/FakeVendor.js"

const connector = Connector.make({
  ...FakeVendor.connector(),
  http: () => ({ baseUrl: "https://fake.example.com", rateCap: { requests: 5, period: "1 minute" } })
})

/** How many requests of a person leave at once. */
const leavingAtOnce = (caps: RateCaps.Caps) =>
  Effect.gen(function* () {
    const session = yield* VendorSession.VendorSession
    const { http } = yield* session.open(connector, FakeVendor.credentials)
    const requests = Array.from({ length: 20 }, () => Effect.either(http.send({ endpoint: "/rows", url: "/rows" })))
    const answers = yield* Effect.all(requests)
    return answers.filter(Either.isRight).length
  }).pipe(
    Effect.provideService(RateBudget.Urgency, "interactive"),
    Effect.provide(VendorSession.layer),
    Effect.provideService(RateCaps.RateCaps, caps),
    Effect.provide(Layer.fresh(FakeVendor.client(() => []).layer))
  )

describe("an operator's cap", () => {
  it.effect("replaces the cap of the connector, for its vendor only", () =>
    Effect.gen(function* () {
      const capOf = (requests: number) => ({ requests, period: Duration.hours(1) })
      expect(yield* leavingAtOnce(new Map())).toBe(1)
      expect(yield* leavingAtOnce(new Map([["OTHER", [capOf(100)]]]))).toBe(1)
      expect(yield* leavingAtOnce(new Map([["FAKE", [capOf(100)]]]))).toBe(10)
    })
  )

  it.effect("keeps to the requests of each of its periods", () =>
    Effect.gen(function* () {
      const hourly = { requests: 100, period: Duration.hours(1) }
      const daily = { requests: 30, period: Duration.hours(24) }
      expect(yield* leavingAtOnce(new Map([["FAKE", [hourly, daily]]]))).toBe(3)
      expect(yield* leavingAtOnce(new Map([["FAKE", [daily, hourly]]]))).toBe(3)
    })
  )
})

describe("a session", () => {
  it.effect("takes the memory for long answers from the share of its account", () =>
    Effect.gen(function* () {
      const shares: Array<string> = []
      const memory: AnswerMemory.AnswerMemory["Type"] = (share) => {
        shares.push(share)
        return AnswerMemory.make(AnswerMemory.DEFAULT_BYTES)(share)
      }
      yield* Effect.gen(function* () {
        const session = yield* VendorSession.VendorSession
        for (const account of ["account-1", "account-2"]) {
          yield* Effect.provideService(session.open(connector, FakeVendor.credentials), VendorAccount, account)
        }
      }).pipe(
        Effect.provide(VendorSession.layer),
        Effect.provideService(AnswerMemory.AnswerMemory, memory),
        Effect.provide(Layer.fresh(FakeVendor.client(() => []).layer))
      )
      expect(shares).toEqual(["account-1", "account-2"])
    })
  )
})
