import { createHmac } from "node:crypto"
import { MonotonicTime, RateBudget } from "@tributary/core"
import { Deferred, Effect, FiberId, Layer, type Scope } from "effect"
import { RateLimits, type SharedLimit } from "../store/rate/RateLimits.js"
import { Vault } from "../store/secrets/Vault.js"
import * as DatabasePatience from "./DatabasePatience.js"
import * as RateNews from "./RateNews.js"
import { RecentMap } from "./RecentMap.js"
import * as SharedRateLine from "./SharedRateLine.js"

/** How a process shares its rate budget. */
export interface SharingSettings {
  /** Whether other processes use the database too; if not, it only keeps the limits until this process starts again. */
  readonly hasOthers: boolean
}

/** How old the shared state of a limit may be before the next request reads it again. */
const FRESH_MILLIS = 1_000
/** How long a limit is remembered that no request counts against; then the first request reads it again. */
const LIFETIME_MILLIS = 60_000
const NEVER = Number.NEGATIVE_INFINITY

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
    const all = new RecentMap<Known>(LIFETIME_MILLIS)

    const hashOf = (key: string): Buffer => createHmac("sha256", secret).update(key).digest()
    const knownOf = (key: string, now: number): Known =>
      all.getOrMake(key, now, () => ({ key: hashOf(key), readAt: null, reportedAt: NEVER, reading: null }))

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
      line: hasOthers ? SharedRateLine.make(limits, database, hashOf, local.line) : local.line
    })
  })

/** The shared budget of this process. */
export const layer = (settings: SharingSettings): Layer.Layer<RateBudget.RateBudget, never, RateLimits | Vault> =>
  Layer.scoped(RateBudget.RateBudget, make(settings))
