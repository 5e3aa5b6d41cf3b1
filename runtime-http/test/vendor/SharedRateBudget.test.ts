import { describe, expect, it } from "@effect/vitest"
import { RateBudget } from "@tributary/core"
import { Duration, Effect, Fiber, Layer, TestClock } from "effect"
import { RateLimits, type SharedLimit } from "../../src/store/rate/RateLimits.js"
import * as MasterKeys from "../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../src/store/secrets/Vault.js"
import * as SharedRateBudget from "../../src/vendor/SharedRateBudget.js"

const HOUR = 3_600_000

/** A database that counts what it is asked, answers only while it is there, and otherwise never. */
const makeDatabase = (answer: SharedLimit | null = null) => {
  const asked = { reads: 0, lines: 0, published: [] as Array<ReadonlyArray<SharedLimit>> }
  const database = { isAway: false }
  const answering = <A>(result: () => A): Effect.Effect<A> =>
    Effect.suspend(() => (database.isAway ? Effect.never : Effect.sync(result)))
  const limits = RateLimits.of({
    read: () =>
      Effect.suspend(() => {
        asked.reads += 1
        return answering(() => answer)
      }),
    publish: (all) => answering(() => void asked.published.push(all.map(([, limit]) => limit))),
    line: (_, { spacingMillis, burst }, count) =>
      Effect.suspend(() => {
        asked.lines += 1
        return answering(() => ({ firstIn: -(burst - 1) * spacingMillis, count }))
      })
  })
  return { asked, database, layer: Layer.succeed(RateLimits, limits) }
}

const vault = Layer.unwrapEffect(
  Effect.map(Effect.orDie(MasterKeys.parse(MasterKeys.generate())), (keys) => Vault.layer(keys))
)

const startWith = ({ layer }: ReturnType<typeof makeDatabase>, hasOthers = true) =>
  Effect.provide(SharedRateBudget.make({ hasOthers }), Layer.merge(layer, vault))

/** Lets other fibers run, without letting time pass. */
const settle = TestClock.adjust(Duration.zero)

const window = (remaining: number): RateBudget.RateWindow => ({ limit: 100, remaining, endsIn: HOUR })

describe("a process that shares its rate budget", () => {
  it.scoped("reads a limit once a second while requests run, once for all that are waiting", () =>
    Effect.gen(function* () {
      const database = makeDatabase()
      const budget = yield* startWith(database)
      const requests = Effect.forEach(Array.from({ length: 50 }), () => budget.acquire("acme"), { concurrency: 50 })
      yield* Effect.zipRight(requests, requests)
      expect(database.asked.reads).toBe(1)
      yield* TestClock.adjust("1 second")
      yield* Effect.zipRight(requests, requests)
      expect(database.asked.reads).toBe(2)
    })
  )

  it.scoped("reads a limit only once if no other process uses the database", () =>
    Effect.gen(function* () {
      const database = makeDatabase({ window: null, blockedFor: HOUR })
      const budget = yield* startWith(database, false)
      expect(yield* budget.acquire("acme")).toBe(HOUR)
      yield* TestClock.adjust("30 seconds")
      expect(yield* budget.acquire("acme")).toBe(HOUR - 30_000)
      expect(database.asked.reads).toBe(1)
    })
  )

  it.scoped("publishes the newest of many reports once a second, with a whole batch of limits", () =>
    Effect.gen(function* () {
      const { asked, ...database } = makeDatabase()
      const budget = yield* startWith({ asked, ...database })
      for (let left = 90; left >= 50; left -= 1) yield* budget.report("acme", window(left))
      yield* budget.report("globex", window(70))
      yield* settle
      expect(asked.published).toEqual([])
      yield* TestClock.adjust("1 second")
      expect(asked.published.map((batch) => batch.map((each) => each.window?.remaining))).toEqual([[50, 70]])
      yield* TestClock.adjust("10 seconds")
      expect(asked.published).toHaveLength(1)
    })
  )

  it.scoped("publishes at once that nothing is left, or that the vendor asked for a pause", () =>
    Effect.gen(function* () {
      const { asked, ...database } = makeDatabase()
      const budget = yield* startWith({ asked, ...database })
      yield* budget.report("acme", window(10))
      yield* settle
      expect(asked.published).toEqual([
        [{ window: { limit: 100, remaining: 10, endsIn: HOUR, age: 0 }, blockedFor: null }]
      ])
      yield* budget.block("acme", 2 * HOUR)
      yield* settle
      expect(asked.published.slice(1)).toEqual([[{ window: null, blockedFor: 2 * HOUR }]])
    })
  )

  it.scoped("does not mistake an older report of another process for a newer one", () =>
    Effect.gen(function* () {
      const database = makeDatabase({
        window: { limit: 100, remaining: 0, endsIn: 2 * HOUR, age: 5_000 },
        blockedFor: null
      })
      const budget = yield* startWith(database)
      yield* TestClock.adjust("2 seconds")
      yield* budget.report("acme", window(50))
      expect(yield* budget.acquire("acme")).toBeNull()
    })
  )
})

describe("a database that does not answer", () => {
  it.scoped("delays a request by at most half a second, once in a while, and never fails one", () =>
    Effect.gen(function* () {
      const { asked, database, layer } = makeDatabase()
      const budget = yield* startWith({ asked, database, layer })
      database.isAway = true
      yield* budget.report("acme", window(50))
      const first = yield* Effect.fork(budget.acquire("acme"))
      yield* settle
      yield* TestClock.adjust("499 millis")
      expect(yield* Fiber.poll(first)).toMatchObject({ _tag: "None" })
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.join(first)).toBeNull()
      // It goes on with what it knows, without asking again.
      yield* TestClock.adjust("2 seconds")
      yield* budget.block("acme", HOUR)
      expect(yield* budget.acquire("acme")).toBe(HOUR)
      expect(asked.reads).toBe(1)
      // Otherwise the process would wait a second for it when it stops.
      database.isAway = false
    })
  )

  it.scoped("receives later what it missed", () =>
    Effect.gen(function* () {
      const { asked, database, layer } = makeDatabase()
      const budget = yield* startWith({ asked, database, layer })
      database.isAway = true
      yield* budget.block("acme", HOUR)
      yield* TestClock.adjust("2 seconds")
      yield* budget.report("acme", window(40))
      yield* TestClock.adjust("10 seconds")
      database.isAway = false
      yield* TestClock.adjust("10 seconds")
      expect(asked.published).toHaveLength(1)
      expect(asked.published[0]).toMatchObject([{ window: { remaining: 40 }, blockedFor: expect.any(Number) }])
    })
  )

  it.scoped("leaves each process with a line of its own", () =>
    Effect.gen(function* () {
      const { asked, database, layer } = makeDatabase()
      const budget = yield* startWith({ asked, database, layer })
      database.isAway = true
      const pace = RateBudget.paceOf({ requests: 1, period: "1 minute" })
      const places = yield* Effect.fork(Effect.all([budget.line("acme", pace, HOUR), budget.line("acme", pace, HOUR)]))
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(places)).toEqual([0, 60_000])
      expect(asked.lines).toBe(1)
    })
  )
})

describe("a line that processes share", () => {
  it.scoped("asks the database once a second, however many requests are sent", () =>
    Effect.gen(function* () {
      const { asked, ...database } = makeDatabase()
      const budget = yield* startWith({ asked, ...database })
      const pace = RateBudget.paceOf({ requests: 1_200, period: "1 minute" })
      const places: Array<number> = []
      for (let request = 0; request < 18; request += 1) places.push(yield* budget.line("acme", pace, HOUR))
      expect(asked.lines).toBe(1)
      expect(places).toEqual(places.map(() => 0))
    })
  )

  it.scoped(
    "drops places that were not used in time, so that their requests do not leave together with later ones",
    () =>
      Effect.gen(function* () {
        const { asked, ...database } = makeDatabase()
        const budget = yield* startWith({ asked, ...database })
        const pace = RateBudget.paceOf({ requests: 9, period: "900 millis" })
        yield* budget.line("acme", pace, HOUR)
        expect(asked.lines).toBe(1)
        yield* TestClock.adjust("3 seconds")
        yield* budget.line("acme", pace, HOUR)
        expect(asked.lines).toBe(2)
      })
  )
})
