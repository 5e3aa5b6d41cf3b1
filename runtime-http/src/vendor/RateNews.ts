import { MonotonicTime, type RateBudget } from "@tributary/core"
import { Duration, Effect, Queue, type Scope } from "effect"
import * as BackgroundLoop from "../BackgroundLoop.js"
import { RateLimits, type SharedLimit } from "../store/rate/RateLimits.js"

/** How long what vendors have reported waits for more before it is published; a limit that is used up is published at once. */
const INTERVAL = Duration.seconds(1)
/** How long the loop rests at a time while vendors report nothing. */
const REST = Duration.minutes(1)
const TIMEOUT = Duration.seconds(5)
/** How many limits one statement publishes. */
const MAX_BATCH = 1_000

/** What a vendor said about one limit. Instants are readings of the monotonic clock. */
export interface News {
  /** The key of the limit in the database. */
  readonly key: Buffer
  /** The newest report, with the end of its window; null if there was none. */
  readonly state: RateBudget.RateState | null
  /** When the vendor sent that report. */
  readonly reportedAt: number
  /** The end of the longest pause; before all others if there was none. */
  readonly blockedUntil: number
}

/** What vendors have said to this process, and what it has not told the others yet. */
export interface RateNews {
  /** Tells the others within a second; at once if they must stop. */
  readonly add: (news: News, mustStop: boolean) => Effect.Effect<void>
}

const merged = (older: News, newer: News): News => ({
  ...(newer.state === null ? older : newer),
  blockedUntil: Math.max(older.blockedUntil, newer.blockedUntil)
})

const isOver = ({ state, blockedUntil }: News, now: number): boolean =>
  blockedUntil <= now && (state === null || state.resetAt <= now)

const toShared = ({ state, reportedAt, blockedUntil }: News, now: number): SharedLimit => ({
  window:
    state === null
      ? null
      : { limit: state.limit, remaining: state.remaining, endsIn: state.resetAt - now, age: now - reportedAt },
  blockedFor: blockedUntil > now ? blockedUntil - now : null
})

/** Publishes while the scope is open, and what is left when it closes. */
export const make: Effect.Effect<RateNews, never, RateLimits | Scope.Scope> = Effect.gen(function* () {
  const limits = yield* RateLimits
  const waiting = new Map<string, News>()
  const arrived = yield* Queue.sliding<void>(1)
  const urgent = yield* Queue.sliding<void>(1)

  const keep = (news: News, merge: (known: News, added: News) => News): void => {
    const key = news.key.toString("base64")
    const known = waiting.get(key)
    waiting.set(key, known === undefined ? news : merge(known, news))
  }
  const keepNewer = (news: News): void => keep(news, merged)
  const keepOlder = (news: News): void => keep(news, (newer, older) => merged(older, newer))

  const publish = (batch: ReadonlyArray<News>) =>
    Effect.gen(function* () {
      const now = yield* MonotonicTime.millis
      yield* limits.publish(batch.map((news) => [news.key, toShared(news, now)]))
    }).pipe(Effect.timeout(TIMEOUT))

  const publishAll = Effect.gen(function* () {
    const now = yield* MonotonicTime.millis
    const all = [...waiting.values()].filter((news) => !isOver(news, now))
    waiting.clear()
    for (let start = 0; start < all.length; start += MAX_BATCH) {
      yield* publish(all.slice(start, start + MAX_BATCH)).pipe(
        // They go with the next ones, unless they are over by then.
        Effect.onError(() => Effect.sync(() => all.slice(start).forEach(keepOlder)))
      )
    }
  }).pipe(Effect.withTracerEnabled(false))

  // Added first, so that it runs last.
  yield* Effect.addFinalizer(() => publishAll.pipe(Effect.interruptible, Effect.timeout("1 second"), Effect.ignore))
  yield* BackgroundLoop.start(
    { name: "The publication of rate limits", interval: 0 },
    Effect.gen(function* () {
      if (waiting.size === 0) yield* Effect.timeoutOption(Queue.take(arrived), REST)
      if (waiting.size === 0) return
      yield* Effect.timeoutOption(Queue.take(urgent), INTERVAL)
      yield* publishAll
    })
  )

  return {
    add: (news, mustStop) =>
      Effect.suspend(() => {
        keepNewer(news)
        arrived.unsafeOffer(undefined)
        return mustStop ? Effect.asVoid(Queue.offer(urgent, undefined)) : Effect.void
      })
  }
})
