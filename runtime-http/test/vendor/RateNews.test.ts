import { expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { RateLimits } from "../../src/store/rate/RateLimits.js"
import * as RateNews from "../../src/vendor/RateNews.js"

/** How many times news were published within these seconds; `add` is called at their beginning. */
const published = (seconds: number, add: (news: RateNews.RateNews) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    let times = 0
    const limits = {
      publish: () =>
        Effect.sync(() => {
          times += 1
        })
    } as unknown as RateLimits["Type"]
    const news = yield* Effect.provideService(RateNews.make, RateLimits, limits)
    yield* TestClock.adjust("10 seconds")
    yield* add(news)
    yield* TestClock.adjust(seconds * 1_000)
    const sleepers = yield* TestClock.sleeps()
    const now = yield* TestClock.currentTimeMillis
    return { times, wakesIn: Math.min(...[...sleepers].map((at) => at - now)) }
  })

const news = (key: string): RateNews.News => ({
  key: Buffer.from(key),
  state: null,
  reportedAt: 0,
  blockedUntil: Number.MAX_SAFE_INTEGER
})

it.scoped("Reports are published together within a second, or at once if other processes must stop", () =>
  Effect.gen(function* () {
    const together = (all: RateNews.RateNews) => Effect.zipRight(all.add(news("a"), false), all.add(news("b"), false))
    expect(yield* published(0.9, together)).toMatchObject({ times: 0 })
    expect(yield* published(1, together)).toMatchObject({ times: 1 })
    expect(yield* published(0.01, (all) => all.add(news("a"), true))).toMatchObject({ times: 1 })
  })
)

it.scoped("Nothing wakes up every second while vendors report nothing", () =>
  Effect.gen(function* () {
    const { times, wakesIn } = yield* published(3, () => Effect.void)
    expect(times).toBe(0)
    expect(wakesIn).toBeGreaterThan(10_000)
  })
)
