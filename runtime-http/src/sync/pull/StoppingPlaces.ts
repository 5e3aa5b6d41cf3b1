import { Data, Deferred, Effect } from "effect"
import { StopSignal } from "../StopSignal.js"

/** The process stops, and the next run continues the job where this one ended. */
export class HandedOver extends Data.TaggedError("HandedOver") {}

/** The connection was paused, and the job ends; once the connection is resumed, the next job continues where this one ended. */
export class Paused extends Data.TaggedError("Paused") {}

/**
 * Where the extractors of a job end early: before their first page, or after one. If the process stops, only after a page that the next run
 * does not read again; if the connection was paused, after any page.
 */
export interface StoppingPlaces {
  /** Runs an extractor, unless the job has to stop. */
  readonly enter: <A, E, R>(extractor: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** An extractor calls it after each page, and says whether the next run can skip something because of it. It never returns if the job has to stop. */
  readonly reached: (isProgress: boolean) => Effect.Effect<void>
  /** Fails when the job has to stop and every extractor that runs has reached such a place. */
  readonly stop: Effect.Effect<never, HandedOver | Paused>
}

/** The stopping places of one job. */
export const make: Effect.Effect<StoppingPlaces> = Effect.gen(function* () {
  const signal = yield* StopSignal
  const stop = yield* Deferred.make<never, HandedOver | Paused>()
  let running = 0
  let waiting = 0

  const check = Effect.suspend(() =>
    waiting > 0 && waiting === running
      ? Deferred.fail(stop, signal.isPaused ? new Paused() : new HandedOver())
      : Effect.void
  )
  const reached = (isProgress: boolean) =>
    Effect.suspend(() => {
      if (!signal.isPaused && !(signal.isGiven && isProgress)) return Effect.void
      waiting += 1
      return Effect.zipRight(check, Effect.never)
    })
  return {
    enter: (extractor) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          running += 1
        }),
        () => Effect.zipRight(reached(true), extractor),
        () => {
          running -= 1
          return check
        }
      ),
    reached,
    stop: Deferred.await(stop)
  }
})
