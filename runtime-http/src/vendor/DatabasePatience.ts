import { MonotonicTime } from "@tributary/core"
import { Duration, Effect } from "effect"

/** The longest time that a request to a vendor waits for an answer of the database. */
const PATIENCE = Duration.millis(500)
/** How long no request asks the database after it did not answer. */
const AWAY_MILLIS = 5_000

/** Asks the database on behalf of requests that must neither fail nor wait for long because of it. */
export interface DatabasePatience {
  /** The answer; null if there is none in time, or if the database did not answer shortly before. */
  readonly ask: <A, E>(query: Effect.Effect<A, E>) => Effect.Effect<{ readonly answer: A } | null>
}

/** Remembers for a while that the database does not answer. */
export const make = (): DatabasePatience => {
  let awayUntil = Number.NEGATIVE_INFINITY
  return {
    ask: (query) =>
      Effect.gen(function* () {
        if ((yield* MonotonicTime.millis) < awayUntil) return null
        return yield* query.pipe(
          Effect.timeout(PATIENCE),
          Effect.map((answer) => ({ answer })),
          Effect.catchAll(() =>
            Effect.gen(function* () {
              awayUntil = (yield* MonotonicTime.millis) + AWAY_MILLIS
              yield* Effect.logDebug("The shared rate limits could not be read: this process goes on with its own.")
              return null
            })
          )
        )
      }).pipe(Effect.withTracerEnabled(false))
  }
}
