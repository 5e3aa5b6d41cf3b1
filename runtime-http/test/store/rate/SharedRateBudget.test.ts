import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { RateBudget } from "@tributary/core"
import { Effect, Layer, TestClock } from "effect"
import * as RateLimits from "../../../src/store/rate/RateLimits.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import * as SharedRateBudget from "../../../src/vendor/SharedRateBudget.js"
import { TestDatabase } from "../../TestDatabase.js"

const HOUR = 3_600_000
const vault = Layer.unwrapEffect(
  Effect.map(Effect.orDie(MasterKeys.parse(MasterKeys.generate())), (keys) => Vault.layer(keys))
)
const installation = Layer.merge(RateLimits.layer, vault).pipe(Layer.provideMerge(TestDatabase.layer))

/** The budget of a process that runs while the scope is open. */
const startProcess = SharedRateBudget.make({ hasOthers: true })

/** Lets seconds pass until the limit stops requests; returns how long they must wait. */
const untilStopped = (budget: RateBudget.RateBudget["Type"], key: string) =>
  Effect.zipRight(TestClock.adjust("1 second"), budget.acquire(key)).pipe(
    Effect.repeat({ until: (millis) => millis !== null })
  )

const about = (millis: number) => expect.closeTo(millis, -4)

layer(installation)("two processes over one database", (it) => {
  it.scoped("share a used-up limit and its reserve", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* startProcess, yield* startProcess]
      expect(yield* other.acquire("acme")).toBeNull()
      yield* one.report("acme", { limit: 100, remaining: 8, endsIn: HOUR })
      expect(yield* untilStopped(other, "acme")).toEqual(about(HOUR))
      expect(yield* other.acquire("globex")).toBeNull()
      const interactive = Effect.provideService(other.acquire("acme"), RateBudget.Urgency, "interactive")
      expect(yield* interactive).toBeNull()
    })
  )

  it.scoped("share a pause that the vendor asked for", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* startProcess, yield* startProcess]
      expect(yield* other.acquire("initech")).toBeNull()
      yield* one.block("initech", 2 * HOUR)
      expect(yield* untilStopped(other, "initech")).toEqual(about(2 * HOUR))
    })
  )

  it.scoped("share one line", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* startProcess, yield* startProcess]
      const pace = RateBudget.paceOf({ requests: 1, period: "1 minute" })
      expect(yield* one.line("hooli", pace, 0)).toBe(0)
      expect(yield* other.line("hooli", pace, 65_000)).toEqual(about(60_000))
      expect(yield* one.line("hooli", pace, 65_000)).toBeGreaterThan(65_000)
    })
  )
})

layer(installation)("a process that starts again", (it) => {
  it.scoped("respects a pause of hours before its first request", () =>
    Effect.gen(function* () {
      // The scope ends at once, as in a process that is stopped right after the vendor's answer.
      yield* Effect.scoped(Effect.flatMap(startProcess, (budget) => budget.block("acme", 6 * HOUR)))
      const restarted = yield* startProcess
      expect(yield* restarted.acquire("acme")).toEqual(about(6 * HOUR))
    })
  )

  it.scoped("stores nothing in the database that names a customer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.scoped(Effect.flatMap(startProcess, (budget) => budget.block("acme.example tenant-1", HOUR)))
      const rows = yield* sql<{ readonly key: Buffer }>`select key from rate_budget`
      expect(rows.length).toBeGreaterThan(0)
      for (const { key } of rows) {
        expect(key).toHaveLength(32)
        expect(key.toString("latin1")).not.toContain("acme")
      }
    })
  )
})
