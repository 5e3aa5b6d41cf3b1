import { createHmac } from "node:crypto"
import { ExpiringMap, MonotonicTime, RateBudget } from "@tributary/core"
import { Deferred, Effect, FiberId, Layer, type Scope } from "effect"
import { RateLimits, type SharedLimit } from "../store/rate/RateLimits.js"
import { Vault } from "../store/secrets/Vault.js"
import * as DatabasePatience from "./DatabasePatience.js"
import * as RateNews from "./RateNews.js"

/** As many places are taken at once as are used in this time, so that a fast line does not ask the database for each request. */
const TAKEN_AHEAD_MILLIS = 1_000
/** Places that are not used within this time are lost, because late requests would follow the others too closely. */
const LATE_MILLIS = 1_000

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
  /** When a request last used the line. */
  usedAt: number
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
export const sharedLine = (
  limits: RateLimits["Type"],
  database: DatabasePatience.DatabasePatience,
  hashOf: (key: string) => Buffer,
  local: RateBudget.RateBudget["Type"]["line"]
): RateBudget.RateBudget["Type"]["line"] => {
  const lines = new ExpiringMap<Line>(isUnused)
  const lineOf = (key: string, now: number): Line => {
    const line = lines.getOrMake(key, now, () => ({
      key: hashOf(key),
      turn: Effect.unsafeMakeSemaphore(1),
      next: 0,
      left: 0,
      lostAt: 0,
      usedAt: now
    }))
    line.usedAt = now
    return line
  }

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
      const line = lineOf(key, begun)
      const shared = Effect.gen(function* () {
        const now = yield* MonotonicTime.millis
        return useTaken(line, pace, now, latest) ?? (yield* takeMore(line, pace, now, latest))
      })
      const instant = yield* line.turn.withPermits(1)(shared)
      const now = yield* MonotonicTime.millis
      return instant === null ? yield* local(key, pace, latest - now) : instant - now
    })
}

/** How a process shares its rate budget. */
export interface SharingSettings {
  /** Whether other processes use the database too; if not, it only keeps the limits until this process starts again. */
  readonly hasOthers: boolean
}

/** How old the shared state of a limit may be before the next request reads it again. */
const FRESH_MILLIS = 1_000
/** How long a limit or a line is remembered that no request uses; then the first request reads it again. */
const LIFETIME_MILLIS = 60_000
const NEVER = Number.NEGATIVE_INFINITY

const isUnused = ({ usedAt }: { readonly usedAt: number }, now: number): boolean => usedAt + LIFETIME_MILLIS <= now

/** What this process knows about one limit, besides the local budget. Instants are readings of the monotonic clock. */
interface Known {
  /** The key in the database. */
  readonly key: Buffer
  /** When the shared state was last read; null if it never was. */
  readAt: number | null
  /** When the vendor sent the newest report that the local budget contains. */
  reportedAt: number
  /** Completes when the query that is under way has ended; null if none is. */
  reading: Deferred.Deferred<void> | null
  /** When a request last used the limit. */
  usedAt: number
}

/**
 * A rate budget that the processes of one database share, and that survives them.
 *
 * A request asks the database at most once a second per limit, and never fails or waits for long because of it: while the database is
 * away, each process goes on with what it knows. The database holds a keyed hash of each limit's name, which reveals nothing.
 */
export const make = ({
  hasOthers
}: SharingSettings): Effect.Effect<RateBudget.RateBudget["Type"], never, RateLimits | Vault | Scope.Scope> =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const secret = (yield* Vault).derive("rate-budget")
    const local = yield* RateBudget.make
    const news = yield* RateNews.make
    const database = DatabasePatience.make()
    const all = new ExpiringMap<Known>(isUnused)

    const hashOf = (key: string): Buffer => createHmac("sha256", secret).update(key).digest()
    const knownOf = (key: string, now: number): Known => {
      const make = (): Known => ({ key: hashOf(key), readAt: null, reportedAt: NEVER, reading: null, usedAt: now })
      const known = all.getOrMake(key, now, make)
      known.usedAt = now
      return known
    }

    const adopt = (key: string, known: Known, { blockedFor, window }: SharedLimit) =>
      Effect.gen(function* () {
        const now = yield* MonotonicTime.millis
        if (blockedFor !== null) yield* local.block(key, blockedFor)
        // What this process has heard since then is newer.
        if (window === null || now - window.age <= known.reportedAt) return
        known.reportedAt = now - window.age
        yield* local.report(key, { limit: window.limit, remaining: window.remaining, endsIn: window.endsIn })
      })

    const read = (key: string, known: Known) =>
      Effect.gen(function* () {
        const read = yield* database.ask(limits.read(known.key))
        if (read === null) return
        known.readAt = yield* MonotonicTime.millis
        if (read.answer !== null) yield* adopt(key, known, read.answer)
      })

    /** Reads the shared state if ours is older than a second; requests that arrive meanwhile wait for the same answer. */
    const refresh = (key: string): Effect.Effect<void> =>
      Effect.gen(function* () {
        const now = yield* MonotonicTime.millis
        const known = knownOf(key, now)
        if (known.readAt !== null && (!hasOthers || now - known.readAt < FRESH_MILLIS)) return
        if (known.reading !== null) return yield* Deferred.await(known.reading)
        const reading = Deferred.unsafeMake<void>(FiberId.none)
        known.reading = reading
        const end = Effect.suspend(() => {
          known.reading = null
          return Deferred.succeed(reading, undefined)
        })
        yield* Effect.ensuring(read(key, known), end)
      })

    const report: RateBudget.RateBudget["Type"]["report"] = (key, window) =>
      Effect.gen(function* () {
        const now = yield* MonotonicTime.millis
        const { endsIn, limit, remaining } = window
        yield* local.report(key, window)
        if (!Number.isFinite(remaining) || !Number.isFinite(endsIn) || endsIn <= 0) return
        const known = knownOf(key, now)
        known.reportedAt = now
        const resetAt = now + Math.min(endsIn, RateBudget.MAX_AHEAD_MILLIS)
        const isUsedUp = remaining <= RateBudget.reserveOf(window)
        const state = { limit, remaining, resetAt }
        yield* news.add({ key: known.key, state, reportedAt: now, blockedUntil: NEVER }, isUsedUp)
      })

    const block: RateBudget.RateBudget["Type"]["block"] = (key, millis) =>
      Effect.gen(function* () {
        const now = yield* MonotonicTime.millis
        yield* local.block(key, millis)
        if (!Number.isFinite(millis) || millis <= 0) return
        const blockedUntil = now + Math.min(millis, RateBudget.MAX_AHEAD_MILLIS)
        yield* news.add({ key: knownOf(key, now).key, state: null, reportedAt: NEVER, blockedUntil }, true)
      })

    return RateBudget.RateBudget.of({
      acquire: (key) => Effect.zipRight(refresh(key), local.acquire(key)),
      report,
      block,
      line: hasOthers ? sharedLine(limits, database, hashOf, local.line) : local.line
    })
  })

/** The shared budget of this process. */
export const layer = (settings: SharingSettings): Layer.Layer<RateBudget.RateBudget, never, RateLimits | Vault> =>
  Layer.scoped(RateBudget.RateBudget, make(settings))
