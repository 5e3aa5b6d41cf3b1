import { MonotonicTime, type RateBudget } from "@tributary/core"
import { Effect } from "effect"
import type { RateLimits } from "../store/rate/RateLimits.js"
import type { DatabasePatience } from "./DatabasePatience.js"
import { RecentMap } from "./RecentMap.js"

/** As many places are taken at once as are used in this time, so that a fast line does not ask the database for each request. */
const TAKEN_AHEAD_MILLIS = 1_000
/** Places that are not used within this time are lost, because late requests would follow the others too closely. */
const LATE_MILLIS = 1_000
/** How long a line is remembered in which no request stood. */
const LIFETIME_MILLIS = 60_000

/** Places in a line that this process has taken and not used yet. Instants are readings of the monotonic clock. */
interface Line {
  /** The key in the database. */
  readonly key: Buffer
  /** Lets one request at a time take more places. */
  readonly turn: Effect.Semaphore
  /** The instant of the next place. */
  next: number
  /** How many places are left. */
  left: number
  /** When the places are lost that are left. */
  lostAt: number
}

/** Uses a place that this process has taken, unless it is after `latest`; null if none is left. */
const useTaken = (line: Line, pace: RateBudget.Pace, now: number, latest: number): number | null => {
  if (line.left === 0 || now > line.lostAt) return null
  const instant = Math.max(now, line.next)
  if (instant <= latest) {
    line.left -= 1
    line.next += pace.spacingMillis
  }
  return instant
}

/** Lines that the processes of one database share; while the database is away, each process has its own. */
export const make = (
  limits: RateLimits["Type"],
  database: DatabasePatience,
  hashOf: (key: string) => Buffer,
  local: RateBudget.RateBudget["Type"]["line"]
): RateBudget.RateBudget["Type"]["line"] => {
  const lines = new RecentMap<Line>(LIFETIME_MILLIS)
  const makeLine = (key: string) => (): Line => ({
    key: hashOf(key),
    turn: Effect.unsafeMakeSemaphore(1),
    next: 0,
    left: 0,
    lostAt: 0
  })

  /** Takes more places and uses the first; null if the database is away. */
  const takeMore = (line: Line, pace: RateBudget.Pace, asked: number, latest: number) =>
    Effect.gen(function* () {
      const count = Math.max(1, Math.floor(TAKEN_AHEAD_MILLIS / pace.spacingMillis))
      const places = yield* database.ask(limits.line(line.key, pace, count, latest - asked))
      if (places === null) return null
      const now = yield* MonotonicTime.millis
      const first = now + places.answer.firstIn
      if (places.answer.count === 0) return Math.max(first, latest + 1)
      line.next = first
      line.left = places.answer.count
      line.lostAt = Math.max(now, first + places.answer.count * pace.spacingMillis) + LATE_MILLIS
      return useTaken(line, pace, now, latest)
    })

  return (key, pace, longest) =>
    Effect.gen(function* () {
      const begun = yield* MonotonicTime.millis
      const latest = begun + longest
      const line = lines.getOrMake(key, begun, makeLine(key))
      const shared = Effect.gen(function* () {
        const now = yield* MonotonicTime.millis
        return useTaken(line, pace, now, latest) ?? (yield* takeMore(line, pace, now, latest))
      })
      const instant = yield* line.turn.withPermits(1)(shared)
      const now = yield* MonotonicTime.millis
      return instant === null ? yield* local(key, pace, latest - now) : instant - now
    })
}
