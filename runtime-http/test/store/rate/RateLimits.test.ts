import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { RateBudget } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as Retention from "../../../src/store/Retention.js"
import * as RateLimits from "../../../src/store/rate/RateLimits.js"
import { TestDatabase } from "../../TestDatabase.js"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let keys = 0
const newKey = (): Buffer => {
  keys += 1
  return Buffer.from(`key ${keys}`)
}

const windowOf = (remaining: number, endsIn: number, age = 0, limit: number | null = 100): RateLimits.SharedLimit => ({
  window: { limit, remaining, endsIn, age },
  blockedFor: null
})
const pause = (blockedFor: number): RateLimits.SharedLimit => ({ window: null, blockedFor })

/** What is known about a limit after these have been published, one after another. */
const after = (...published: ReadonlyArray<RateLimits.SharedLimit>) =>
  Effect.gen(function* () {
    const limits = yield* RateLimits.RateLimits
    const key = newKey()
    for (const each of published) yield* limits.publish([[key, each]])
    const known = yield* limits.read(key)
    return known ?? (yield* Effect.dieMessage("nothing is known"))
  })

/** Close to a time that the database measured. */
const about = (millis: number) => expect.closeTo(millis, -4)

layer(RateLimits.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("the limits that processes share", (it) => {
  it.effect("are unknown until one is published", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits.RateLimits
      expect(yield* limits.read(newKey())).toBeNull()
      yield* limits.publish([])
    })
  )

  it.effect("can be read as they were published, many with one statement", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits.RateLimits
      const [one, other, both] = [newKey(), newKey(), newKey()]
      yield* limits.publish([
        [one, windowOf(12, MINUTE, 5_000, null)],
        [other, pause(6 * HOUR)],
        [both, { ...windowOf(0, HOUR), blockedFor: 2 * HOUR }]
      ])
      expect(yield* limits.read(one)).toMatchObject({
        window: { limit: null, remaining: 12, endsIn: about(MINUTE), age: about(5_000) },
        blockedFor: null
      })
      expect(yield* limits.read(other)).toEqual({ window: null, blockedFor: about(6 * HOUR) })
      expect(yield* limits.read(both)).toMatchObject({ window: { limit: 100 }, blockedFor: about(2 * HOUR) })
    })
  )

  it.effect.each([
    ["the lower count of one window wins", [windowOf(5, HOUR), windowOf(9, HOUR - 1_900)], 5, HOUR],
    ["a newer window wins", [windowOf(5, HOUR), windowOf(90, 2 * HOUR)], 90, 2 * HOUR],
    ["an older report changes nothing", [windowOf(5, 2 * HOUR), windowOf(90, HOUR, MINUTE)], 5, 2 * HOUR],
    ["a window joins a pause", [pause(HOUR), windowOf(5, 2 * HOUR)], 5, 2 * HOUR],
    ["a pause keeps the window", [windowOf(5, 2 * HOUR), pause(HOUR)], 5, 2 * HOUR]
  ] as const)("of two reports: %s", ([, published, remaining, endsIn]) =>
    Effect.gen(function* () {
      const { window } = yield* after(...published)
      expect(window).toMatchObject({ remaining, endsIn: about(endsIn) })
    })
  )

  it.effect("keep the longer of two pauses", () =>
    Effect.gen(function* () {
      expect(yield* after(pause(6 * HOUR), pause(MINUTE))).toMatchObject({ blockedFor: about(6 * HOUR) })
      expect(yield* after(pause(MINUTE), pause(6 * HOUR))).toMatchObject({ blockedFor: about(6 * HOUR) })
    })
  )

  it.effect("forget what was stored while the clock of the database was an hour ahead", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits.RateLimits
      const sql = yield* SqlClient.SqlClient
      const key = newKey()
      const line = newKey()
      const pace = RateBudget.paceOf({ requests: 1, period: "1 minute" })
      yield* limits.publish([[key, { ...windowOf(0, MINUTE), blockedFor: 2 * MINUTE }]])
      yield* limits.line(line, pace, 1, 0)
      yield* sql`
        update rate_budget
        set
          reset_at = reset_at + interval '1 hour', reported_at = reported_at + interval '1 hour',
          blocked_until = blocked_until + interval '1 hour', stored_at = stored_at + interval '1 hour'
        where key = ${key}`
      yield* sql`
        update rate_line set taken_until = taken_until + interval '1 hour', taken_at = taken_at + interval '1 hour'
        where key = ${line}`
      expect(yield* limits.read(key)).toBeNull()
      expect(yield* limits.line(line, pace, 1, 0)).toEqual({ firstIn: expect.closeTo(0, -3), count: 1 })
      yield* limits.publish([[key, windowOf(7, 3 * MINUTE)]])
      expect(yield* limits.read(key)).toEqual({
        window: { limit: 100, remaining: 7, endsIn: about(3 * MINUTE), age: about(0) },
        blockedFor: null
      })
    })
  )

  it.effect("give places in one line to all processes, as many as each asks for", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits.RateLimits
      const key = newKey()
      // 91 hours for 100 requests: ten at once, then one an hour. However long a statement takes, that is little.
      const pace = RateBudget.paceOf({ requests: 100, period: "91 hours" })
      const inHours = ({ count, firstIn }: RateLimits.Places) => [count, Math.round(firstIn / HOUR)]
      expect(inHours(yield* limits.line(key, pace, 10, 0))).toEqual([10, -9])
      expect(inHours(yield* limits.line(key, pace, 5, 10 * HOUR))).toEqual([5, 1])
      expect(inHours(yield* limits.line(key, pace, 5, 10 * HOUR))).toEqual([5, 6])
      expect(inHours(yield* limits.line(key, pace, 1, HOUR / 2))).toEqual([0, 11])
      expect((yield* limits.line(newKey(), pace, 1, 0)).count).toBe(1)
    })
  )

  it.effect("are purged an hour after they have ended", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits.RateLimits
      const sql = yield* SqlClient.SqlClient
      const [old, current] = [newKey(), newKey()]
      const pace = RateBudget.paceOf({ requests: 1, period: "1 minute" })
      for (const key of [old, current]) {
        yield* limits.publish([[key, pause(HOUR)]])
        yield* limits.line(key, pace, 1, 0)
      }
      yield* sql`update rate_budget set ends_at = ends_at - interval '3 hours' where key = ${old}`
      yield* sql`update rate_line set taken_until = taken_until - interval '3 hours' where key = ${old}`
      yield* Retention.purge(30)
      const left = yield* sql<{ readonly key: Buffer }>`
        select key from rate_budget where key in ${sql.in([old, current])}
        union all select key from rate_line where key in ${sql.in([old, current])}`
      expect(left.map(({ key }) => key.toString())).toEqual([current.toString(), current.toString()])
    })
  )
})
